"""What `solve` writes of roads, by option."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Mapping
from functools import partial
from pathlib import Path

from app.cli.outputs import Kind, Result, write_trace
from app.exports.request import OffRoad
from app.exports.road_table import ROAD_FORMATS, export_roads
from app.exports.table import ExportReport
from app.solving.road_solved import RoadSolved
from core.cancel import Cancel
from core.progress import Progress


def road_kinds(arguments: Namespace) -> Mapping[str, Kind]:
    """The options that name files, in the order of writing."""
    kinds = {"--trace": Kind((), ".jsonl", write_trace)}
    for option, kind in (
        ("--out", "times"),
        ("--vertices", "vertices"),
        ("--polygons", "polygons"),
    ):
        kinds[option] = Kind(ROAD_FORMATS[kind], "", partial(_write, kind, arguments))
    kinds["--png"] = Kind((), ".png", None)
    return kinds


def _write(
    kind: str, arguments: Namespace, path: Path, result: Result, progress: Progress, cancel: Cancel
) -> ExportReport:
    assert isinstance(result.solved, RoadSolved)
    return export_roads(
        kind,
        path,
        result.solved,
        result.bands,
        cell_m=arguments.cell_size or 0.0,
        method=arguments.area_method or "buffer",
        tolerance_m=arguments.tolerance or 0.0,
        off_road=OffRoad(*arguments.off_road) if arguments.off_road else None,
        progress=progress,
        cancel=cancel,
    )
