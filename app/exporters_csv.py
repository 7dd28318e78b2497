"""Costs of vertices as CSV: `vertex,cost`, by the ids of the road file."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from core.cancel import NEVER, Cancel
from core.progress import Progress, no_progress
from core.replacing import replacing
from core.times import UNREACHED
from road.travel_times import RoadTimes

ROWS_AT_A_TIME = 100_000


def times_csv(
    path: Path, times: RoadTimes, progress: Progress = no_progress, cancel: Cancel = NEVER
) -> tuple[str, ...]:
    """Write a line for each vertex that is reached, in the order of the file; returns notes.

    Costs are whole numbers in the unit of the weights. Raises ExportError and CancelledError.
    """
    labels = times.labels
    reached = np.flatnonzero(labels < UNREACHED)
    ids = times.search.graph.vertex_ids
    with replacing(path) as beside, beside.open("w", encoding="ascii", newline="\n") as stream:
        stream.write("vertex,cost\n")
        for begin in range(0, len(reached), ROWS_AT_A_TIME):
            cancel.check("writing")
            progress(begin / len(reached), f"writing {path.name}")
            rows = reached[begin : begin + ROWS_AT_A_TIME]
            pairs = zip(ids[rows].tolist(), labels[rows].tolist(), strict=True)
            stream.writelines(f"{vertex},{cost}\n" for vertex, cost in pairs)
    missing = len(labels) - len(reached)
    return (f"{missing} vertices are not reached and not in {path.name}",) if missing else ()
