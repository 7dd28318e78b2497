"""What solvers that work in rounds or phases have in common, cells or arcs alike."""
