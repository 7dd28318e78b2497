"""How the window feels: pictures while the map moves, a dragged start, the start and the end."""
