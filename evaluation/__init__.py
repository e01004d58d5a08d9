"""Evaluation: whether retrieval finds what answers questions, and what each setting earns."""
