"""Contraction hierarchies: states are taken out level by level, and shortcuts stand for them."""
