"""How much is reached when: area or streets by time, for a histogram."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple, Protocol

import numpy as np
from numpy.typing import NDArray

from app.fitting import held_seconds, longest_of, sample_of
from raster.travel_times import NO_CLASS, TravelTimes
from road.results.travel_times import RoadTimes

BINS = 80

EXACT_ELEMENTS = 4_000_000
"""Cells, or vertices of roads, up to which all of them count; of more an even sample does."""

TAIL = 1.25
"""End of the bins over the time that holds 98 %, where few places come later than that."""


class Reached(Protocol):
    """What is asked of a result, see `app.solving.result.Result`."""

    @property
    def times(self) -> TravelTimes | RoadTimes: ...
    @property
    def elements(self) -> int: ...
    def amounts(self, limits: Sequence[float]) -> list[float]: ...


class Spread(NamedTuple):
    """end : of the last bin, in seconds or what costs count. amounts : float64, BINS; m² of cells,
    or metres of streets, in bins of one width from 0."""

    end: float
    amounts: NDArray[np.float64]


def amounts_and_spread(
    result: Reached, limits: Sequence[float]
) -> tuple[list[float], Spread | None]:
    """What lies in each band, as `amounts` of the result says, and the spread: by one look at all
    that is reached where there is room for both among the limits. For any thread."""
    times = result.times
    end = min(TAIL * held_seconds(times), longest_of(times))
    if not end > 0:
        return (result.amounts(limits) if limits else []), None
    if len(limits) >= NO_CLASS:  # there is no room for one more
        return result.amounts(limits), None
    edges = end * (np.arange(BINS) + 1) / BINS
    exact = result.elements <= EXACT_ELEMENTS and len(limits) + BINS <= NO_CLASS
    ends = edges if exact else edges[-1:]
    both = np.union1d(ends, limits)
    amounts = result.amounts(both.tolist())
    areas, bars = (_up_to(each, both, amounts) for each in (np.asarray(limits), ends))
    if not exact:
        counts, _ = np.histogram(sample_of(times), BINS, (0.0, end))
        bars = counts * (bars[0] / max(counts.sum(), 1))
    return areas.tolist(), Spread(end, bars)


def _up_to(
    ends: NDArray[np.float64], parts: NDArray[np.float64], amounts: Sequence[float]
) -> NDArray[np.float64]:
    """Amounts up to each end and after the one before, of parts of which some end there."""
    of = np.searchsorted(ends, parts)
    return np.asarray(np.bincount(of, amounts, len(ends) + 1)[: len(ends)], np.float64)
