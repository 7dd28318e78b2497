"""Questions to a customized overlay: one to all, point to point, many to many."""
