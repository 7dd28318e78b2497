"""Queries on the device: the twins of road/crp/query."""
