"""A first look at a recipe: its speeds on a coarse grid, and why each cell has its own."""

from __future__ import annotations

import os
from contextlib import ExitStack, suppress
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from app.builder.explain import words_of
from app.builder.grids import coarse
from app.builder.inputs import GroundReader, OpenInputs, cropped, opened_inputs
from app.builder.recipe import Recipe
from app.builder.vectors import check_roads
from core.cancel import NEVER, Cancel
from core.progress import Progress, no_progress
from raster.builder.rules import FLAT, SpeedRules
from raster.builder.speed import Ground, Made, speeds
from raster.builder.target import TargetGrid, grown
from raster.grid import Window

LOOK_CELLS = 160_000
"""Most cells of a first look: as many as a small picture has pixels."""

STRIP_ROWS = 32
"""Rows that are read between two looks at whether the picture is still wanted."""


@dataclass(frozen=True, eq=False)
class FirstLook:
    """Speeds on a coarse grid. target : the grid of the result; kmh : float32, (rows, cols) of
    `grid`, NaN where undefined; notes : what is not there, a sentence each."""

    rules: SpeedRules
    grid: TargetGrid
    target: TargetGrid
    kmh: NDArray[np.float32]
    notes: tuple[str, ...]
    made: tuple[Made, ...]

    def why(self, row: int, col: int) -> str:
        """`slope 12° → 18 km/h × shrub 0.8 → 14.4 km/h`, of a cell of `grid`."""
        strip, row_there = divmod(row, STRIP_ROWS)
        return words_of(self.made[strip], self.rules, row_there, col)


class Previewer:
    """Looks at one recipe after another, all in one thread. What was opened stays open as long as
    the inputs are the same, and what was read of the ground while only speeds by slope and limits
    differ, so that a picture follows a curve that is dragged."""

    def __init__(self) -> None:
        self._stack = ExitStack()
        self._opened: tuple[object, OpenInputs] | None = None
        self._read: tuple[object, GroundReader, list[Ground]] | None = None

    def look(
        self, recipe: Recipe, *, progress: Progress = no_progress, cancel: Cancel = NEVER
    ) -> FirstLook:
        """A first look at a recipe; InputError, CancelledError."""
        check_roads(recipe.rules.roads)
        opened = self._inputs(recipe, progress, cancel)
        reader, grounds = self._ground(recipe, opened, cancel)
        made = tuple(
            _without_margin(speeds(ground, reader.rules, reader.unknown), reader.margin)
            for ground in grounds
        )
        kmh = np.concatenate([each.kmh for each in made]).astype(np.float32)
        return FirstLook(reader.rules, reader.grid, opened.grid, kmh, opened.notes, made)

    def close(self) -> None:
        """Close what is open."""
        self._opened = self._read = None
        self._stack.close()

    def _inputs(self, recipe: Recipe, progress: Progress, cancel: Cancel) -> OpenInputs:
        plain = replace(recipe, rules=SpeedRules(), type="uint8", vehicle="")
        key = plain, tuple(map(_stamp, recipe.files))
        if self._opened is None or self._opened[0] != key:
            self.close()
            reading = opened_inputs(recipe, progress=progress, cancel=cancel)
            self._opened = key, self._stack.enter_context(reading)
        return replace(self._opened[1], recipe=recipe)

    def _ground(
        self, recipe: Recipe, opened: OpenInputs, cancel: Cancel
    ) -> tuple[GroundReader, list[Ground]]:
        rules = replace(recipe.rules, slope=FLAT, minimum_kmh=0.0, maximum_kmh=None)
        assert self._opened is not None
        key = self._opened[0], rules
        if self._read is None or self._read[0] != key:
            self._read = None
            reader = GroundReader.on(opened, coarse(opened.grid, LOOK_CELLS))
            grid, margin, grounds = reader.grid, reader.margin, []
            for row in range(0, grid.rows, STRIP_ROWS):
                cancel.check("the preview")
                strip = Window(row, 0, min(STRIP_ROWS, grid.rows - row), grid.cols)
                grounds.append(reader.ground(grown(strip, margin)))
            self._read = key, reader, grounds
        _, reader, grounds = self._read
        reader.rules = recipe.rules
        return reader, grounds


def _without_margin(made: Made, margin: int) -> Made:
    rows, cols = made.kmh.shape
    return cropped(made, (slice(margin, rows - margin), slice(margin, cols - margin)))


def _stamp(file: str) -> tuple[int, int] | None:
    """Size and time of a file, which tell whether it has changed."""
    with suppress(OSError):
        found = os.stat(file)
        return found.st_size, found.st_mtime_ns
    return None
