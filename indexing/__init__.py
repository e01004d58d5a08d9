"""The index: its format, how it is written and how it is loaded. Knows nothing of queries or HTTP."""
