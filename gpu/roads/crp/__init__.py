"""Customizable route planning on the device: the twins of road/crp."""
