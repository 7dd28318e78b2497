"""A finished solve with all that a reader of its export wants to know."""

from __future__ import annotations

from dataclasses import dataclass, replace

from app.measure import TIME, Measure
from raster.grid import VelocityGrid
from raster.ticks import PRECISION, precision
from raster.travel_times import TravelTimes


def share(precision: float) -> str:
    """A relative error as text, `0.0012 %`; `less than 1e-06 %` where it is next to nothing."""
    percent = 100 * precision
    return f"{percent:.2g} %" if percent >= 1e-6 else "less than 1e-06 %"


@dataclass(frozen=True, eq=False)
class Solved:
    """Travel times, the grid they lie on and how they came about.

    starts : (x, y, delay in seconds) in CRS units, at least one.
    backend : "cpu" or "gpu".   device : its name.
    zero_speed_kmh : what 0 km/h was taken for; 0 where it is a barrier.
    solve_ms : wall time of the solve.
    validated : whether the certificate check passed; None where it was not asked for.
    notes : what the user should know of how it came about, as that the GPU could not be used.
    tags : (name, text) of what else its files should say, as of roads that were joined.
    precision : a bound of the relative error of the times by rounding; None where it is not known,
        as of the coarse step of a drag.
    """

    grid: VelocityGrid
    times: TravelTimes
    starts: tuple[tuple[float, float, float], ...]
    algorithm: str
    backend: str
    device: str
    zero_speed_kmh: float = 0.0
    solve_ms: float = 0.0
    validated: bool | None = None
    notes: tuple[str, ...] = ()
    tags: tuple[tuple[str, str], ...] = ()
    precision: float | None = None

    @property
    def lies_on(self) -> str:
        """What the times are of: a key of `app.exports.table.EXPORTS`."""
        return "cells"

    @property
    def measure(self) -> Measure:
        """What they count."""
        return TIME


def with_precision(solved: Solved) -> Solved:
    """The result of a solve of its grid with a bound of its error by rounding, and with a note
    where that is more than wanted."""
    off = precision(solved.grid, solved.times.tick_seconds, solved.zero_speed_kmh)
    if off <= PRECISION:
        return replace(solved, precision=off)
    note = (
        f"Times are rounded by up to {share(off)}: the farthest cells take so long that steps "
        "through the fastest ones count few ticks. Set a time limit for more exact ones."
    )
    return replace(solved, precision=off, notes=(*solved.notes, note))
