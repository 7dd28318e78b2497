"""What a result looks like: bands, areas, drawings, cells."""
