"""Which start or closure lies under the pointer."""

from __future__ import annotations

from ui.canvas.tools.hit_test import (
    LINE_TOLERANCE,
    TOLERANCE,
    closure_under,
    is_click,
    start_under,
)

PLACES = [(100.0, 100.0), (112.0, 100.0), (300.0, 40.0)]


def test_the_nearest_start_is_found() -> None:
    assert start_under(PLACES, 104, 101) == 0
    assert start_under(PLACES, 108, 101) == 1
    assert start_under(PLACES, 300, 40) == 2


def test_nothing_is_found_past_the_tolerance() -> None:
    assert start_under(PLACES, 300, 40 + TOLERANCE + 0.1) == -1
    assert start_under(PLACES, 300, 40 + TOLERANCE) == 2
    assert start_under([], 0, 0) == -1


def test_of_two_in_one_place_the_one_on_top_is_found() -> None:
    assert start_under([(5.0, 5.0), (5.0, 5.0)], 5, 6) == 1


def test_a_click_may_tremble() -> None:
    assert is_click((10, 10), (12, 11))
    assert not is_click((10, 10), (10, 14))


LINE = [[(0.0, 0.0), (100.0, 0.0)]]
SQUARE = [[(200.0, 0.0), (300.0, 0.0), (300.0, 100.0), (200.0, 100.0)]]


def test_a_closure_is_found_on_its_line_and_in_its_area() -> None:
    both = [LINE, SQUARE], [False, True]
    assert closure_under(*both, 50, LINE_TOLERANCE) == 0
    assert closure_under(*both, 50, LINE_TOLERANCE + 0.1) == -1
    assert closure_under(*both, 103, 4) == 0, "near its end"
    assert closure_under(*both, 250, 50) == 1
    assert closure_under(*both, 197, 50) == 1, "the outline closes"
    assert closure_under(*both, 150, 50) == -1
    assert closure_under([SQUARE], [False], 197, 50) == -1, "of a line nothing closes"
    assert closure_under([], [], 0, 0) == -1


def test_of_closures_in_one_place_the_last_is_found_and_holes_are_not_held() -> None:
    assert closure_under([SQUARE, SQUARE], [True, True], 250, 50) == 1
    inner = [(230.0, 30.0), (270.0, 30.0), (270.0, 70.0), (230.0, 70.0)]
    crossing = [*SQUARE[0], SQUARE[0][0], *inner, inner[0]]
    for drawing in ([crossing], [SQUARE[0], inner]):
        assert closure_under([drawing], [True], 250, 50) == -1
        assert closure_under([drawing], [True], 215, 50) == 0
        assert closure_under([drawing], [True], 235, 50) == 0, "near the ring"
