"""Rings out of segments, and which polygon each belongs to, on the lattice."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from core.geometry.nesting import assembled, nested
from core.geometry.rings import cut_into_rings, linked, touches_of

WIDTH = 9
"""Vertices in a row of the lattice."""

Ring = list[tuple[int, int]]


def segments_of(outlines: list[Ring]) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Start and end of the sides of closed outlines."""
    ends = [pair for ring in outlines for pair in pairwise(ring)]
    start, end = (np.array([y * WIDTH + x for x, y in side]) for side in zip(*ends, strict=True))
    return start, end


def test_where_rings_touch_both_have_a_vertex() -> None:
    # A square, and a triangular hole that touches the middle of its lower side.
    outline = [(0, 0), (2, 0), (4, 0), (4, 4), (0, 4), (0, 0)]
    hole = [(2, 0), (1, 2), (3, 2), (2, 0)]
    start, _, following = linked(*segments_of([outline, hole]), WIDTH)
    rings = cut_into_rings(start, following, touches_of(start), WIDTH, False)
    found = [rings.vertices[a:b].tolist() for a, b in pairwise(rings.offsets.tolist())]
    assert sorted(map(len, found)) == [3, 5]
    assert all(2 in ring for ring in found)


def square(x: int, y: int, side: int) -> Ring:
    """Round a square from its lower left corner, anticlockwise, in pieces of a step."""
    steps = range(side)
    there = [(x + k, y) for k in steps] + [(x + side, y + k) for k in steps]
    back = [(x + side - k, y + side) for k in steps] + [(x, y + side - k) for k in steps]
    return [*there, *back, (x, y)]


def test_a_hole_belongs_to_the_polygon_around_it_and_an_island_in_it_is_one_of_its_own() -> None:
    #  a square with a hole in it, an island in the hole, and another square beside
    outlines = [square(3, 3, 1), square(1, 1, 5)[::-1], square(0, 0, 7), square(7, 7, 1)]
    start, end, following = linked(*segments_of(outlines), WIDTH)
    rings = cut_into_rings(start, following, touches_of(start), WIDTH, True)
    polygons = assembled(rings, nested(rings, start, end, WIDTH, 1))
    found = np.split(polygons.vertices, polygons.ring_offsets[1:-1])
    sizes = [len(ring) - 1 for ring in found]
    held = [sizes[a:b] for a, b in pairwise(polygons.polygon_offsets.tolist())]
    assert sorted(held) == [[4], [4], [28, 20]]
