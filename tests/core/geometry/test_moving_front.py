"""The picture of a front at a moment, on fields whose fronts are known."""

from __future__ import annotations

import numpy as np
import pytest

from core.geometry.moving_front import draw_front, paces_of, spread_into

BEFORE, AFTER = 0xFF101010, 0xFF2060A0
WIDTH = 3.0


def _drawn(arrival: np.ndarray, seconds: float, pace: np.ndarray | None = None) -> np.ndarray:
    image = np.empty(arrival.shape, np.uint32)
    before, after = (np.full(arrival.shape, c, np.uint32) for c in (BEFORE, AFTER))
    given = paces_of(arrival) if pace is None else pace
    draw_front(image, before, after, arrival, given, seconds, WIDTH)
    return image


def _eastwards(rows: int = 40, cols: int = 160, pace: float = 2.0) -> np.ndarray:
    """A front that leaves the first column at 0 and goes `pace` pixels a second."""
    return np.repeat((np.arange(cols, dtype=np.float32) / pace)[None], rows, axis=0)


def _brightest(image: np.ndarray) -> np.ndarray:
    parts = image.view(np.uint8).reshape(*image.shape, 4)[..., :3]
    return np.flatnonzero(parts.sum(axis=2).mean(axis=0) > 600)


@pytest.mark.parametrize("pace", [0.5, 2.0, 40.0])
def test_the_line_lies_where_the_clock_meets_the_field(pace: float) -> None:
    for front in (40.0, 90.0):
        lit = _brightest(_drawn(_eastwards(pace=pace), front / pace))
        assert front - WIDTH - 1 <= lit.min() <= lit.max() <= front + 1


def test_far_from_the_line_the_two_pictures_stand_as_they_are() -> None:
    image = _drawn(_eastwards(), 40.0)  # the front is at column 80
    assert (image[:, :30] == AFTER).all()
    assert (image[:, 140:] == BEFORE).all()
    light = image[:, 85:90].view(np.uint8).reshape(40, 5, 4)
    assert (light[..., 2] > 0x10 + 20).all(), "light falls ahead of the line"


def test_the_trail_is_brighter_the_nearer_the_line() -> None:
    red = _drawn(_eastwards(), 40.0)[20].view(np.uint8).reshape(-1, 4)[:, 2]
    assert red[55] < red[60] < red[65]


def test_what_is_never_reached_stays_as_before_and_has_no_line() -> None:
    field = _eastwards()
    field[:, 60:] = np.inf  # a shore
    image = _drawn(field, 200.0)
    assert (image[:, :60] == AFTER).all(), "the front has gone by; the shore does not shine"
    assert (image[:, 60:] == BEFORE).all()


def test_a_pixel_without_a_pace_is_reached_without_a_line() -> None:
    field = _eastwards()
    image = _drawn(field, 40.0, np.zeros_like(field))
    assert (image == np.where(field <= 40.0, AFTER, BEFORE)).all()


def test_what_lies_near_is_reached_with_the_first_of_its_neighbours() -> None:
    field = np.full((9, 12), np.inf, np.float32)
    field[4, 3], field[4, 7] = 5.0, 2.0
    near = spread_into(field, 2)
    assert near[4, 3] == 5.0, "what is reached keeps its time"
    assert near[2, 2] == 5.0
    assert near[2, 1] == np.inf, "the corner of a square is farther"
    assert near[6, 6] == near[4, 5] == 2.0
    assert np.isinf(near[4, 10])
    assert np.isinf(near[0]).all()
