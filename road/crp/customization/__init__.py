"""Costs of all shortcuts for one metric."""
