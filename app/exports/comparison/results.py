"""Two results of the same ground, whatever it is: whether they can be compared, and all of it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Protocol

import numpy as np

from app.exports.comparison.difference import CellDifference, ComparableCells, SolvedCells
from app.exports.comparison.gains import Gains, gains_on_cells, people_on_cells
from app.measure import TIME, Measure
from app.solving.result import Result
from app.solving.solved import Solved
from core.cancel import NEVER, Cancel
from core.errors import InputError
from core.progress import Progress, no_progress
from raster.grid import VelocityGrid


@dataclass(frozen=True, eq=False)
class ComparedCells:
    """Two fields of times on the cells of one grid. tags : what its files say of both."""

    grid: VelocityGrid
    a: ComparableCells
    b: ComparableCells
    names: tuple[str, str] = ("A", "B")
    notes: tuple[str, ...] = ()

    tags: Mapping[str, str] = field(default_factory=dict)

    lies_on = "cells"
    measure = TIME

    @property
    def difference(self) -> CellDifference:
        return CellDifference(self.a, self.b)

    def gains(
        self,
        limits: Sequence[float],
        people: Path | None = None,
        progress: Progress = no_progress,
        cancel: Cancel = NEVER,
    ) -> Gains:
        """Raises InputError for a raster of people that cannot be used, CancelledError."""
        found = gains_on_cells(self.grid, self.a, self.b, limits, progress, cancel)
        if people is None:
            return found
        progress(-1.0, "counting people")
        return people_on_cells(found, people, self.grid, self.a, self.b, cancel=cancel)


class Comparison(Protocol):
    """Two results against each other. names : of A and of B. notes : what their reader should
    know. lies_on : a key of `app.exports.comparison.request.FORMATS`."""

    @property
    def names(self) -> tuple[str, str]: ...
    @property
    def notes(self) -> tuple[str, ...]: ...
    @property
    def lies_on(self) -> str: ...
    @property
    def measure(self) -> Measure: ...
    def gains(
        self,
        limits: Sequence[float],
        people: Path | None = None,
        progress: Progress = no_progress,
        cancel: Cancel = NEVER,
    ) -> Gains:
        """For any thread. Raises InputError for a raster of people that cannot be used,
        CancelledError."""
        ...


def compared(
    a: Result, b: Result, names: tuple[str, str] = ("A", "B"), notes: tuple[str, ...] = ()
) -> Comparison:
    """Two results of the same ground. Raises InputError, with advice, where they are not."""
    if a.measure != b.measure:
        raise InputError(
            f"{names[0]} counts in {a.measure.base} and {names[1]} in {b.measure.base}",
            advice="Compare times with times.",
        )
    partial = [name for name, r in zip(names, (a, b), strict=True) if r.times.partial]
    notes = (*notes, *(f"{name} was stopped before its end" for name in partial))
    if a.on_cells is not None and b.on_cells is not None:
        return _on_cells(a.on_cells, b.on_cells, names, notes)
    if a.on_cells is not None or b.on_cells is not None:
        raise InputError(
            "one lies on cells and the other on roads", advice="Compare two of a kind."
        )
    from app.exports.comparison.on_roads import on_roads  # loads the road solvers

    return on_roads(a, b, names, notes)


def _on_cells(
    a: Solved, b: Solved, names: tuple[str, str], notes: tuple[str, ...]
) -> ComparedCells:
    expect_same_cells(a.grid, b.grid, names)
    return ComparedCells(b.grid, SolvedCells(a.times), SolvedCells(b.times), names, notes)


def expect_same_cells(a: VelocityGrid, b: VelocityGrid, names: tuple[str, str]) -> None:
    """Raises InputError where two grids have not the same cells."""
    if a.shape != b.shape:
        raise InputError(
            f"{names[0]} has {a.rows} × {a.cols} cells and {names[1]} {b.rows} × {b.cols}",
            advice="Solve both on the same raster.",
        )
    places = [(g.left, g.top, g.cell_x, g.cell_y) for g in (a, b)]
    # A thousandth of a cell: text grids round their corners.
    off = np.abs(np.subtract(places[0], places[1])).max()
    if off > 1e-3 * min(a.cell_x, a.cell_y):
        raise InputError(
            f"the cells of {names[0]} and {names[1]} lie elsewhere",
            advice="Solve both on the same raster.",
        )
