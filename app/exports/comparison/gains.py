"""How much is won and lost from A to B within each of several limits, sooner and later at all."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from app.exports.comparison.difference import KINDS, ComparableCells, difference, rounding_of
from app.exports.csv import write_records
from app.measure import TIME, Measure
from core.cancel import NEVER, Cancel
from core.progress import Progress, no_progress
from raster.files.amounts import Bounds, amounts_in_bands
from raster.grid import VelocityGrid, Window
from raster.travel_times import NO_CLASS

MOST_LIMITS = 12
"""Limits that are told apart: pairs of their bands are classes of an image, of which there are 255;
and a longer table is not read."""

CELLS_AT_ONCE = 4_000_000
"""Cells that are compared between two looks at a cancel: a tenth of a second."""

F64 = NDArray[np.float64]


@dataclass(frozen=True)
class GainRow:
    """What lies within a limit, in m² or metres of streets, or in people: of A and of B, won (of B
    alone) and lost (of A alone). limit : seconds or the weights' own unit; inf for all that is
    reached."""

    limit: float
    a: float
    b: float
    won: float
    lost: float


@dataclass(frozen=True)
class Gains:
    """rows : by ascending limit, the last without one. kinds : an amount for each of KINDS, but for
    the first 0. lengths : whether amounts are metres of streets, and not m². people : the same rows
    in people; empty where none are asked for.

    mean, least, most : of B − A over what both reach, by amount; NaN where that is nothing.
    """

    rows: tuple[GainRow, ...]
    kinds: tuple[float, ...]
    mean: float
    least: float
    most: float
    lengths: bool = False
    people: tuple[GainRow, ...] = ()
    measure: Measure = TIME

    def record(self) -> list[dict[str, Any]]:
        """For a program: an object for each limit, in base units; no limit is null."""
        unit = "m" if self.lengths else "m2"
        found = []
        for k, row in enumerate(self.rows):
            limit = self.measure.shown(row.limit) if np.isfinite(row.limit) else None
            told = {"limit": limit, **{f"{n}_{unit}": v for n, v in _amounts(row).items()}}
            if self.people:
                told |= {f"{n}_people": v for n, v in _amounts(self.people[k]).items()}
            found.append(told)
        return found

    def summary(self) -> dict[str, Any]:
        """For a program: what became of all places, and by how much; seconds, or base units."""
        unit = "m" if self.lengths else "m2"
        told: dict[str, Any] = {
            f"{name}_{unit}": amount for name, amount in zip(KINDS[1:], self.kinds[1:], strict=True)
        }
        for name in ("mean", "least", "most"):
            value = self.measure.shown(getattr(self, name))
            told[f"{name}_difference"] = float(value) if np.isfinite(value) else None
        return told

    def write(self, path: Path, differs: str = "") -> None:
        """Write `record` as CSV. differs : what does between both questions; in a column of its
        own, as a table has no other place for it. Raises ExportError."""
        told = {"differs": differs} if differs else {}
        write_records(path, [{**row, **told} for row in self.record()])


def _amounts(row: GainRow) -> dict[str, float]:
    return {"a": row.a, "b": row.b, "won": row.won, "lost": row.lost}


def told_limits(limits: Sequence[float]) -> tuple[float, ...]:
    """Of many limits so many as are told apart, evenly chosen, the last among them."""
    known = [limit for limit in limits if np.isfinite(limit)]
    if len(known) <= MOST_LIMITS:
        return tuple(known)
    kept = np.linspace(0, len(known) - 1, MOST_LIMITS).round().astype(int)
    return tuple(known[k] for k in kept)


class PairedBands:
    """Cells by the bands that they lie in in A and in B, as an image of classes.

    With n limits a cell is in band 0 … n − 1, in n where it is reached beyond them, in n + 1 where
    it is not; its class is (n + 2) times that of A, and that of B.
    """

    def __init__(self, a: ComparableCells, b: ComparableCells, limits: Sequence[float]) -> None:
        self.a, self.b, self.shape = a, b, a.shape
        self.limits = told_limits(limits)
        self.sides = len(self.limits) + 2

    def image(self, window: Window) -> NDArray[np.uint8]:
        return self.classed(self.a.seconds_in(window), self.b.seconds_in(window))

    def classed(self, a: F64, b: F64) -> NDArray[np.uint8]:
        """uint8; of seconds of A and of B."""
        edges = np.array((*self.limits, np.finfo(np.float64).max))
        paired = np.searchsorted(edges, a, "left") * self.sides + np.searchsorted(edges, b, "left")
        found: NDArray[np.uint8] = paired.astype(np.uint8)
        return found

    def classes(
        self, window: Window, _shape: tuple[int, int], _limits: Sequence[float]
    ) -> NDArray[np.uint8]:
        """As times are asked by `raster.files.amounts`: the image in full; what neither reaches is
        NO_CLASS."""
        image = np.empty((window.height, window.width), np.uint8)
        for part in strips_of(window):
            some = image[part.row - window.row :][: part.height]
            some[:] = self.image(part)
            some[some == self.sides**2 - 1] = NO_CLASS
        return image

    def rows(self, amounts: F64) -> tuple[GainRow, ...]:
        """By limit, of an amount for each class."""
        table = amounts[: self.sides**2].reshape(self.sides, self.sides)
        rows = []
        for k, limit in enumerate((*self.limits, np.inf), start=1):
            rows.append(
                GainRow(
                    float(limit),
                    float(table[:k].sum()),
                    float(table[:, :k].sum()),
                    float(table[k:, :k].sum()),
                    float(table[:k, k:].sum()),
                )
            )
        return tuple(rows)


def strips_of(window: Window) -> list[Window]:
    """Whole rows of a window, some at a time."""
    rows = max(CELLS_AT_ONCE // max(window.width, 1), 1)
    return [
        Window(row, window.col, min(rows, window.row + window.height - row), window.width)
        for row in range(window.row, window.row + window.height, rows)
    ]


def gains_on_cells(
    grid: VelocityGrid,
    a: ComparableCells,
    b: ComparableCells,
    limits: Sequence[float],
    progress: Progress = no_progress,
    cancel: Cancel = NEVER,
) -> Gains:
    """Of two fields on the cells of a grid, in m². Raises CancelledError."""
    pairs = PairedBands(a, b, limits)
    counts, kinds = np.zeros(pairs.sides**2, np.int64), np.zeros(len(KINDS), np.int64)
    total, least, most = 0.0, np.inf, -np.inf
    rounding = rounding_of(a.tick_seconds, b.tick_seconds)
    for window in strips_of(grid.whole()):
        cancel.check("the comparison")
        progress(window.row / grid.rows, "comparing")
        in_a, in_b = a.seconds_in(window), b.seconds_in(window)
        counts += np.bincount(pairs.classed(in_a, in_b).ravel(), minlength=len(counts))
        found = difference(in_a, in_b, rounding)
        kinds += np.bincount(found.kind.ravel(), minlength=len(kinds))
        shared = found.seconds[np.isfinite(found.seconds)]
        total += float(shared.sum())
        least = min(least, float(shared.min(initial=np.inf)))
        most = max(most, float(shared.max(initial=-np.inf)))
    both = int(kinds[1:4].sum())
    area = grid.cell_area
    told = (total / both, least, most) if both else (np.nan, np.nan, np.nan)
    kinds[0] = 0
    return Gains(pairs.rows(counts * np.float64(area)), tuple((kinds * area).tolist()), *told)


def people_on_cells(
    gains: Gains,
    path: Path,
    grid: VelocityGrid,
    a: ComparableCells,
    b: ComparableCells,
    extent: Bounds | None = None,
    cancel: Cancel = NEVER,
) -> Gains:
    """The same with what a raster counts. Raises InputError for one that cannot be used,
    CancelledError."""
    pairs = PairedBands(a, b, [row.limit for row in gains.rows])
    classes: Any = pairs  # asked for nothing but classes
    sums, _ = amounts_in_bands(path, grid, classes, range(NO_CLASS), extent, cancel)
    return replace(gains, people=pairs.rows(np.array(sums)))
