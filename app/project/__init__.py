"""Project files: what is open, and what is asked of it, as plain values in one file."""
