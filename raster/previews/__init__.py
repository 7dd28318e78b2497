"""What a coarse grid is helped by while a start is dragged: exact times around it, and a check."""
