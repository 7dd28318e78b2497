"""The table of algorithms and their parameters."""
