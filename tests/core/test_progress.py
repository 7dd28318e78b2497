"""Progress of pieces of a work."""

from __future__ import annotations

from core.progress import part_of


def test_a_piece_that_does_not_know_how_far_it_is_leaves_the_whole_where_it_was() -> None:
    told: list[tuple[float, str]] = []
    within = part_of(lambda fraction, label: told.append((fraction, label)), 0.25, 0.75)
    for fraction in (-1.0, 0.5, -1.0, 1.0):
        within(fraction, "work")
    assert told == [(0.25, "work"), (0.5, "work"), (0.5, "work"), (0.75, "work")]
