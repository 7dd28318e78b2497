"""A result as a page for browsers: one file with its map, its data and its program."""
