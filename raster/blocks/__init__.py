"""Blocks of tiles: what is brought into memory and taken out whole."""
