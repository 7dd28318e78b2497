"""First looks at a recipe's speeds, and at how far one gets on them, before the raster is built:
coarse at once, then on cells as small as there is time for."""

from __future__ import annotations

import os
from contextlib import ExitStack, suppress
from dataclasses import dataclass, field, replace
from functools import partial
from itertools import starmap

import numpy as np
from numpy.typing import NDArray

from app.builder.explain import words_of
from app.builder.grids import coarse
from app.builder.inputs import GroundReader, OpenInputs, cropped, opened_inputs
from app.builder.recipe import Recipe
from app.builder.vectors import burnt, check_roads
from core.cancel import NEVER, Cancel
from core.parallel.threads import Threads
from core.progress import Progress, no_progress
from core.solver import Start
from raster.builder.burn import Lines
from raster.builder.rules import FLAT, CoverClass, RoadSpeedRules, SpeedRules, WaterRule
from raster.builder.speed import Ground, Made, Unknown, speeds
from raster.builder.target import TargetGrid, grown
from raster.files.builder.placing import places_between
from raster.geometry import EIGHT
from raster.grid import VelocityGrid, Window
from raster.solvers.tiled import Tiled
from raster.travel_times import TravelTimes

LOOK_CELLS = 160_000
"""Most cells of a first look: as many as a small picture has pixels."""

FINE_CELLS = 4_000_000
"""Most cells of the look that follows: a raster of 2000² cells is seen as it will be built."""

STRIP_ROWS = 32
"""Rows that are read between two looks at whether the picture is still wanted, or as many as are
read around them: else most would be read more than three times."""

Place = tuple[float, float]


@dataclass(frozen=True)
class LookQuestion:
    """How far one gets on speeds that are not built yet.

    starts : (x, y, seconds already on the clock). crs_wkt : of x and y; None for that of the
    result. geometry : how ways go from cell to cell.
    """

    starts: tuple[tuple[float, float, float], ...] = ()
    crs_wkt: str | None = None
    geometry: str = EIGHT


@dataclass(frozen=True, eq=False)
class FirstLook:
    """Speeds on a grid, coarse or fine. target : the grid of the result; cells : speeds, float32,
    NaN where undefined; notes : what is not there, a sentence each; times : from the starts that
    are asked about, None for none; starts : where they lie on the grid. grounds : what is known of
    the ground, strip by strip."""

    rules: SpeedRules
    unknown: Unknown
    grid: TargetGrid
    target: TargetGrid
    cells: VelocityGrid
    notes: tuple[str, ...]
    grounds: tuple[Ground, ...]
    margin: int
    times: TravelTimes | None = None
    starts: tuple[Place, ...] = ()
    _explained: dict[int, Made] = field(default_factory=dict, repr=False)

    @property
    def kmh(self) -> NDArray[np.float32]:
        """Speeds, (rows, cols) of `grid`."""
        return np.asarray(self.cells.values, np.float32)

    @property
    def fine(self) -> bool:
        """Whether its cells are those of the result."""
        return self.grid == self.target

    def why(self, row: int, col: int) -> str:
        """`slope 12° → 18 km/h × shrub 0.8 → 14.4 km/h`, of a cell of `grid`."""
        strip, row_there = divmod(row, _strip_rows(self.margin))
        if strip not in self._explained:
            self._explained.clear()
            self._explained[strip] = _made(
                self.rules, self.unknown, self.margin, self.grounds[strip]
            )
        return words_of(self._explained[strip], self.rules, row_there, col)


class Previewer:
    """Looks at one recipe after another, all in one thread. What was opened stays open as long as
    the inputs are the same, and what was read of the ground while only rules differ that are
    applied to it, so that a picture follows one that is dragged."""

    def __init__(self) -> None:
        self._stack = ExitStack()
        self._opened: tuple[object, OpenInputs] | None = None
        self._levels: dict[int, _ReadGround] = {}
        self._read: object = None  # what the levels were read for

    def look(
        self,
        recipe: Recipe,
        question: LookQuestion | None = None,
        *,
        most_cells: int = LOOK_CELLS,
        progress: Progress = no_progress,
        cancel: Cancel = NEVER,
    ) -> FirstLook:
        """A look at a recipe on so many cells at most; InputError, CancelledError."""
        check_roads(recipe.rules.roads)
        opened = self._inputs(recipe, progress, cancel)
        grid = coarse(opened.grid, most_cells)
        level = self._level(recipe, opened, grid, most_cells)
        grounds = level.grounds(recipe, cancel)
        reader = level.reader
        make = partial(_speeds, recipe.rules, reader.unknown, level.margin, cancel)
        # NumPy works without the interpreter's lock for the most part.
        with Threads(name="preview") as threads:
            kmh = np.concatenate(list(threads.map(make, grounds)))
        cells = VelocityGrid(
            kmh, None, grid.cell_x, grid.cell_y, grid.left, grid.top, grid.metres_per_unit,
            grid.crs_wkt,
        )  # fmt: skip
        look = FirstLook(
            recipe.rules, reader.unknown, grid, opened.grid, cells, opened.notes, grounds,
            level.margin,
        )  # fmt: skip
        return look if question is None else _asked(look, question, cancel)

    def close(self) -> None:
        """Close what is open."""
        self._opened = self._read = None
        self._levels.clear()
        self._stack.close()

    def _inputs(self, recipe: Recipe, progress: Progress, cancel: Cancel) -> OpenInputs:
        plain = replace(recipe, rules=SpeedRules(), type="uint8", vehicle="")
        key = plain, tuple(map(_stamp, recipe.files))
        if self._opened is None or self._opened[0] != key:
            self.close()
            reading = opened_inputs(recipe, progress=progress, cancel=cancel)
            self._opened = key, self._stack.enter_context(reading)
        return replace(self._opened[1], recipe=recipe)

    def _level(
        self, recipe: Recipe, opened: OpenInputs, grid: TargetGrid, most_cells: int
    ) -> _ReadGround:
        assert self._opened is not None
        key = self._opened[0], _read_rules(recipe.rules)
        if self._read != key:
            self._levels.clear()
            self._read = key
        if most_cells not in self._levels:
            self._levels[most_cells] = _ReadGround(GroundReader.on(opened, grid))
        return self._levels[most_cells]


class _ReadGround:
    """What was read of the ground on one grid, strip by strip: gone on with after a cancel."""

    def __init__(self, reader: GroundReader) -> None:
        self.reader = replace(reader, driven=None)
        self.margin = reader.margin
        grid = reader.grid
        high = _strip_rows(self.margin)
        self._windows = [
            grown(Window(row, 0, min(high, grid.rows - row), grid.cols), self.margin)
            for row in range(0, grid.rows, high)
        ]
        self._plain: list[Ground] = []
        self._driven: tuple[object, tuple[Ground, ...]] | None = None

    def grounds(self, recipe: Recipe, cancel: Cancel) -> tuple[Ground, ...]:
        """All of it, roads with the speeds of the recipe."""
        for window in self._windows[len(self._plain) :]:
            cancel.check("the preview")
            self._plain.append(self.reader.ground(window))
        if self.reader.road_lines is None:
            return tuple(self._plain)
        key = replace(recipe.rules.roads, slope=FLAT, combine="faster")
        if self._driven is None or self._driven[0] != key:
            lines = self.reader.road_lines.driven(key)
            drawn = starmap(
                partial(self._with_roads, lines), zip(self._plain, self._windows, strict=True)
            )
            self._driven = key, tuple(drawn)
        return self._driven[1]

    def _with_roads(self, lines: tuple[Lines, Lines], ground: Ground, window: Window) -> Ground:
        road, bridge = (burnt(each, window) for each in lines)
        return replace(ground, road=road, bridge=bridge)


def _strip_rows(margin: int) -> int:
    return max(STRIP_ROWS, margin)


def _read_rules(rules: SpeedRules) -> SpeedRules:
    """Of the rules what decides what is read: which codes are of one class, how wide strips along
    shores are, and whether there is a sea. All else is applied to what was read."""
    classes = tuple(CoverClass(each.name, each.codes) for each in rules.cover.classes)
    water, sea = (WaterRule(strip_m=rule.strip_m) for rule in (rules.water, rules.sea))
    return SpeedRules(
        FLAT, replace(rules.cover, classes=classes, otherwise=1.0), water, sea, rules.sea_level_m,
        RoadSpeedRules(),
    )  # fmt: skip


def _made(rules: SpeedRules, unknown: Unknown, margin: int, ground: Ground) -> Made:
    made = speeds(ground, rules, unknown)
    rows, cols = made.kmh.shape
    return cropped(made, (slice(margin, rows - margin), slice(margin, cols - margin)))


def _speeds(
    rules: SpeedRules, unknown: Unknown, margin: int, cancel: Cancel, ground: Ground
) -> NDArray[np.float32]:
    cancel.check("the preview")
    return _made(rules, unknown, margin, ground).kmh.astype(np.float32)


def _asked(look: FirstLook, question: LookQuestion, cancel: Cancel) -> FirstLook:
    """With the times from the starts that lie on the grid, in cells that are open."""
    grid = look.cells
    places = places_between(
        [(x, y) for x, y, _ in question.starts], question.crs_wkt, look.grid.crs_wkt
    )
    sources, shown = [], []
    for place, (_, _, delay) in zip(places, question.starts, strict=True):
        cell = grid.cell_at(*place)
        if cell is None:
            continue
        shown.append(place)
        if grid.passable(*cell):
            sources.append(Start(cell[0] * grid.cols + cell[1], delay))
    look = replace(look, starts=tuple(shown))
    if not sources:
        return look
    times = Tiled(grid, geometry=question.geometry).solve(tuple(sources), cancel=cancel)
    cancel.check("the preview")
    return replace(look, times=times)


def _stamp(file: str) -> tuple[int, int] | None:
    """Size and time of a file, which tell whether it has changed."""
    with suppress(OSError):
        found = os.stat(file)
        return found.st_size, found.st_mtime_ns
    return None
