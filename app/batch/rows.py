"""What became of the rows of a batch, and the table of it."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from app.bands import Bands
from app.exports.csv import write_records
from app.exports.request import bands_written
from app.solving.result import Result
from core.errors import IsofrontError

DONE, KEPT, FAILED = "done", "kept", "failed"
"""States of a row: worked out now, finished before, or told in a line why not."""

_PLACEHOLDER = re.compile(r"\{(\w*)\}")
_NOT_IN_NAMES = re.compile(r"[^\w.+-]+")


@dataclass(frozen=True)
class BatchRow:
    """A row that is over.

    row : its number, and that within it where it stands for several: "3", "3.2". seconds : that it
    took, when it was worked out. error : one line; "" where there was none. files : that it wrote.
    figures : of `figures_of`. fault : what `error` tells, for who tells it in another language.
    """

    row: str
    name: str
    state: str
    seconds: float = 0.0
    error: str = ""
    files: tuple[str, ...] = ()
    figures: Mapping[str, Any] = field(default_factory=dict)
    fault: IsofrontError | None = None

    @property
    def told(self) -> dict[str, Any]:
        """As JSON, for a journal."""
        return {"seconds": self.seconds, "files": self.files, "figures": dict(self.figures)}

    @classmethod
    def kept(cls, row: str, name: str, told: Mapping[str, Any]) -> BatchRow:
        """One that a journal knows."""
        files, figures = tuple(told["files"]), told["figures"]
        return cls(row, name, KEPT, float(told["seconds"]), files=files, figures=figures)


def figures_of(result: Result, asked: Bands) -> dict[str, Any]:
    """What a summary says of a result: how many places are reached, the farthest of them, and what
    lies in each band, in m² of ground or m of streets. For any thread."""
    bands = bands_written(asked, result)
    return {
        "reached": result.times.reached,
        "farthest": result.times.max_seconds,
        "counts": result.measure.base,
        "solve_ms": result.solve_ms,
        "unit": "m" if result.on_cells is None else "m2",
        "limits": list(bands.limits),
        "amounts": result.amounts(bands.limits),
    }


def write_batch_summary(target: Path, rows: Sequence[BatchRow]) -> None:
    """One line a row; `to_1` and `amount_1` are the end of its first band and what lies in it.
    Raises ExportError."""
    most = max((len(row.figures.get("limits", ())) for row in rows), default=0)
    write_records(target, [_record(row, most) for row in rows])


def _record(row: BatchRow, most: int) -> dict[str, Any]:
    figures = row.figures
    limits, amounts = figures.get("limits", ()), figures.get("amounts", ())
    bands: dict[str, Any] = {}
    for number in range(most):
        there = number < len(limits)
        bands[f"to_{number + 1}"] = f"{limits[number]:.10g}" if there else ""
        bands[f"amount_{number + 1}"] = f"{amounts[number]:.10g}" if there else ""
    return {
        "row": row.row,
        "name": row.name,
        "ok": "no" if row.state == FAILED else "yes",
        "state": row.state,
        "seconds": f"{row.seconds:.3f}",
        "solve_ms": f"{figures['solve_ms']:.3f}" if figures else "",
        "reached": figures.get("reached", ""),
        "farthest": f"{figures['farthest']:.10g}" if figures else "",
        "counts": figures.get("counts", ""),
        "amounts_in": figures.get("unit", ""),
        **bands,
        "files": " ".join(row.files),
        "error": row.error,
    }


def filled_in(name: str, values: Mapping[str, str]) -> str:
    """A name of a file with its {placeholders} replaced, which bring no sign that names of files
    cannot have. Raises KeyError, with the placeholder, where there is no such value."""
    return _PLACEHOLDER.sub(lambda found: plain_name(values[found[1]]), name)


def plain_name(text: str) -> str:
    """A text as a part of the name of a file."""
    return _NOT_IN_NAMES.sub("_", text).strip("._") or "_"
