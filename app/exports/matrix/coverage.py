"""What lies within each band of the time from the nearest origin: destinations, streets, people."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from app.bands import Bands
from app.exports.matrix.people import people_in
from app.exports.request import ExportOptions
from app.matrix.run import FinishedMatrix
from app.solving.result import Result
from core.cancel import Cancel


@dataclass(frozen=True, eq=False)
class Coverage:
    """Amounts by band. lengths : whether streets are measured, in metres, or cells, in m².
    everybody : people in all of the extent of the terrain, or of the roads."""

    bands: Bands
    destinations: tuple[int, ...]
    amounts: tuple[float, ...]
    lengths: bool
    people: tuple[float, ...] | None = None
    everybody: float = 0.0

    def record(self) -> list[dict[str, Any]]:
        """For a program: an object a band."""
        name, shown = "length_m" if self.lengths else "area_m2", self.bands.measure.shown
        rows = []
        for k, (begin, end) in enumerate(self.bands.pairs):
            row = {
                "from": shown(begin),
                "to": shown(end),
                "destinations": self.destinations[k],
                name: self.amounts[k],
            }
            rows.append(row if self.people is None else {**row, "people": self.people[k]})
        return rows

    def table(self) -> tuple[Sequence[str], Sequence[Sequence[str]]]:
        """For people: heads and rows."""
        heads = ["band", "destinations", "km of streets" if self.lengths else "km²"]
        worth = 1e3 if self.lengths else 1e6
        rows = [
            [label, str(count), f"{amount / worth:.3f}"]
            for label, count, amount in zip(
                self.bands.labels(), self.destinations, self.amounts, strict=True
            )
        ]
        if self.people is not None:
            heads.append("people")
            rows = [[*row, f"{n:.1f}"] for row, n in zip(rows, self.people, strict=True)]
        return heads, rows


def coverage_of(
    finished: FinishedMatrix,
    union: Result,
    bands: Bands,
    population: Path | None,
    options: ExportOptions,
    cancel: Cancel,
) -> Coverage:
    """Of a matrix whose nearest origins are kept; union : of its job. Raises InputError for a
    raster that cannot be used, CancelledError."""
    least = finished.nearest.seconds[0]
    band = np.searchsorted(np.array(bands.limits), least, side="left")
    counts = np.bincount(band, minlength=len(bands.limits) + 1)[: len(bands.limits)]
    document = finished.job.document
    people, everybody = None, 0.0
    if population is not None:
        people, everybody = people_in(population, union, bands, options, cancel)
    amounts = tuple(union.amounts(bands.limits))
    destinations, lengths = tuple(counts.tolist()), document.counts_lengths
    return Coverage(bands, destinations, amounts, lengths, people, everybody)
