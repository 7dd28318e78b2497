"""A tour of the program by itself: the real window, worked step by step before an audience."""
