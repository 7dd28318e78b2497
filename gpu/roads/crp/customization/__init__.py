"""Customization on the device: the twins of road/crp/customization."""
