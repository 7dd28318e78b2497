"""What arcs and turns cost: metrics, where they come from, and their decoder."""
