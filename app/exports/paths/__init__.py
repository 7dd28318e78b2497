"""Paths to files."""
