"""Kernels of straight lines on the processor: wedges, tiles, and tiles on slopes."""
