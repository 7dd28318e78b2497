"""Microinstructions: the contraction of the lowest cells, written down beforehand."""
