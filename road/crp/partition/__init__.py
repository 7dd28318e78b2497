"""Nested partitions of a road graph."""
