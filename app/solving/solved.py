"""A finished solve on cells with all that a reader of its export wants to know."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Self

import numpy as np
from numpy.typing import NDArray

from app.measure import TIME, Measure
from app.owners import Owners
from app.starts import PlacedStart
from app.verdict import Verdict
from core.cancel import NEVER, Cancel
from core.solver import Sources, Start
from raster.geometry import STRAIGHT
from raster.grid import VelocityGrid
from raster.ownership import count_owners, owners_on_cells
from raster.paths import least_cost_path, times_along
from raster.slopes.heights import CellHeights
from raster.slopes.slopes import GridSlopes
from raster.straight_paths import straight_path
from raster.ticks import PRECISION, lost_by_floors, precision
from raster.travel_times import TravelTimeGrid, TravelTimes
from raster.validation import validate

if TYPE_CHECKING:
    from app.roads.open_roads import OpenRoads
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

    zero_speed_kmh : what 0 km/h was taken for; 0 where it is a barrier. slopes : that counted.
    heights : of the cells, where they are known, whether slopes counted or not.
    tags : (name, text) of what else its files should say, as of roads that were joined.
    precision : a bound of the relative error of the times by rounding; None where it is not known,
        as of the coarse step of a drag. subject_ : of the document; None for the grid.
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
    owners: Owners | None = None
    answer_ms: float = 0.0
    gone_on: bool = False
    slopes: GridSlopes | None = None
    heights: CellHeights | None = None
    subject_: object = None

    @property
    def outward(self) -> bool:
        """Whether times are from the starts, and not to them."""
        return self.slopes is None or self.slopes.direction == "from"

    @property
    def subject(self) -> object:
        return self.subject_ or self.grid

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
    def driven(self) -> OpenRoads | None:
        """Roads of one graph with the cells, as they were opened and closed."""
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
        return validate(self.grid, self.times, self.sources, self.zero_speed_kmh, self.slopes)

    @property
    def sources(self) -> Sources:
        """The starts as its solver had them."""
        cells = [(self.grid.cell_at(s.x, s.y), s.delay_seconds) for s in self.starts]
        cols = self.grid.cols
        return tuple(Start(c[0] * cols + c[1], delay) for c, delay in cells if c is not None)

    def owned(self, cancel: Cancel = NEVER) -> Self:
        of = self.grid, self.times, self.sources, self.zero_speed_kmh
        found = owners_on_cells(*of, cancel, self.slopes)
        return replace(self, owners=Owners(found))

    def owned_amounts(self) -> list[float]:
        owners = self.owners or self.owned().owners
        assert owners is not None
        counts = count_owners(owners.of, len(self.starts))
        area = self.grid.step_x * self.grid.step_y * owners.factor**2
        areas: list[float] = (counts * area).tolist()
        return areas

    def called(self, starts: tuple[PlacedStart, ...]) -> Self:
        return replace(self, starts=starts)

    def checked(self, passed: bool) -> Self:
        return replace(self, validated=passed)

    def answered(self, answer_ms: float, gone_on: bool) -> Self:
        return replace(self, answer_ms=answer_ms, gone_on=gone_on)

    def amounts(self, limits: Sequence[float]) -> list[float]:
        from raster.isochrones.contours import band_areas  # loads GEOS

        areas: list[float] = band_areas(self.times, self.grid, limits).tolist()
        return areas

    def way(self, x: float, y: float) -> NDArray[np.float64]:
        """float64, (points, 2): from a place to the start that serves it, in CRS units; empty where
        it is not reached. For any thread."""
        return self.timed_way(x, y)[0]

    def timed_way(self, x: float, y: float) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        """The same, and the seconds at each point, float64, (points,)."""
        grid, cell = self.grid, self.grid.cell_at(x, y)
        if cell is None:
            return np.empty((0, 2)), np.empty(0)
        if self.times.geometry == STRAIGHT:
            asked = self.zero_speed_kmh, self.slopes
            points, ticks = straight_path(grid, self.times, *cell, *asked)
        else:
            cells = least_cost_path(grid, self.times, *cell, self.zero_speed_kmh, self.slopes)
            points, ticks = cells.astype(np.float64), times_along(self.times, cells)
        across = grid.left + (points[:, 1] + 0.5) * grid.cell_x
        down = grid.top - (points[:, 0] + 0.5) * grid.cell_y
        return np.column_stack((across, down)), ticks * self.times.tick_seconds

    @property
    def lies_on(self) -> str:
        return "cells"


def with_precision(solved: Solved) -> Solved:
    """The result of a solve of its grid with a bound of its error by rounding, and with a note
    where that is more than wanted."""
    off = precision(solved.grid, solved.times.tick_seconds, solved.zero_speed_kmh, solved.slopes)
    if solved.times.geometry == STRAIGHT:
        floors = solved.grid, solved.times.tick_seconds, solved.zero_speed_kmh, solved.slopes
        solved = replace(solved, precision=off + lost_by_floors(*floors))
    else:
        solved = replace(solved, precision=off)
    if off <= PRECISION:
        return solved
    note = (
        f"Times are rounded by up to {share(off)}: the farthest cells take so long that steps "
        "through the fastest ones count few ticks. Set a time limit for more exact ones."
    )
    return replace(solved, notes=(*solved.notes, note))


def at_once(grid: VelocityGrid) -> Solved:
    """At most 3×3 cells of a corner, all reached after no time, unsolved: to be drawn before
    anything is."""
    values = np.array(grid.values[:3, :3], order="C")
    labels = np.zeros(values.shape, np.uint32)
    times = TravelTimeGrid(labels, 1.0, reached=labels.size)
    return Solved(replace(grid, values=values), times, (), "", "", "")
