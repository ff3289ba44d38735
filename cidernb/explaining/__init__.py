"""Exact, additive explanations of a score and of the difference between two."""
