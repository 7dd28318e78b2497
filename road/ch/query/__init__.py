"""Queries of hierarchies: one to all, and what goes by it."""
