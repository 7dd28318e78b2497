"""Plots and bars of numbers."""
