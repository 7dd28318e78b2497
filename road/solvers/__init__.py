"""Solvers of one start to all states."""
