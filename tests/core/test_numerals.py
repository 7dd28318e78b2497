"""Numbers of things in words."""

from __future__ import annotations

from core.numerals import counted


def test_one_thing_is_single_and_thousands_are_parted() -> None:
    assert counted(1, "place") == "1 place"
    assert counted(0, "place") == "0 places"
    assert counted(2345, "vertex is", "vertices are") == "2,345 vertices are"
