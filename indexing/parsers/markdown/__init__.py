"""Markdown: the tokens of the grammar, and of what documentation sites add to it, as blocks of the untouched source."""
