"""Recognition: what a document's bytes are, by their marks, what was declared, the name, and how the text looks."""
