"""The way back from a label to its start."""
