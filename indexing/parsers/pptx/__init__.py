"""Presentations: each slide a section, its shapes in reading order."""
