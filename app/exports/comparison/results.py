"""Two results of the same ground, whatever it is: whether they can be compared, and all of it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Protocol

import numpy as np

from app.asked.points import Differing, told_of
from app.exports.comparison.difference import CellDifference, ComparableCells, SolvedCells
from app.exports.comparison.gains import Gains, gains_on_cells, people_on_cells
from app.exports.tags import starts_of
from app.measure import TIME, Measure
from app.solving.result import Result
from app.solving.solved import Solved
from core.cancel import NEVER, Cancel
from core.errors import InputError
from core.progress import Progress, no_progress
from raster.grid import VelocityGrid


@dataclass(frozen=True, eq=False)
class ComparedCells:
    """Two fields of times on the cells of one grid. tags : what its files say of both. asked : what
    differs between their questions; None where these are not known."""

    grid: VelocityGrid
    a: ComparableCells
    b: ComparableCells
    names: tuple[str, str] = ("A", "B")
    notes: tuple[str, ...] = ()

    tags: Mapping[str, str] = field(default_factory=dict)
    asked: Differing | None = None

    lies_on = "cells"
    measure = TIME

    @property
    def differs(self) -> str:
        return told_of(self.asked, self.names)

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
    know. lies_on : a key of `app.exports.comparison.request.FORMATS`. asked : what differs between
    their questions, None where these are not known; differs : the same in a sentence, or ""."""

    @property
    def names(self) -> tuple[str, str]: ...
    @property
    def notes(self) -> tuple[str, ...]: ...
    @property
    def lies_on(self) -> str: ...
    @property
    def measure(self) -> Measure: ...
    @property
    def asked(self) -> Differing | None: ...
    @property
    def differs(self) -> str: ...
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
    a: Result,
    b: Result,
    names: tuple[str, str] = ("A", "B"),
    notes: tuple[str, ...] = (),
    asked: Differing | None = None,
) -> Comparison:
    """Two results of the same ground. asked : what differs between their questions. Raises
    InputError, with advice, where they are not of the same ground."""
    if a.measure != b.measure:
        raise InputError(
            f"{names[0]} counts in {a.measure.base} and {names[1]} in {b.measure.base}",
            advice="Compare times with times.",
        )
    partial = [name for name, r in zip(names, (a, b), strict=True) if r.times.partial]
    notes = (*notes, *(f"{name} was stopped before its end" for name in partial))
    if a.on_cells is not None and b.on_cells is not None:
        return _on_cells(a.on_cells, b.on_cells, names, notes, asked)
    if a.on_cells is not None or b.on_cells is not None:
        raise InputError(
            "one lies on cells and the other on roads", advice="Compare two of a kind."
        )
    from app.exports.comparison.on_roads import on_roads  # loads the road solvers

    return on_roads(a, b, names, notes, asked)


def _on_cells(
    a: Solved,
    b: Solved,
    names: tuple[str, str],
    notes: tuple[str, ...],
    asked: Differing | None,
) -> ComparedCells:
    expect_same_cells(a.grid, b.grid, names)
    both = SolvedCells(a.times), SolvedCells(b.times)
    tags = {"ISOFRONT_A_STARTS": starts_of(a), "ISOFRONT_B_STARTS": starts_of(b)}
    return ComparedCells(b.grid, *both, names, notes, tags, asked)


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
