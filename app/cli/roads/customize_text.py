"""What `isofront customize` tells people: levels, totals, and the paper beside."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from app.cli.opening import OpenedFiles
from app.cli.report import byte_size, duration, facts, noted, table, took
from app.cli.roads.driving import closure_facts, costs_facts
from app.roads.open_roads import OpenRoads
from app.solving.customizing import energy_words
from app.solving.partitions import KeptPartition, PartitionPreprocessing
from app.solving.request import SolveRequest
from app.timing.crp_paper import (
    BEST_MIB,
    BEST_MS,
    SHORTCUTS_A_VERTEX,
    VERTICES,
    bars,
    paper_row,
)
from app.timing.customization_timings import CustomizationTimings
from road.crp.customization.report import CustomizationReport, CustomizedLevel
from road.crp.partition.report import LevelReport

NOTHING = "–"

_QUALITY = ("level", "size", "cells", "mean", "largest", "arcs cut")
_TIMES = ("entries", "shortcuts", "ms", "by", "MiB")


@dataclass(frozen=True, eq=False)
class CustomizationAnswer:
    """All that is told. quality : of every level of the partition, the lowest first."""

    given: OpenedFiles
    request: SolveRequest
    roads: OpenRoads
    cells: PartitionPreprocessing
    kept: KeptPartition
    quality: tuple[LevelReport, ...]
    timings: CustomizationTimings


def for_people(found: CustomizationAnswer, written: list[str], notes: Sequence[str]) -> str:
    """Tables and totals, parted by empty lines."""
    typical = found.timings.typical
    blocks = [_totals(found, typical, written)]
    if found.quality:
        blocks += [_levels(found.quality, typical), _shortcuts(found)]
    if typical.levels:
        blocks.append(_beside_the_paper(typical))
    return "\n".join(("\n\n".join(blocks), *noted(notes)))


def _totals(found: CustomizationAnswer, typical: CustomizationReport, written: list[str]) -> str:
    timings, roads, kept = found.timings, found.roads, found.kept
    search = timings.first.times.search
    span = f"{min(timings.total_ms):.1f} to {max(timings.total_ms):.1f}"
    where = str(kept.path) if kept.path is not None else "in memory"
    made = f"made in {duration(kept.seconds)}" if kept.seconds else "opened"
    decode = sorted(timings.decode_ms)[len(timings.decode_ms) // 2]
    pairs = [
        ("metric", f"{roads.costs.name}, {roads.direction} the starts"),
        *costs_facts(roads),
        *closure_facts(roads),
        ("states", f"{search.states} {search.active_unit}"),
        ("partition", f"{made}, {where}"),
        ("set up in", took(timings.set_up_ms)),
        ("decoded in", f"{decode:.1f} ms"),
        ("customized in", f"{typical.total_ms:.1f} ms, {span} of {len(timings.reports)}"),
        ("memory", f"{byte_size(typical.memory_bytes)} for a metric"),
        ("set up", byte_size(typical.set_up_bytes)),
        ("for queries", f"{byte_size(typical.shortcut_bytes)} of shortcuts"),
        ("energy", energy_words(typical)),
        ("by", f"{timings.first.algorithm} on {timings.first.backend}, {timings.first.device}"),
    ]
    pairs += [("written" if index == 0 else " ", name) for index, name in enumerate(written)]
    return facts(pairs)


def _levels(quality: tuple[LevelReport, ...], typical: CustomizationReport) -> str:
    """Every level of the partition; those that no customization computes have no times."""
    computed = {level.size: level for level in typical.levels}
    rows = [(*_cells(level), *_times(computed.get(level.size))) for level in quality]
    return table((*_QUALITY, *_TIMES), rows)


def _cells(level: LevelReport) -> tuple[str, ...]:
    kind = "phantom" if level.phantom else "mezzanine" if level.mezzanine else "query"
    numbers = level.size, level.cells, round(level.mean), level.largest, level.cut_arcs
    return kind, *map(str, numbers)


def _times(level: CustomizedLevel | None) -> tuple[str, ...]:
    if level is None:
        return (NOTHING,) * len(_TIMES)
    return (
        str(level.entries),
        str(level.shortcuts),
        f"{level.ms:.2f}",
        level.engine,
        f"{level.nbytes / (1 << 20):.1f}",
    )


def _shortcuts(found: CustomizationAnswer) -> str:
    """How good the cells are, by the one figure that the literature gives too."""
    vertices = found.roads.graph.vertices
    query = [level for level in found.quality if not (level.phantom or level.mezzanine)]
    own = sum(level.shortcuts for level in query) / vertices
    apart = sum(level.cells * (1 - level.connected_share) for level in found.quality)
    theirs = " and ".join(f"{value:g} for {name}" for name, value in SHORTCUTS_A_VERTEX)
    return "\n".join(
        (
            f"Arcs in × arcs out of the query levels: {own:.2f} a vertex; the paper has {theirs}.",
            f"Cells that are not connected: {round(apart)} of "
            f"{sum(level.cells for level in found.quality)}.",
        )
    )


def _beside_the_paper(typical: CustomizationReport) -> str:
    row = paper_row()
    rows = [
        (
            str(bar.level),
            str(bar.size),
            f"{bar.ms:.2f}",
            NOTHING if bar.paper_ms is None else f"{bar.paper_ms:.1f}",
        )
        for bar in bars(typical, row)
    ]
    theirs = (
        f"The paper: Euro-Par 2014, Europe of {VERTICES / 1e6:.0f} million vertices, GTX Titan; "
        f"table 1, {row.engine} Bellman-Ford with {row.mezzanines} mezzanine level. Its best total "
        f"is {BEST_MS:g} ms and {BEST_MIB} MiB."
    )
    heads = ("level", "up to", "ms, mezzanine levels below included", "the paper's ms")
    return "\n".join((table(heads, rows), theirs))
