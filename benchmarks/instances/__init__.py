"""What is measured on: terrains and road graphs, drawn or read."""
