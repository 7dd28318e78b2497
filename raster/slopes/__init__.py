"""Slopes: heights of cells, what a slope does to a step, and the costs that come of it."""
