"""Vehicles in the window: their files."""
