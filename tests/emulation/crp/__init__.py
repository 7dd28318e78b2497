"""Kernels of customizable route planning on the processor."""
