"""Straight lines between the eight directions."""
