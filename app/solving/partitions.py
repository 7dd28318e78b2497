"""The partition of a road graph, made once and kept: beside the import, or in memory.

A partition depends on the roads alone, so one serves all vehicles, metrics and directions.
"""

from __future__ import annotations

import threading
import time
import weakref
from collections.abc import Callable
from contextlib import nullcontext, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from core.cancel import NEVER, Cancel, held
from core.errors import ExportError
from core.files.import_cache import CELLS_SUFFIX
from core.progress import Progress, no_progress
from core.solver import OnDisk
from road.crp.partition.build import partition_roads
from road.crp.partition.file import (
    DamagedPartitionError,
    PartitionFileError,
    fingerprint,
    open_partition,
    save_partition,
)
from road.crp.partition.nested import MEZZANINES, LevelKind, Partition, level_kinds
from road.files.source.cache import cache_file_of
from road.graph import RoadGraph

USUAL_MEZZANINES = -1.0
"""Value of the parameter `mezzanines` that stands for the numbers of the paper."""

_HELD: weakref.WeakKeyDictionary[RoadGraph, dict[tuple[int, ...], KeptPartition]] = (
    weakref.WeakKeyDictionary()
)
_MAKING = threading.Lock()  # one at a time: it takes all cores, and who comes second wants the same


@dataclass(frozen=True, eq=False)
class KeptPartition:
    """A partition and how it was come by.

    path : the file that holds it, None where it is held in memory alone.
    seconds : what making it took; 0 where it was read. note : that the one in its file was damaged,
        why it could not be stored.
    """

    partition: Partition
    path: Path | None
    seconds: float
    note: str = ""


@dataclass(frozen=True)
class PartitionPreprocessing:
    """The preprocessing of what works on cells: a partition. mezzanines : see `level_kinds`."""

    mezzanines: tuple[int, ...] = MEZZANINES

    def build(
        self, ground: RoadGraph, *, progress: Progress, cancel: Cancel, on_disk: OnDisk
    ) -> dict[str, Partition]:
        """The graph's partition; see `partition_of`."""
        how: Any = {"progress": progress, "cancel": cancel, "on_disk": on_disk}
        return {"partition": partition_of(ground, self.mezzanines, **how).partition}

    def at_hand(self, ground: RoadGraph, search: Callable[[], Any] | None = None) -> bool:
        """Whether the partition is in memory or has a file, so that it will not have to be made."""
        place = _place(ground, self.mezzanines)
        in_memory = self.mezzanines in _HELD.get(ground, {})
        return in_memory or (place is not None and place.is_file())

    def notes(self, ground: RoadGraph) -> tuple[str, ...]:
        """What there is to say of the files of partitions of the graph that are in memory."""
        return tuple(kept.note for kept in _HELD.get(ground, {}).values() if kept.note)


def cells_by(mezzanines: float = USUAL_MEZZANINES) -> PartitionPreprocessing:
    """Cells by the parameter `mezzanines`: as in the paper, or as many levels between all."""
    usual = mezzanines == USUAL_MEZZANINES
    return (
        PartitionPreprocessing()
        if usual
        else PartitionPreprocessing((int(mezzanines),) * len(MEZZANINES))
    )


def partition_of(
    graph: RoadGraph,
    mezzanines: tuple[int, ...] = MEZZANINES,
    *,
    progress: Progress = no_progress,
    cancel: Cancel = NEVER,
    on_disk: OnDisk = nullcontext,
) -> KeptPartition:
    """The graph's partition, from memory, from its file, or made now and stored.

    mezzanines : see `level_kinds`; each choice is a partition of its own. A file that is damaged or
    of other roads is replaced. on_disk : what to be in while it is written; nothing else leaves
    anything behind. Raises ParameterError, CancelledError.
    """
    with held(_MAKING, cancel, "the partition"):
        known = _HELD.setdefault(graph, {})
        if mezzanines not in known:
            known[mezzanines] = _found(graph, mezzanines, progress, cancel, on_disk)
        return known[mezzanines]


def hold_partition(
    graph: RoadGraph, partition: Partition, mezzanines: tuple[int, ...] = MEZZANINES
) -> None:
    """Keep in memory a partition that somebody else made of the graph."""
    _HELD.setdefault(graph, {})[mezzanines] = KeptPartition(partition, None, 0.0)


def _place(graph: RoadGraph, mezzanines: tuple[int, ...]) -> Path | None:
    cache_file = cache_file_of(graph)
    if cache_file is None:
        return None
    digits = "".join(map(str, mezzanines))
    return cache_file.with_suffix(f".{digits}{CELLS_SUFFIX}")


def _found(
    graph: RoadGraph,
    mezzanines: tuple[int, ...],
    progress: Progress,
    cancel: Cancel,
    on_disk: OnDisk,
) -> KeptPartition:
    kinds = level_kinds(graph.vertices, mezzanines)
    place, note = _place(graph, mezzanines), ""
    if place is not None:
        progress(-1.0, "opening the partition")
        try:
            stored = open_partition(place, fingerprint(graph))
            if _kinds_of(stored) == kinds:
                return KeptPartition(stored, place, 0.0)
        except DamagedPartitionError as error:
            note = f"the partition {place.name} was damaged and is made again: {error.found}"
            with suppress(OSError):  # it goes even where none can be written
                place.unlink()
        except PartitionFileError:
            pass
    began = time.perf_counter()
    made = partition_roads(graph, mezzanines=mezzanines, progress=progress, cancel=cancel)
    seconds = time.perf_counter() - began
    if place is None:
        return KeptPartition(made, None, seconds, note)
    try:
        with on_disk():
            cancel.check("the partition")
            save_partition(place, made, fingerprint(graph))
    except (ExportError, OSError) as error:
        reason = error.one_line() if isinstance(error, ExportError) else str(error)
        note = "; ".join((*([note] if note else ()), f"the partition could not be kept: {reason}"))
        return KeptPartition(made, None, seconds, note)
    return KeptPartition(made, place, seconds, note)


def _kinds_of(partition: Partition) -> tuple[LevelKind, ...]:
    """What its levels are, to be compared with `level_kinds`."""
    return tuple(LevelKind(v.size, v.mezzanine, v.phantom) for v in partition.levels)
