"""Starts in the window: edits of them, their files, and the map of who is first."""
