"""Word documents: text in reading order, with headings, numbers, tables and notes."""
