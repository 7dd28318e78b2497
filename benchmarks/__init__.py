"""Benchmarks: instances, runs, comparisons."""
