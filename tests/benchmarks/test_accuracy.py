"""Straight lines against times that are known: circles, refraction, arcs."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest

from benchmarks.accuracy import compared, ours
from benchmarks.instances.known_times import KNOWN, KnownGround

WORST = {
    "even ground": 0.25,
    "even ground, cells 1 : 2": 0.35,
    "even ground, cells 1 : 5": 0.45,
    "plane of 10 %, Tobler": 5.0,
    "plane of 30 %, Tobler": 14.0,
    "two half planes": 1.0,
    "linear gradient": 0.4,
}
"""Percent of the true time that no cell is further off, on few cells; the mean is half of it."""


@pytest.mark.parametrize("make", KNOWN)
def test_straight_lines_are_true_and_never_later_than_eight_directions(
    make: Callable[[int], KnownGround],
) -> None:
    ground = make(201)
    (_, eight, _), (_, straight, _) = ours(ground, "dijkstra", "cpu")
    found, before = straight(), eight()
    assert np.all(found <= before)
    off = compared(ground, found)
    assert off["worst_percent"] < WORST[ground.name]
    assert off["mean_percent"] < WORST[ground.name] / 2
    assert off["earliest_percent"] > -0.01
    assert compared(ground, before)["worst_percent"] > 7
