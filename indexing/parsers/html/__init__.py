"""HTML: pages to the text a reader sees, with blocks in document order and a map to the source."""
