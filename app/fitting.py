"""Bands that nobody chose: what they hold, and round limits for them."""

from __future__ import annotations

from dataclasses import replace
from functools import singledispatch
from typing import TYPE_CHECKING, Any
from weakref import WeakKeyDictionary

import numpy as np
from numpy.typing import NDArray

from app.bands import Bands
from app.measure import TIME, Measure
from core.times import UNREACHED
from raster.grid import Window
from road.results.latest import latest_seconds
from road.results.travel_times import RoadTimes

if TYPE_CHECKING:
    from raster.travel_times import TravelTimes

HELD = 0.98
"""Share of what is reached that automatic bands hold. One ferry, one path up a cliff may take ten
times as long as all else, and with bands up to there a whole city has one colour."""

FEW = 50
"""Reached cells below which bands hold all of them: two in a hundred of them are less than one."""

SAMPLE_SIDE = 512
"""Cells along a side of an even sample: 98 % of 262,144 is right to 0.03 %."""

SAMPLE_VERTICES = 1 << 20

_KNOWN: WeakKeyDictionary[TravelTimes | RoadTimes, float] = WeakKeyDictionary()


def held_seconds(times: TravelTimes | RoadTimes) -> float:
    """The time within which 98 % of what is reached is reached; the longest where that is little.

    On terrain cells count, in an even sample where they are many. On roads vertices count, that is
    junctions, where people are, and not lengths: one ferry can be longer than a town's streets.
    Remembered for the result: a smooth colour scale asks at every picture.
    """
    known = _KNOWN.get(times)
    if known is None:
        some = sample_of(times)
        held = _quantile(some) if len(some) >= FEW else times.max_seconds
        known = _KNOWN[times] = min(held, times.max_seconds)
    return known


@singledispatch
def longest_of(times: TravelTimes | RoadTimes) -> float:
    """The longest time anywhere, in seconds: on roads also between two junctions."""
    return times.max_seconds


@longest_of.register
def _(times: RoadTimes) -> float:
    return latest_seconds(times)


def fitting_bands(times: TravelTimes | RoadTimes, measure: Measure = TIME) -> Bands:
    """Round limits that hold 98 % of what is reached."""
    return replace(Bands.nice(held_seconds(times), measure), automatic=True)


def suits(bands: Bands, times: TravelTimes | RoadTimes) -> bool:
    """Whether bands that were fitted to other times still tell of these: what is to be held ends
    in their second half, or little beyond them."""
    held, last = held_seconds(times), bands.last
    return last / 2 <= held <= last * 1.25


@singledispatch
def sample_of(times: Any) -> NDArray[np.floating]:
    """Times of what is reached, float, in seconds: evenly of cells, or of vertices; of the same
    result always the same."""
    rows, cols = times.shape
    shape = min(rows, SAMPLE_SIDE), min(cols, SAMPLE_SIDE)
    seconds = times.seconds(Window(0, 0, rows, cols), shape)
    reached: NDArray[np.floating] = seconds[np.isfinite(seconds)]
    return reached


@sample_of.register
def _(times: RoadTimes) -> NDArray[np.floating]:
    labels = times.labels[:: -(-len(times.labels) // SAMPLE_VERTICES) or 1]
    return labels[labels < UNREACHED] * times.search.scale


def _quantile(amounts: NDArray[np.floating]) -> float:
    """The least of the amounts that HELD of them do not exceed."""
    place = int(np.ceil(HELD * len(amounts))) - 1
    return float(np.partition(amounts, place)[place])
