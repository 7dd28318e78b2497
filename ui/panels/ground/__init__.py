"""Panels of what the ground is like."""
