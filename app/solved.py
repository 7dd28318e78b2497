"""A finished solve with all that a reader of its export wants to know."""

from __future__ import annotations

from dataclasses import dataclass

from raster.grid import VelocityGrid
from raster.travel_times import TravelTimes


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
