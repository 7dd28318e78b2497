"""Overlays laid out as a device works on them."""
