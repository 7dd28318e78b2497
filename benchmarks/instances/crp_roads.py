"""The roads that customizable route planning is measured on.

`new-york` (time), `florida` (real topology, made-up costs), `synthetic-5m`, `synthetic-18m` (tiles
of New York, time), `harder-5m`, `harder-18m` (such tiles, joined along their borders, with one-way
streets and forbidden turns), `porto` (a car, with turn restrictions). Each has a metric to decode
besides: where a file tells no properties they are made up. All are searched by arcs, with U-turns
of 100 s as in the paper; other turns are free.
"""

from __future__ import annotations

import lzma
import time
from collections.abc import Iterable
from dataclasses import dataclass, field, fields, replace
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import numpy as np

from benchmarks.instances.harder_roads import harder
from benchmarks.instances.road_properties import CLASSES, with_properties
from benchmarks.instances.roads import street_chance
from benchmarks.road_gpu import SEED, instance
from benchmarks.road_gpu import prepare as prepare_others
from core.cancel import NEVER
from core.parallel.threads import Threads
from road.costs.metric import ONLY_U_TURNS, U_TURN_SECONDS, Metric, Weights, given_weights
from road.costs.profiles import CAR
from road.crp.partition.build import partition_roads
from road.crp.partition.cells import levels_of
from road.crp.partition.file import fingerprint, open_partition, save_partition
from road.crp.partition.graph import street_graph
from road.crp.partition.nested import Partition, level_kinds
from road.crp.partition.tree import Cutting, tree_of
from road.graph import ArcProperties, ForbiddenTurns, RoadGraph, Shapes
from road.properties import Turn

GRAPHS = (
    "new-york",
    "florida",
    "porto",
    "synthetic-5m",
    "synthetic-18m",
    "harder-5m",
    "harder-18m",
)
SMALL = ("new-york", "florida", "porto")
MEZZANINES = (0, 1, 2, 3, 4)
"""Numbers of mezzanine levels in the paper's table 1."""

PORTO = Path("osm") / "porto_portugal.osm.pbf"
METRIC: Metric = replace(
    CAR,
    turn_seconds=ONLY_U_TURNS,
    dead_end_seconds=None,
    sharp_turn_seconds=0.0,
    oncoming_seconds=0.0,
)

TIME_SECONDS = 0.0036
"""Seconds of a tick of New York's times; costs that are no times count as such ticks, too."""

MADE_UP_METRES = 100.0
"""Length in metres of every arc of a graph of which not even distances are known."""

DEGREES = 1e-7
"""Resolution in degrees in which Porto's coordinates are stored, as OpenStreetMap does."""


@dataclass(frozen=True, eq=False)
class CrpRoads:
    """A graph with all that a benchmark needs.

    weights : what is customized for and checked. metric : decodes to other costs of the same turns.
    partition : with all levels. partitions : the folder it came from. seconds : what took how long,
        by name.
    """

    name: str
    graph: RoadGraph
    weights: Weights
    metric: Metric
    partition: Partition
    partitions: Path
    seconds: dict[str, float] = field(default_factory=dict)


def opened(roads: Path, partitions: Path, name: str) -> CrpRoads:
    """A graph of the module's text, from what `prepare` packed."""
    began = time.perf_counter()
    graph, weights = by_arcs(roads, name)
    seconds = {"graph": time.perf_counter() - began}
    began = time.perf_counter()
    partition, was_there = partition_of(graph, partitions, name)
    what = "partition opened" if was_there else "partition"
    seconds[what] = time.perf_counter() - began
    return CrpRoads(name, graph, weights, METRIC, partition, partitions, seconds)


def by_arcs(roads: Path, name: str) -> tuple[RoadGraph, Weights]:
    """The graph and its weights alone."""
    return _by_car(roads, name) if name == "porto" else _with_u_turns(roads, name)


def partition_of(graph: RoadGraph, folder: Path, name: str) -> tuple[Partition, bool]:
    """Saved as NAME.partition or NAME.partition.xz, or made; and whether it was there."""
    saved = _saved(graph, folder, name)
    return (partition_roads(graph), False) if saved is None else (saved, True)


def _saved(graph: RoadGraph, folder: Path, name: str) -> Partition | None:
    path, packed = folder / f"{name}.partition", folder / f"{name}.partition.xz"
    if path.exists():
        return open_partition(path, fingerprint(graph))
    if not packed.exists():
        return None
    with TemporaryDirectory() as room:
        plain = Path(room) / path.name
        plain.write_bytes(lzma.decompress(packed.read_bytes()))
        return open_partition(plain, fingerprint(graph))


def save(graph: RoadGraph, folder: Path, name: str, partition: Partition) -> None:
    """As NAME.partition.xz: a third or less of the size."""
    folder.mkdir(parents=True, exist_ok=True)
    with TemporaryDirectory() as room:
        plain = Path(room) / name
        save_partition(plain, partition, fingerprint(graph))
        (folder / f"{name}.partition.xz").write_bytes(lzma.compress(plain.read_bytes()))


def with_mezzanines(
    graph: RoadGraph, folder: Path, name: str, counts: Iterable[int]
) -> dict[int, Partition]:
    """Partitions with so many levels between each two others: saved by `prepare`, or made."""
    saved = {count: _saved(graph, folder, f"{name}-z{count}") for count in counts}
    found = {count: partition for count, partition in saved.items() if partition is not None}
    return found if len(found) == len(saved) else by_mezzanines(graph, saved)


def by_mezzanines(graph: RoadGraph, counts: Iterable[int]) -> dict[int, Partition]:
    """Partitions with so many levels between each two others, of one tree of bisections."""
    kinds = {count: level_kinds(graph.vertices, (count,) * 6) for count in counts}
    streets = street_graph(graph)
    with Threads() as threads:
        leaf = min(levels[0].size for levels in kinds.values())
        tree = tree_of(streets, Cutting(leaf, 0.0), threads, NEVER, _unheard)
        return {
            count: Partition(levels_of(streets, tree, levels, threads, NEVER, _unheard))
            for count, levels in kinds.items()
        }


def _unheard(_work: float) -> None:
    pass


def _by_car(roads: Path, name: str) -> tuple[RoadGraph, Weights]:
    graph = packed(roads / f"{name}.npz")
    return graph, METRIC.weights(graph)


def _with_u_turns(roads: Path, name: str) -> tuple[RoadGraph, Weights]:
    graph, weights = _harder(roads, name) if name.startswith("harder") else instance(roads, name)
    graph = _made_up(graph) if name == "florida" else with_properties(graph)
    turns = np.zeros(len(Turn), np.uint32)
    turns[Turn.U_TURN] = round(U_TURN_SECONDS / TIME_SECONDS)
    # Bound to the metric's vehicle, so that both have the same states.
    return graph, replace(weights, turn_costs=turns, vehicles=int(METRIC.vehicle))


def _harder(roads: Path, name: str) -> tuple[RoadGraph, Weights]:
    millions = int(name.removeprefix("harder-").removesuffix("m"))
    graph = harder(instance(roads, "new-york")[0], millions * 1_000_000, SEED)
    return graph, given_weights(graph, "time")


def _made_up(graph: RoadGraph) -> RoadGraph:
    """Arcs of one length, since two of a street are known by theirs; classes by chance."""
    length_m = np.full(graph.arc_count, MADE_UP_METRES, np.float32)
    drawn = street_chance(graph.tail, graph.head, SEED) * len(CLASSES)
    road_class = np.array(CLASSES, np.uint8)[drawn.astype(np.int64)]
    length_m.flags.writeable = road_class.flags.writeable = False
    return replace(graph, arcs=replace(graph.arcs, length_m=length_m, road_class=road_class))


# -- what is made beforehand


def prepare(data: Path, roads: Path, partitions: Path) -> None:
    """Pack the files of the shared data, and part those graphs that are small.

    What needs other packages than solvers do is done here, and what would take a dear machine's
    time. Files that are there stay.
    """
    if not all((roads / f"{name}.npz").exists() for name in ("new-york", "florida")):
        prepare_others(data, roads)
    if not (roads / "porto.npz").exists():
        from road.files.osm.importer import read_osm

        pack(read_osm(data / PORTO), roads / "porto.npz")
    for name in SMALL:
        graph = packed(roads / "porto.npz") if name == "porto" else instance(roads, name)[0]
        partition, was_there = partition_of(graph, partitions, name)
        if not was_there:
            save(graph, partitions, name, partition)
        for count, made in with_mezzanines(graph, partitions, name, MEZZANINES).items():
            if _saved(graph, partitions, f"{name}-z{count}") is None:
                save(graph, partitions, f"{name}-z{count}", made)


def pack(graph: RoadGraph, path: Path) -> None:
    """What turns and costs follow from. Places are kept to 1e-7 degrees."""
    np.savez_compressed(path, **_columns(graph))


def _columns(graph: RoadGraph) -> dict[str, Any]:
    assert graph.x is not None
    assert graph.y is not None
    columns: dict[str, Any] = {"first_out": graph.first_out, "head": graph.head}
    columns |= _named("arcs", graph.arcs) | _named("forbidden", graph.forbidden)
    columns |= {"places": np.stack((graph.x, graph.y))}
    if graph.shapes is not None:
        columns |= _named("shapes", graph.shapes)
    for name in columns.keys() & {"shapes.points", "places"}:
        columns[name] = np.rint(columns[name] / DEGREES).astype(np.int32)
    return columns | {"left_hand": np.array(graph.left_hand)}


def _named(prefix: str, arrays: ArcProperties | ForbiddenTurns | Shapes) -> dict[str, Any]:
    named = {f"{prefix}.{f.name}": getattr(arrays, f.name) for f in fields(arrays)}
    return {name: array for name, array in named.items() if array is not None}


def packed(path: Path) -> RoadGraph:
    """A graph as `pack` left it, restrictions and shapes of streets included."""
    held: dict[str, dict[str, Any]] = {}
    with np.load(path) as columns:
        for name in columns.files:
            group, _, key = name.rpartition(".")
            held.setdefault(group, {})[key] = columns[name]
    plain, shapes = held[""], held.get("shapes")
    if shapes is not None:
        shapes["points"] = shapes["points"] * DEGREES
    x, y = plain["places"] * DEGREES
    return RoadGraph(
        plain["first_out"],
        plain["head"],
        ArcProperties(**held["arcs"]),
        np.arange(len(x)),
        x,
        y,
        shapes=None if shapes is None else Shapes(**shapes),
        forbidden=ForbiddenTurns(**held["forbidden"]),
        left_hand=bool(plain["left_hand"]),
        name=path.stem,
    )
