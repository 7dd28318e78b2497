"""Customizable route planning: partition, overlay, customization and queries of road graphs."""
