"""Tables as CSV, some rows at a time."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from app.exports.request import Export
from core.files.atomic_write import atomic_write

ROWS_AT_A_TIME = 20_000
"""Rows written between two looks for a cancel."""

Column = Callable[[slice], Iterable[str]]
"""Function that gives the texts of some rows."""


def column(values: NDArray[np.generic], digits: int = 10) -> Column:
    """Values as text. digits : of floats; ten are a tenth of a millimetre of longitude, a
    millimetre in a plane."""

    def texts(rows: slice) -> Iterable[str]:
        for value in values[rows].tolist():
            yield f"{value:.{digits}g}" if isinstance(value, float) else str(value)

    return texts


def write_table(
    export: Export[Any], columns: Mapping[str, Column], rows: int, begin: float = 0.0
) -> None:
    """Write a head and a line for each row, in UTF-8.

    begin : share of the progress that was made before. Raises ExportError and CancelledError.
    """
    with (
        atomic_write(export.path) as draft,
        draft.open("w", encoding="utf-8", newline="\n") as text,
    ):
        text.write(",".join(columns) + "\n")
        for first in range(0, rows, ROWS_AT_A_TIME):
            export.cancel.check("the export")
            export.writing(begin + (1 - begin) * first / rows)
            some = slice(first, min(first + ROWS_AT_A_TIME, rows))
            texts = zip(*(texts(some) for texts in columns.values()), strict=True)
            text.writelines(",".join(row) + "\n" for row in texts)
    export.writing(1.0)
