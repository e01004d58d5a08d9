"""Tuning: what shows where documents would be cut, and what other limits would change, before anything is indexed."""
