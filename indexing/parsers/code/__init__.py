"""Source code: the functions, classes, statements and entries of a file in any language, each a unit with a name."""
