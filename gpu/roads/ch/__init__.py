"""Contraction hierarchies on the device: the twin of road/ch."""
