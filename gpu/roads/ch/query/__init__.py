"""Queries of contracted graphs on the device: PHAST, for one source and for many."""
