"""A drawing while it is made: where corners go, and when it is an area."""

from __future__ import annotations

from ui.canvas.tools.sketch import BY_HAND, CLOSES, Sketch


def _sketch(scale: float = 1.0) -> Sketch:
    """On a map with so many pixels of a unit."""
    return Sketch(lambda x, y: (x * scale, y * scale))


def _drawn(*corners: tuple[float, float], at: tuple[float, float], scale: float = 1.0) -> Sketch:
    sketch = _sketch(scale)
    for corner in corners:
        sketch.add(*corner)
    sketch.at = at
    return sketch


def test_a_corner_that_is_the_last_one_again_is_none() -> None:
    sketch = _drawn((0, 0), (0, 0), (9, 0), (9, 0), at=(9, 0))
    assert sketch.corners == [(0, 0), (9, 0)]
    sketch.take_back()
    assert not sketch.is_line
    sketch.take_back()
    sketch.take_back()
    assert not sketch.begun


def test_the_hand_leaves_a_corner_every_few_pixels_of_the_screen() -> None:
    for scale in (1.0, 64.0):
        sketch = _sketch(scale)
        for step in range(41):
            sketch.trail(step / scale, 0.0)
        assert len(sketch.corners) == 1 + 40 / BY_HAND


def test_back_at_the_first_corner_it_is_an_area() -> None:
    corners = [(0.0, 0.0), (80.0, 0.0), (80.0, 80.0)]
    assert _drawn(*corners, at=(CLOSES, 0.0)).closes
    assert not _drawn(*corners, at=(CLOSES + 0.1, 0.0)).closes
    assert not _drawn(*corners[:2], at=(0.0, 0.0)).closes, "two corners hold no area"
    assert not _drawn(*corners, at=(9.0, 0.0), scale=2.0).closes, "pixels count, not the map"


def test_what_never_left_the_first_corner_does_not_come_back() -> None:
    assert not _drawn((0, 0), (5, 0), (5, 5), at=(1, 1)).closes
    empty = _sketch()
    empty.at = (0.0, 0.0)
    assert not empty.closes
