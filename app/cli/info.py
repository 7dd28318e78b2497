"""`isofront info`: what a raster or a road graph holds."""

from __future__ import annotations

import math
from argparse import Namespace
from functools import partial

from app.cli.exit_status import DONE
from app.cli.foreground import Foreground
from app.cli.kinds import kind_of
from app.cli.options.option import ROADS, TERRAIN
from app.cli.options.projects import described
from app.cli.report import Description, facts, json_text, noted
from app.cli.window import WindowService
from app.project.file import is_project
from core.cancel import Cancel
from core.progress import Progress
from raster.files.read import RasterInfo, describe


def info(arguments: Namespace, foreground: Foreground, _window: WindowService) -> int:
    """Print what the file says of itself, and what was found in it."""
    if is_project(arguments.file):
        found = described(arguments)
    else:
        describe_it = _DESCRIBED[kind_of(arguments)]
        found = foreground.run("reading", partial(describe_it, arguments, foreground))
    lines = facts(found.facts), *noted(found.notes)
    print(json_text(found.record) if arguments.json else "\n".join(lines))
    return DONE


def _raster(
    arguments: Namespace, _foreground: Foreground, progress: Progress, cancel: Cancel
) -> Description:
    found = describe(
        arguments.file,
        member=arguments.member,
        band=arguments.band,
        progress=progress,
        cancel=cancel,
    )
    unit = f" {found.unit}" if found.crs else ""
    pairs = [
        ("format", f"{found.kind} ({found.driver})"),
        ("size", f"{found.rows} rows × {found.cols} columns"),
        ("cell", f"{found.cell_x:.10g} × {found.cell_y:.10g}{unit}"),
        ("corner", f"{found.left:.10g}, {found.top:.10g} (left, top)"),
        ("CRS", found.crs or "none"),
        ("values", _values(found)),
        ("no data", _no_data(found.nodata)),
        ("band", _band(found)),
    ]
    return Description(found.record(), pairs, found.notes)


def _roads(
    arguments: Namespace, foreground: Foreground, progress: Progress, cancel: Cancel
) -> Description:
    from app.cli.roads.info import road_graph  # loads the road solvers

    return road_graph(arguments, foreground, progress, cancel)


_DESCRIBED = {TERRAIN: _raster, ROADS: _roads}


def _values(found: RasterInfo) -> str:
    if found.minimum is None or found.maximum is None:
        return f"{found.dtype}, no cell has data"
    share = (found.valid or 0) / (found.rows * found.cols)
    percent = math.floor(share * 1000) / 10  # never "100 %" where a cell is missing
    span = f"{found.minimum:.10g} to {found.maximum:.10g}"
    return f"{found.dtype}, {span}, {percent:g} % of the cells have data"


def _no_data(nodata: float | None) -> str:
    if nodata is None:
        return "not declared"
    return "NaN, not a number" if math.isnan(nodata) else f"{nodata:.10g}"


def _band(found: RasterInfo) -> str:
    named = found.band_names[found.band - 1] if found.band_names else ""
    return f"{found.band} of {found.bands}" + (f" ({named})" if named else "")
