"""Paths that are kept: pinned on the map, and followed point by point."""
