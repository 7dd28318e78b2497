"""What a writer of matrices is told, and the table of their formats."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property
from importlib import import_module
from pathlib import Path
from typing import cast

import numpy as np
from numpy.typing import NDArray

from app.exports.request import ExportOptions
from app.exports.table import Format, format_among
from app.matrix.run import FinishedMatrix
from app.measure import Measure
from core.cancel import NEVER, Cancel
from core.progress import Progress, no_progress
from core.times import UNREACHED


@dataclass(frozen=True, eq=False)
class MatrixExport:
    """A matrix, where to write it and how."""

    path: Path
    matrix: FinishedMatrix
    options: ExportOptions = field(default_factory=ExportOptions)
    progress: Progress = no_progress
    cancel: Cancel = NEVER

    @property
    def measure(self) -> Measure:
        return self.matrix.job.document.measure

    @property
    def origins(self) -> tuple[str, ...]:
        return self.matrix.job.origins.ids

    @cached_property
    def destinations(self) -> tuple[str, ...]:
        """Ids; of vertices those of the file, of cells their numbers, counted by rows."""
        job = self.matrix.job
        if job.destinations is not None:
            return job.destinations.ids
        return tuple(map(str, job.ground.ids(job.document)))

    @property
    def everywhere(self) -> bool:
        """Whether all vertices, or all cells, are destinations."""
        return self.matrix.job.destinations is None

    def costs(self) -> Iterator[tuple[int, NDArray[np.float64]]]:
        """(origin, float64 by destination: what a cost is in the measure's base unit, NaN where
        there is no way within the limit). Raises CancelledError."""
        for begin, kept in self.matrix.rows():
            for k, (ticks, scale) in enumerate(
                zip(kept["ticks"], kept["tick_seconds"].tolist(), strict=True)
            ):
                self.cancel.check("the export")
                self.writing((begin + k) / len(self.origins))
                amounts = self.measure.shown(ticks * scale)
                amounts[ticks >= UNREACHED] = np.nan
                yield begin + k, amounts

    def writing(self, fraction: float) -> None:
        """Report a fraction of the whole."""
        self.progress(fraction, f"writing {self.path.name}")


TABLES = (
    Format("CSV", (".csv",), "tables:csv_table"),
    Format("Parquet", (".parquet",), "tables:parquet_table"),
    Format("NumPy", (".npz",), "tables:npz_arrays"),
)
"""Formats of the whole table, or of the nearest origins."""

MAPS = (
    Format("GeoPackage", (".gpkg",), "layers:features"),
    Format("GeoTIFF", (".tif", ".tiff"), "cells:best_tiff"),
)
"""Formats of what is the best origin of each place."""

FORMATS = (*TABLES, *MAPS)

STATISTICS = (Format("CSV", (".csv",)),)
"""Formats of what lies in each band."""


def is_map(path: Path) -> bool:
    """Whether a file shows the best origin of each place; ExportError for an unknown suffix."""
    return format_among(FORMATS, path) in MAPS


def export_matrix(export: MatrixExport) -> tuple[str, ...]:
    """Write a file, whose suffix decides the format; returns notes. Raises ExportError and
    CancelledError; an old file is then as it was."""
    module, _, function = format_among(FORMATS, export.path).writer.partition(":")
    write = getattr(import_module(f"app.exports.matrix.{module}"), function)
    notes = cast(tuple[str, ...], write(export))
    export.writing(1.0)
    return notes
