"""Tables as CSV, some rows at a time."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from app.exports.request import Export
from core.files.atomic_write import atomic_write

ROWS_AT_A_TIME = 20_000
"""Rows written between two looks for a cancel."""

Column = Callable[[slice], Iterable[str]]
"""Function that gives the texts of some rows."""


DIGITS = 10
"""Digits of numbers in tables: a tenth of a millimetre of longitude, a millimetre in a plane, a
square metre of a country."""

SHARE_DIGITS = 6
"""Digits of parts of a whole."""


def column(values: NDArray[np.generic], digits: int = DIGITS) -> Column:
    """Values as text. digits : of floats."""

    def texts(rows: slice) -> Iterable[str]:
        for value in values[rows].tolist():
            yield f"{value:.{digits}g}" if isinstance(value, float) else str(value)

    return texts


BESIDE = "{name}-metadata.json"
"""Name of the file in which programs that follow the W3C's *Model for Tabular Data and Metadata on
the Web* look for what is to be known of a table."""


def _tell_beside(table: Path, columns: Iterable[str], tags: Mapping[str, str]) -> None:
    told = {
        "@context": "http://www.w3.org/ns/csvw",
        "url": table.name,
        "tableSchema": {"columns": [{"titles": name} for name in columns]},
        "notes": [{name: text} for name, text in tags.items()],
    }
    text = json.dumps(told, indent=1, ensure_ascii=False) + "\n"
    table.with_name(BESIDE.format(name=table.name)).write_text(text, encoding="utf-8")


def write_records(path: Path, rows: Sequence[Mapping[str, Any]]) -> None:
    """Write a few rows, at least one, with the keys of the first as the head. Raises
    ExportError."""
    with atomic_write(path) as draft:
        head = {name: name for name in rows[0]}
        draft.write_text(record_lines((head, *rows)), encoding="utf-8", newline="\n")


def record_lines(rows: Sequence[Mapping[str, Any]]) -> str:
    """Rows without their head; numbers as `column` writes them."""
    text = io.StringIO()
    told = ([_cell(name, value) for name, value in row.items()] for row in rows)
    csv.writer(text, lineterminator="\n").writerows(told)
    return text.getvalue()


def _cell(name: str, value: Any) -> Any:
    digits = SHARE_DIGITS if name == "people_share" else DIGITS
    return f"{value:.{digits}g}" if isinstance(value, float) else value


def statistics_csv(export: Export[Any]) -> tuple[str, ...]:
    """A line for each band: its limits, the area or the length of roads that lies in it, all up to
    its end, and its share; returns no notes."""
    result, bands = export.result, export.bands
    amounts = np.array(result.amounts(bands.limits))
    unit = {"time": "_s", "length": "_m", "count": ""}[result.measure.quantity]
    what = "length_m" if result.on_cells is None else "area_m2"
    limits = result.measure.shown(np.array(bands.pairs))
    labels = [f'"{label}"' if "," in label else label for label in bands.labels()]
    columns = {
        "band": column(np.arange(1, len(amounts) + 1)),
        "label": column(np.array(labels, np.object_)),
        f"from{unit}": column(limits[:, 0]),
        f"to{unit}": column(limits[:, 1]),
        what: column(amounts),
        f"{what}_total": column(np.cumsum(amounts)),
        "share": column(amounts / (amounts.sum() or 1.0), SHARE_DIGITS),
    }
    write_table(export, columns, len(amounts))
    return ()


def write_table(
    export: Export[Any],
    columns: Mapping[str, Column],
    rows: int,
    begin: float = 0.0,
    tags: Mapping[str, str] | None = None,
) -> None:
    """Write a head and a line for each row, in UTF-8.

    begin : share of the progress that was made before. tags : what the table says of its own
    making, in a file beside it. Raises ExportError and CancelledError.
    """

    def lines(some: slice) -> Iterable[str]:
        texts = zip(*(texts(some) for texts in columns.values()), strict=True)
        return (",".join(row) + "\n" for row in texts)

    if export.plan is not None:
        export.plan.add_table(tuple(columns), rows, lines)
        return
    with (
        atomic_write(export.path, (BESIDE.format(name=export.path.name),)) as draft,
        draft.open("w", encoding="utf-8", newline="\n") as text,
    ):
        if tags:
            _tell_beside(draft, columns, tags)
        text.write(",".join(columns) + "\n")
        for first in range(0, rows, ROWS_AT_A_TIME):
            export.cancel.check("the export")
            export.writing(begin + (1 - begin) * first / rows)
            text.writelines(lines(slice(first, min(first + ROWS_AT_A_TIME, rows))))
        export.cancel.check("the export")
    export.writing(1.0)
