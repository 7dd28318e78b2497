"""Solvers and customizations timed against each other."""
