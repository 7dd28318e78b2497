"""Searches from many origins at once, each by a warp with a heap of its own."""
