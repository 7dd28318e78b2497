"""A finished solve on cells with all that a reader of its export wants to know."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Self

import numpy as np
from numpy.typing import NDArray

from app.measure import TIME, Measure
from app.starts import PlacedStart
from app.verdict import Verdict
from core.solver import Start
from raster.grid import VelocityGrid
from raster.paths import least_cost_path
from raster.ticks import PRECISION, precision
from raster.travel_times import TravelTimes
from raster.validation import validate

if TYPE_CHECKING:
    from app.solving.road_solved import RoadSolved
    from road.ch.report import ContractionReport
    from road.crp.customization.report import CustomizationReport


def share(precision: float) -> str:
    """A relative error as text, `0.0012 %`; `less than 1e-06 %` where it is next to nothing."""
    percent = 100 * precision
    return f"{percent:.2g} %" if percent >= 1e-6 else "less than 1e-06 %"


@dataclass(frozen=True, eq=False)
class Solved:
    """Travel times and the grid they lie on; names as in `app.solving.result.Result`.

    zero_speed_kmh : what 0 km/h was taken for; 0 where it is a barrier.
    tags : (name, text) of what else its files should say, as of roads that were joined.
    precision : a bound of the relative error of the times by rounding; None where it is not known,
        as of the coarse step of a drag.
    """

    grid: VelocityGrid
    times: TravelTimes
    starts: tuple[PlacedStart, ...]
    algorithm: str
    backend: str
    device: str
    zero_speed_kmh: float = 0.0
    solve_ms: float = 0.0
    validated: bool | None = None
    notes: tuple[str, ...] = ()
    tags: tuple[tuple[str, str], ...] = ()
    precision: float | None = None
    prepare_ms: float = 0.0
    preview: bool = False

    @property
    def subject(self) -> object:
        return self.grid

    @property
    def met(self) -> tuple[None, ...]:
        return (None,) * len(self.starts)

    @property
    def measure(self) -> Measure:
        return TIME

    @property
    def quick(self) -> bool:
        """The solver's thread decides, see `app.solving.preview_pace`."""
        return False

    @property
    def exact_to(self) -> str:
        return "" if self.precision is None else share(self.precision)

    @property
    def elements(self) -> int:
        return self.grid.rows * self.grid.cols

    @property
    def ticks(self) -> tuple[NDArray[np.uint32], ...]:
        return (self.times.ticks(),)

    @property
    def on_cells(self) -> Self:
        return self

    @property
    def on_graph(self) -> RoadSolved | None:
        return None

    @property
    def customize_ms(self) -> float | None:
        return None

    @property
    def customization(self) -> CustomizationReport | None:
        return None

    @property
    def contraction(self) -> ContractionReport | None:
        return None

    @property
    def stale(self) -> str:
        return ""

    def validate(self) -> Verdict:
        cells = [(self.grid.cell_at(s.x, s.y), s.delay_seconds) for s in self.starts]
        cols = self.grid.cols
        sources = tuple(Start(c[0] * cols + c[1], delay) for c, delay in cells if c is not None)
        return validate(self.grid, self.times, sources, self.zero_speed_kmh)

    def checked(self, passed: bool) -> Self:
        return replace(self, validated=passed)

    def amounts(self, limits: Sequence[float]) -> list[float]:
        from raster.isochrones.contours import band_areas  # loads GEOS

        areas: list[float] = band_areas(self.times, self.grid, limits).tolist()
        return areas

    def way(self, x: float, y: float) -> NDArray[np.float64]:
        """float64, (points, 2): from a place to the start that serves it, in CRS units; empty where
        it is not reached. For any thread."""
        grid, cell = self.grid, self.grid.cell_at(x, y)
        if cell is None:
            return np.empty((0, 2))
        cells = least_cost_path(grid, self.times, *cell, self.zero_speed_kmh)
        return np.column_stack(
            (
                grid.left + (cells[:, 1] + 0.5) * grid.cell_x,
                grid.top - (cells[:, 0] + 0.5) * grid.cell_y,
            )
        )

    @property
    def lies_on(self) -> str:
        return "cells"


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
