"""Chunkers: the blocks and sections of a text to the chunks that are searched and the parents that are read."""
