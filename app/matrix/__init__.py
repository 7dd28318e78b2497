"""Matrices: times between many places, on roads and on terrain."""
