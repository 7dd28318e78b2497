"""Solvers of one start to all cells."""
