"""What a report says beside its map: tables, parameters, checks and speed, as texts."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QCoreApplication

from app.bands import as_read
from app.catalog.algorithms import find
from app.catalog.rows import GEOMETRY
from app.document.document import Document
from app.exports.request import ValueRaster
from app.exports.shares import shares_of
from app.fitting import longest_of
from app.roads.open_roads import OpenRoads
from app.settings import VERSION
from app.solving.result import Result
from app.starts import coloured, names_of
from app.timing.plain_words import PlainSpeed
from app.units import units
from core.plain_text import as_title
from core.times import UNLIMITED
from ui.texts import (
    amount,
    coordinate,
    count,
    crs_name,
    figure,
    milliseconds,
    of_catalogue,
    one_line,
    speed,
    vehicle_name,
)
from ui.told import THIN_SPACE, told

if TYPE_CHECKING:
    from app.bands import Bands
    from app.solving.solved import Solved
    from app.verdict import Verdict

translate = QCoreApplication.translate

Seen = Callable[[NDArray[np.uint8]], NDArray[np.generic]]
"""Function that tells how colours of times, uint8, (n, 3), look on a map."""

MOST_TITLE = 80
"""Letters of a title that fit its line; names of files may be longer."""

MOST_CHANGES = 6
"""Changes of a vehicle that are told one by one."""


@dataclass(frozen=True)
class ColouredRow:
    """A line of a table: a colour as #rrggbb, what has it, and its figures."""

    colour: str
    cells: tuple[str, ...]


@dataclass(frozen=True)
class ReportTable:
    """heads : of the columns, the first of them of words, all others of figures."""

    title: str
    heads: tuple[str, ...]
    rows: tuple[ColouredRow, ...]


@dataclass(frozen=True)
class ReportContents:
    """All words of a report.

    facts : (name, value) of how it was made. passed : whether its result was checked, None where
    it was not; checks : what was checked, in words, and whether it holds.
    """

    title: str
    subtitle: str
    tables: tuple[ReportTable, ...]
    facts: tuple[tuple[str, str], ...]
    passed: bool | None
    verdict: str
    checks: tuple[tuple[str, bool], ...]
    speed: str
    source: str
    made: str


def contents_of(
    document: Document,
    result: Result,
    bands: Bands,
    palette: str,
    *,
    title: str = "",
    file: str = "",
    seen: Seen | None = None,
    values: tuple[ValueRaster, ...] = (),
    verdict: Verdict | None = None,
    when: datetime | None = None,
    compared: str = "",
) -> ReportContents:
    """What is said of a result. For any thread; areas take a while.

    title : "" for the name of what is open. file : what was read, where the document does not
    know all of it. seen : how colours of bands look on the map. values : rasters, as of people,
    that are summed by band. verdict : of a check that was made for the report. when : of its
    making; None for now. compared : what the map compares it with, and what differs.
    """
    moment = (when or datetime.now()).strftime("%Y-%m-%d %H:%M")
    passed = result.validated if verdict is None else verdict.passed
    return ReportContents(
        title=(title or as_title(document.name) or translate("Report", "Travel times"))[
            :MOST_TITLE
        ],
        subtitle=_subtitle(document, result),
        tables=(_band_table(result, bands, palette, seen, values), _start_table(document, result)),
        facts=tuple(
            (name, value)
            for name, value in (
                *_facts(document, result, file),
                (translate("Report", "Comparison"), compared),
            )
            if value
        ),
        passed=passed,
        verdict=_in_words(passed, result.times.partial),
        checks=()
        if verdict is None
        else tuple((told(text), holds) for text, holds in verdict.statements),
        speed=PlainSpeed.of(result).sentence(_speed_word, THIN_SPACE) + ".",
        source=document.attribution,
        made=translate("Report", "Made by Isofront {version} on {when}").format(
            version=VERSION, when=moment
        ),
    )


def _speed_word(text: str) -> str:
    """Words of the sentence on speed, as the Performance panel has them."""
    return translate("PerformancePanel", text)


def _subtitle(document: Document, result: Result) -> str:
    words = {
        "time": translate("Report", "Travel time"),
        "length": translate("Report", "Distance"),
    }.get(result.measure.quantity, translate("Report", "Cost"))
    graph, cells = result.on_graph, result.on_cells
    if (graph is not None and graph.times.search.direction == "to") or (
        cells is not None and not cells.outward
    ):
        words = translate("Report", "{what} to {starts}").format(what=words, starts=_starts(result))
    else:
        words = translate("Report", "{what} from {starts}").format(
            what=words, starts=_starts(result)
        )
    farthest = translate("Report", "the farthest place after {amount}").format(
        amount=amount(result.times.max_seconds, result.measure)
    )
    return f"{words}, {farthest}"


def _starts(result: Result) -> str:
    if len(result.starts) == 1:
        return result.starts[0].name or translate("Report", "one start")
    return translate("Report", "{count} starts").format(count=count(len(result.starts)))


def _sums(
    result: Result, bands: Bands, values: tuple[ValueRaster, ...]
) -> tuple[list[str], list[tuple[str, ...]]]:
    """Heads of columns of what value rasters hold, and their figures by band."""
    if not values:
        return [], [()] * len(bands.limits)
    from app.exports.zonal.table import zonal_table  # loads GDAL

    found = zonal_table(result, bands, values)
    columns = [[count(amount) for amount in sums.sum(axis=0).tolist()] for sums in found.values]
    heads = [f"{raster.name}, {raster.unit}" if raster.unit else raster.name for raster in values]
    return heads, list(zip(*columns, strict=True))


def _band_table(
    result: Result,
    bands: Bands,
    palette: str,
    seen: Seen | None,
    values: tuple[ValueRaster, ...],
) -> ReportTable:
    """Each band and what is beyond the last, all up to its end, and what value rasters hold
    there."""
    shown = bands.with_beyond(longest_of(result.times))
    amounts = result.amounts(shown.limits)
    if shown.beyond and not amounts[-1]:  # on roads the longest time is a bound
        shown, amounts = bands, amounts[:-1]
    whole = sum(amounts) or 1.0
    unit, worth = units().amounts(result.on_cells is None, whole)
    tones = shown.colours(palette)[:, :3]
    looks = tones if seen is None else seen(tones)
    named, sums = _sums(result, shown, values)
    rows = []
    totals = np.cumsum(amounts).tolist()
    for label, colour, much, total, held in zip(
        as_read(shown).labels(), looks.tolist(), amounts, totals, sums, strict=True
    ):
        figures = figure(much / worth), figure(total / worth), f"{much / whole:.0%}"
        tone = "#{:02x}{:02x}{:02x}".format(*map(int, colour))
        rows.append(ColouredRow(tone, (told(label), *figures, *held)))
    what = (
        translate("Report", "Roads by band")
        if result.on_cells is None
        else translate("Report", "Area by band")
    )
    heads = (
        translate("Report", "Band"), unit,
        translate("Report", "Total {unit}").format(unit=unit), translate("Report", "Share"),
        *named,
    )  # fmt: skip
    return ReportTable(what, heads, tuple(rows))


def _start_table(document: Document, result: Result) -> ReportTable:
    """Each start, and what it is first at where that is known."""
    owned = shares_of(result) if result.owners is not None else ()
    heads = [translate("Report", "Start"), translate("Report", "Place")]
    delayed = any(start.delay_seconds for start in result.starts)
    if delayed:
        heads.append(translate("Report", "Delay"))
    if owned:
        heads.append(translate("Report", "First at"))
    most = max((share.amount for share in owned), default=0.0)
    unit, worth = units().amounts(result.on_cells is None, most)
    rows = []
    several = len(result.starts) > 1
    for place, (start, name) in enumerate(
        zip(coloured(result.starts), names_of(result.starts), strict=True)
    ):
        where = "–"
        if math.isfinite(start.x) and math.isfinite(start.y):
            digits = document.resolution
            where = f"{coordinate(start.x, digits)}, {coordinate(start.y, digits)}"
        cells = [name if several or start.name else translate("Report", "Start"), where]
        if delayed:
            cells.append(amount(start.delay_seconds, result.measure) if start.delay_seconds else "")
        if owned:
            cells.append(f"{figure(owned[place].amount / worth)} {unit}")
        rows.append(ColouredRow(start.colour if several else "", tuple(cells)))
    return ReportTable(translate("Report", "Starts"), tuple(heads), tuple(rows))


def _facts(document: Document, result: Result, file: str) -> Sequence[tuple[str, str]]:
    """How it was made; a fact that is not known has no value."""
    limit = result.times.limit_seconds
    none = translate("Report", "none")
    files = " + ".join(path.name for path in document.files.values())
    solver = of_catalogue(find(result.algorithm, document.domain).title)
    facts = [
        (translate("Report", "File"), one_line(file or files)),
        (translate("Report", "CRS"), crs_name(document.crs_wkt) or none),
    ]
    if result.on_cells is not None:
        facts += _of_cells(result.on_cells)
    if result.on_graph is not None:
        on_ground = None if result.on_cells is None else result.on_cells.driven
        facts += _of_roads(on_ground or result.on_graph.roads)
    return (
        *facts,
        (
            translate("Report", "Limit"),
            none if limit == UNLIMITED else amount(limit, result.measure),
        ),
        (translate("Report", "Solver"), solver),
        (translate("Report", "Solved on"), f"{result.backend.upper()}, {result.device}"),
        (translate("Report", "Solved in"), milliseconds(result.solve_ms)),
        (translate("Report", "Exact to"), told(result.exact_to)),
    )


def _of_cells(solved: Solved) -> list[tuple[str, str]]:
    grid = solved.grid
    across, down = (f"{side:.6g}" for side in (grid.step_x, grid.step_y))
    side = f"{across} m" if across == down else f"{across} m × {down} m"
    zero = speed(solved.zero_speed_kmh) if solved.zero_speed_kmh else translate("Report", "barrier")
    [directions] = (c.label for c in GEOMETRY.choices if c.word == solved.times.geometry)
    slopes = solved.slopes
    tags = dict(solved.tags)
    edits = "; ".join(map(told, tags.get("ISOFRONT_EDITS", "").split("; ")))
    return [
        (translate("Report", "Cells"), f"{count(grid.cols)} × {count(grid.rows)}"),
        (translate("Report", "Cell size"), side),
        (translate("Report", "0 km/h"), zero),
        (of_catalogue(GEOMETRY.label), of_catalogue(directions)),
        (
            translate("Panels", "Slopes"),
            one_line(f"{slopes.model.text}, {slopes.heights.name}") if slopes else "",
        ),
        (translate("Report", "Edits"), one_line(_some(edits))),
        (
            translate("Report", "Edited cells"),
            count(int(tags["ISOFRONT_EDITED_CELLS"])) if edits else "",
        ),
        *IN_CELLS.get(tags.get("ISOFRONT_JOIN", ""), _of_none)(tags),
    ]


def _of_burned(tags: Mapping[str, str]) -> list[tuple[str, str]]:
    """Roads whose speeds stand in cells."""
    roads = translate("Report", "{roads}, burned into the cells")
    departure = tags.get("ISOFRONT_DEPARTURE", "")
    return [
        (translate("Report", "Roads"), one_line(roads.format(roads=tags["ISOFRONT_ROADS"]))),
        (translate("Report", "Costs"), vehicle_name(tags["ISOFRONT_METRIC"])),
        (translate("Report", "Changes"), _some(tags.get("ISOFRONT_METRIC_CHANGES", ""))),
        (translate("Report", "Departure"), departure.replace("T", " ")),
        (translate("Report", "Closures"), _counted(tags.get("ISOFRONT_CLOSURES", ""))),
        (translate("Report", "Closed arcs"), _counted(tags.get("ISOFRONT_CLOSED_ARCS", ""))),
    ]


def _counted(number: str) -> str:
    return count(int(number)) if number else ""


def _of_none(_tags: Mapping[str, str]) -> list[tuple[str, str]]:
    return []


IN_CELLS: Mapping[str, Callable[[Mapping[str, str]], list[tuple[str, str]]]] = {
    "burned": _of_burned
}
"""Facts on roads that cells alone tell of, by how these were joined."""


def _of_roads(roads: OpenRoads) -> list[tuple[str, str]]:
    """roads : as they were opened and closed."""
    graph, costs, shut = roads.graph, roads.costs, roads.closures
    ways = None if costs.metric is None else costs.metric.ways
    size = translate("Report", "{vertices} vertices, {arcs} arcs").format(
        vertices=count(graph.vertices), arcs=count(graph.arc_count)
    )
    return [
        (translate("Report", "Roads"), size),
        (translate("Report", "Costs"), vehicle_name(costs.name)),
        (translate("Report", "Changes"), _some(costs.changes)),
        (translate("Report", "Speeds of ways"), one_line(ways.name) if ways else ""),
        (translate("Report", "Departure"), costs.departure.replace("T", " ")),
        (translate("Report", "Closures"), count(len(shut.shapes)) if shut else ""),
        (translate("Report", "Closed arcs"), count(len(roads.closed_arcs)) if shut else ""),
    ]


def _some(changes: str) -> str:
    """As many changes as a report has room for, and how many there are besides."""
    each = changes.split("; ")
    more = translate("Report", "and {count} more").format(count=len(each) - MOST_CHANGES)
    return "; ".join((*each[:MOST_CHANGES], *[more] * (len(each) > MOST_CHANGES)))


def _in_words(passed: bool | None, partial: bool) -> str:
    if partial:
        return translate("Report", "A partial result: the solve was stopped")
    if passed is None:
        return translate("Report", "Not validated")
    if passed:
        return translate("Report", "Validated: all conditions of right times hold")
    return translate("Report", "The result fails its validation")
