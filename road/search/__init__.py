"""What solvers run on: states, steps between them, and where a search sets out."""
