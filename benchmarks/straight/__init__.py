"""Benchmarks of straight lines between the eight directions."""
