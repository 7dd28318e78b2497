"""Speeds out of elevation, land cover, roads and water: pure rules over arrays, no files."""
