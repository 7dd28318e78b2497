"""Which start lies under the pointer."""

from __future__ import annotations

from ui.canvas.hit_test import TOLERANCE, is_click, start_under

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
