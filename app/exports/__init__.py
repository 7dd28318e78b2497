"""The table of exports and their writers."""
