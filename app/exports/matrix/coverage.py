"""What lies in each band of the time from the nearest origin: places, streets, area, people."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from app.bands import Bands
from app.exports.csv import write_records
from app.exports.matrix.people import people_in
from app.exports.request import Export, ExportOptions
from app.exports.road_areas import square_metres
from app.matrix.run import FinishedMatrix
from app.solving.result import Result
from core.cancel import NEVER, Cancel
from core.progress import Progress, no_progress

Amounts = tuple[float, ...]
"""An amount for each band."""


@dataclass(frozen=True, eq=False)
class Coverage:
    """Amounts by band. lengths_m : of streets; None on terrain. areas_m2 : of cells, or of ground
    around roads; None of roads without positions.

    people : or whatever else a raster counts; None where none is asked. everybody : all of them in
    the extent of the terrain, or of the roads. notes : on how areas were drawn.
    """

    bands: Bands
    destinations: tuple[int, ...]
    lengths_m: Amounts | None = None
    areas_m2: Amounts | None = None
    people: Amounts | None = None
    everybody: float = 0.0
    notes: tuple[str, ...] = ()

    def table(self) -> dict[str, Amounts]:
        """Name → an amount for each band, in base units. `people_share` is of everybody, 0 where
        nobody lives at all."""
        columns: dict[str, Amounts | None] = {
            "destinations": self.destinations,
            "length_m": self.lengths_m,
            "area_m2": self.areas_m2,
            "people": self.people,
        }
        if self.people is not None:
            columns["people_share"] = tuple(n / (self.everybody or 1.0) for n in self.people)
        return {name: column for name, column in columns.items() if column is not None}

    def record(self) -> list[dict[str, Any]]:
        """For a program: an object for each band."""
        shown, table = self.bands.measure.shown, self.table()
        return [
            {
                "from": shown(begin),
                "to": shown(end),
                **{name: column[k] for name, column in table.items()},
            }
            for k, (begin, end) in enumerate(self.bands.pairs)
        ]

    def within(self) -> dict[str, Any]:
        """For a program: what lies in all bands together."""
        sums = {name: sum(column) for name, column in self.table().items()}
        found = {"to": self.bands.measure.shown(self.bands.limits[-1]), **sums}
        return found if self.people is None else {**found, "everybody": self.everybody}

    def write(self, path: Path) -> None:
        """Write `record` as CSV. Raises ExportError."""
        write_records(path, self.record())


class _Ground(NamedTuple):
    """As in `Coverage`."""

    lengths_m: Amounts | None
    areas_m2: Amounts | None
    notes: tuple[str, ...] = ()


def _on_cells(export: Export[Any]) -> _Ground:
    return _Ground(None, tuple(export.result.amounts(export.bands.limits)))


def _on_roads(export: Export[Any]) -> _Ground:
    return _streets(export)._replace(**_around_roads(export))


def _streets(export: Export[Any]) -> _Ground:
    return _Ground(tuple(export.result.amounts(export.bands.limits)), None)


def _around_roads(export: Export[Any]) -> dict[str, Any]:
    if export.result.graph.x is None:
        return {}
    areas, notes = square_metres(export)
    return {"areas_m2": areas, "notes": notes}


_GROUND: Mapping[str, Callable[[Export[Any]], _Ground]] = {
    "cells": _on_cells,
    "cells and roads": _on_cells,
    "roads": _on_roads,
}

_GROUND_BEFORE = {**_GROUND, "roads": _streets}

_AREAS_LATER: Mapping[str, Callable[[Any], bool]] = {
    "cells": lambda union: False,
    "cells and roads": lambda union: False,
    "roads": lambda union: union.graph.x is not None,
}


def lacks_areas(covered: Coverage, union: Result) -> bool:
    """Whether there are areas that have not been drawn yet."""
    return covered.areas_m2 is None and _AREAS_LATER[union.lies_on](union)


def with_areas(
    covered: Coverage,
    union: Result,
    options: ExportOptions,
    progress: Progress = no_progress,
    cancel: Cancel = NEVER,
) -> Coverage:
    """The same with the areas that it lacks. Raises as `coverage_of`."""
    export = _export(union, covered.bands, options, progress, cancel)
    return replace(covered, **_around_roads(export))


def _export(
    union: Result, bands: Bands, options: ExportOptions, progress: Progress, cancel: Cancel
) -> Export[Any]:
    asked = replace(bands, automatic=False)  # all that is further away is in no band
    return Export(Path(), union, asked, options=options, progress=progress, cancel=cancel)


def coverage_of(
    finished: FinishedMatrix,
    union: Result,
    bands: Bands,
    population: Path | None,
    options: ExportOptions,
    progress: Progress = no_progress,
    cancel: Cancel = NEVER,
    *,
    areas: bool = True,
) -> Coverage:
    """Of a matrix whose nearest origins are kept; union : of its job. areas : whether ground around
    roads is drawn, too, which `with_areas` may do later. Raises InputError for a
    raster that cannot be used, or an area too large for its tolerance, CancelledError."""
    least = finished.nearest.seconds[0]
    band = np.searchsorted(np.array(bands.limits), least, side="left")
    counts = np.bincount(band, minlength=len(bands.limits) + 1)[: len(bands.limits)]
    export = _export(union, bands, options, progress, cancel)
    ground = (_GROUND if areas else _GROUND_BEFORE)[union.lies_on](export)
    people, everybody = None, 0.0
    if population is not None:
        progress(-1.0, "counting people")
        people, everybody = people_in(population, union, bands, options, cancel)
    found = ground.lengths_m, ground.areas_m2, people, everybody, ground.notes
    return Coverage(bands, tuple(counts.tolist()), *found)
