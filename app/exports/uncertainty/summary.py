"""Times at all certainties and the probability to be within the limit, in one file."""

from __future__ import annotations

from functools import partial
from typing import Any, cast

import numpy as np

from app.exports.csv import column, write_table
from app.exports.raster import tags_of
from app.exports.uncertainty.request import SummaryExport
from app.solving.road_solved import RoadSolved
from app.solving.solved import Solved
from app.uncertainty.certainty import Certainty
from raster.files.write import CellField, write_fields
from raster.grid import Window
from raster.travel_times import TravelTimes
from road.graph import F64


def as_tiff(export: SummaryExport) -> tuple[str, ...]:
    """Bands: seconds at 10, 50 and 90 %, no data where that certainty is never had; and the
    probability, 0 to 1, no data where no run reaches a cell at all. Returns notes."""
    found = export.found
    solved = {percent: cast(Solved, each) for percent, each in found.times.items()}

    def seconds(times: TravelTimes, window: Window) -> F64:
        return times.seconds(window, (window.height, window.width)).astype(np.float64)

    grid = solved[50].grid
    likely = found.probability.reshape(grid.shape)
    likely = np.where(likely > 0, likely, np.nan)
    fields = [
        CellField(f"travel time, {percent} % certain", "s", partial(seconds, each.times))
        for percent, each in solved.items()
    ]
    fields.append(CellField(f"probability to be reached within {found.limit:g} s", "", likely))
    tags = {**tags_of(solved[50]), "ISOFRONT_CERTAINTY": f"10, 50, 90 %, {found.noise.text()}"}
    write_fields(export.path, grid, fields, tags, progress=export.progress, cancel=export.cancel)
    if grid.crs_wkt is None:
        return (f"{export.path.name} names no CRS, because the terrain names none.",)
    return ()


def columns_of(found: Certainty) -> tuple[np.ndarray[Any, Any], dict[str, Any]]:
    """(int64, vertices that some run reaches within the limit of the solve, name → values of these,
    of times float64 in the base unit, NaN where that certainty is never had)."""
    solved = {percent: cast(RoadSolved, each) for percent, each in found.times.items()}
    measure = solved[50].measure
    times = {percent: measure.shown(each.times.seconds()) for percent, each in solved.items()}
    there = np.flatnonzero(np.isfinite(times[10]) | (found.within > 0))
    values: dict[str, Any] = {"vertex": solved[50].graph.vertex_ids[there]}
    for percent, each in times.items():
        amounts = each[there]
        values[f"time_{percent}"] = np.where(np.isfinite(amounts), amounts, np.nan)
    values["probability"] = found.probability[there]
    return there, values


def as_csv(export: SummaryExport) -> tuple[str, ...]:
    """A line for each vertex that is reached, with `time_10`, `time_50`, `time_90`, empty where
    that certainty is never had, and `probability`; returns notes."""
    there, values = columns_of(export.found)
    graph = cast(RoadSolved, export.found.times[50]).graph
    columns: dict[str, Any] = {"vertex": column(values.pop("vertex"))}
    if graph.x is not None and graph.y is not None:
        heads = ("lon", "lat") if graph.geographic else ("x", "y")
        columns.update(zip(heads, (column(graph.x[there]), column(graph.y[there])), strict=True))

    def texts(amounts: F64, rows: slice) -> list[str]:
        return ["" if value != value else f"{value:.12g}" for value in amounts[rows].tolist()]

    columns |= {name: partial(texts, amounts) for name, amounts in values.items()}
    write_table(export.asked, columns, len(there))
    return ()
