"""Graphs of the DIMACS challenge and other lists of arcs."""
