"""Places in the colours of classes."""

from __future__ import annotations

import numpy as np

from ui.pictures.classes import DISTINCT, owner_colours


def test_owners_of_one_colour_are_far_from_each_other() -> None:
    # 0 1 2 … 9 in a row, a unit apart, and one more beside the first: it shares with the last.
    points = np.column_stack((np.arange(DISTINCT, dtype=np.float64), np.zeros(DISTINCT)))
    colours = owner_colours(np.vstack((points, [[-0.5, 0.0]])))
    assert len(np.unique(colours[:DISTINCT], axis=0)) == DISTINCT
    assert (colours[DISTINCT] == colours[DISTINCT - 1]).all()


def test_an_owner_without_a_place_is_near_to_nobody() -> None:
    assert owner_colours(np.full((3 * DISTINCT, 2), np.nan)).shape == (3 * DISTINCT, 3)
