"""Spreadsheets: each sheet a section, its tables with headers, numbers as they are shown."""
