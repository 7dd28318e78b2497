"""Customizable route planning, measured."""
