"""`isofront customize`: what it takes to make a road graph ready for a metric, level by level."""

from __future__ import annotations

from argparse import Namespace
from dataclasses import asdict, replace
from functools import partial
from pathlib import Path
from typing import Any

from app.catalog.algorithms import customizable
from app.cli.exit_status import DONE
from app.cli.foreground import Foreground
from app.cli.kinds import expect_roads
from app.cli.opening import OPENINGS, check_choice, session_on
from app.cli.options.option import ROADS
from app.cli.outputs import target_of
from app.cli.report import json_text, remark
from app.cli.roads.customize_text import CustomizationAnswer, for_people
from app.cli.roads.driving import closure_record, costs_record
from app.cli.window import WindowService
from app.solving.customizing import energy_words
from app.solving.partitions import PartitionPreprocessing, partition_of
from app.solving.request import SolveRequest
from app.timing.crp_paper import BEST_MIB, BEST_MS, SHORTCUTS_A_VERTEX, bars, paper_row
from app.timing.customization_timings import time_customizations
from core.cancel import Cancel
from core.errors import InputError
from core.progress import Progress
from gpu.device import require_gpus
from road.crp.partition.file import fingerprint, save_partition
from road.crp.partition.nested import MEZZANINES
from road.crp.partition.report import report


def customize(arguments: Namespace, foreground: Foreground, _window: WindowService) -> int:
    """Partition, customize some times, print; InputError for what holds no roads."""
    expect_roads(arguments.file, "Only roads are customized; on rasters use `isofront solve`.")
    target = None
    if arguments.save_partition is not None:
        target = target_of("--save-partition", arguments.save_partition)
    found = foreground.run("customizing", partial(_measured, arguments, foreground))
    if target is not None:
        foreground.run("writing", partial(_save, target, found, foreground))
    notes = found.given.notes
    remark(found.timings.first.notes)
    if arguments.json:
        notes = (*found.timings.first.notes, *notes)
        print(json_text(_record(arguments.file, found, foreground.written, notes)))
    else:
        print(for_people(found, foreground.written, notes))
    return DONE


def _measured(
    arguments: Namespace, foreground: Foreground, progress: Progress, cancel: Cancel
) -> CustomizationAnswer:
    progress(-1.0, "preparing")
    row = customizable()
    if arguments.gpus > 1:
        _expect_gpus(arguments.gpus, arguments.backend)
        arguments.param = [("gpus", float(arguments.gpus))]
    check_choice(arguments, ROADS, (row.id,), (arguments.backend,))
    given = OPENINGS[ROADS].read(arguments, foreground, progress, cancel)
    session = session_on(given.document, arguments)
    roads = session.driven
    cells = PartitionPreprocessing(arguments.mezzanines or MEZZANINES)
    options = replace(session.options, algorithm=row.id)
    request = SolveRequest(session.required, (), options=options, preprocessing=cells)
    told: Any = {"progress": progress, "cancel": cancel, "on_disk": foreground.on_disk}
    kept = partition_of(roads.graph, cells.mezzanines, **told)
    timings = time_customizations(request, roads, arguments.repeat, progress, cancel)
    progress(-1.0, "computing statistics of the cells")
    return CustomizationAnswer(
        given, request, roads, cells, kept, report(roads.graph, kept.partition), timings
    )


def _expect_gpus(count: int, backend: str) -> None:
    if backend == "cpu":
        raise InputError(
            "names GPUs, but the CPU is to customize",
            where=f"--gpus {count}",
            advice="Leave it out, or choose --backend gpu.",
        )
    require_gpus(count)


def _save(
    target: Path,
    found: CustomizationAnswer,
    foreground: Foreground,
    progress: Progress,
    _cancel: Cancel,
) -> None:
    progress(-1.0, f"writing {target.name}")
    with foreground.on_disk():
        save_partition(target, found.kept.partition, fingerprint(found.roads.graph))
        foreground.written.append(str(target))


def _record(
    file: str, found: CustomizationAnswer, written: list[str], notes: tuple[str, ...]
) -> dict[str, Any]:
    timings, roads = found.timings, found.roads
    typical, search = timings.typical, timings.first.times.search
    return {
        "file": file,
        "vertices": roads.graph.vertices,
        "arcs": roads.graph.arc_count,
        "metric": roads.costs.name,
        **costs_record(roads),
        "unit": timings.first.unit,
        "direction": roads.direction,
        **closure_record(roads),
        "algorithm": timings.first.algorithm,
        "backend": timings.first.backend,
        "device": timings.first.device,
        "gpus": dict(found.request.options.parameters).get("gpus", 1),
        "states": search.states,
        "state_kind": search.active_unit,
        "mezzanines": found.cells.mezzanines,
        "partition_seconds": found.kept.seconds,
        "partition_file": found.kept.path,
        "set_up_ms": timings.set_up_ms,
        "decode_ms": timings.decode_ms,
        "customize_ms": timings.total_ms,
        "median_ms": typical.total_ms,
        "min_ms": min(timings.total_ms),
        "max_ms": max(timings.total_ms),
        "shortcut_bytes": typical.shortcut_bytes,
        "memory_bytes": typical.memory_bytes,
        "set_up_bytes": typical.set_up_bytes,
        "energy_joules": typical.energy_joules,
        "energy": energy_words(typical),
        "levels": [asdict(level) for level in typical.levels],
        "partition": [asdict(level) | {"imbalance": level.imbalance} for level in found.quality],
        "paper": {
            "shortcuts_a_vertex": dict(SHORTCUTS_A_VERTEX),
            "total_ms": BEST_MS,
            "memory_mib": BEST_MIB,
            "levels": [asdict(bar) for bar in bars(typical, paper_row())],
        },
        "outputs": written,
        "notes": notes,
    }
