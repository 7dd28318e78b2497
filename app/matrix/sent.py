"""A matrix as a job for a cluster: roads or terrain as bytes, and what is made of them over there.

What is sent once is the ground, its costs, the places, and cells and a hierarchy where they are at
hand. Each worker solves by what is quickest on it, unless somebody chose: all give the same bits.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import fields, replace
from functools import partial
from typing import Any, TypeVar, cast

import numpy as np

from app.catalog.algorithms import (
    Prepared,
    choose_backend,
    contracting,
    customizable,
    find,
    geometry_of,
    prepare,
    prepare_roads,
    preprocessing_of,
)
from app.catalog.rows import JOINED, ROADS, TERRAIN
from app.cluster.job import ClusterJob
from app.document.combined import straight_ground
from app.document.joined import JoinedDocument
from app.matrix.chunks import MatrixWorker, chunk_count
from app.matrix.grounds import GROUNDS
from app.matrix.methods import TableSize, chosen
from app.matrix.request import MatrixJob
from app.matrix.slopes import plain_slopes, slopes_of
from app.matrix.spec import Arrays, MatrixSpec
from app.roads.open_roads import OpenRoads
from app.solving.hierarchies import kept_of
from app.solving.partitions import PartitionPreprocessing, hold_partition, partition_of
from core.cancel import Cancel
from core.errors import DeviceError
from core.files.array_layout import ArrayLayout
from core.progress import Progress
from gpu.buffers import limit_memory, release
from raster.geometry import EIGHT
from raster.grid import VelocityGrid
from raster.slopes.heights import CellHeights
from road.cache import graph_from_bytes, graph_to_bytes
from road.ch.file import hierarchy_from_bytes, hierarchy_to_bytes
from road.ch.query.phast import contractible
from road.ch.settings import SELECTION_FRACTION, ContractionSettings
from road.costs.metric import Weights
from road.crp.partition.file import fingerprint, partition_from_bytes, partition_to_bytes
from road.graph import RoadGraph
from road.search.edge_expanded import needs_turns
from road.search.search_graph import SearchGraph
from road.terrain.grounded_weights import GroundedWeights

SENT = ArrayLayout(b"ISOPARTS", 1)
"""Layout of costs, places and rasters that are sent."""

T = TypeVar("T")

Parts = Mapping[str, bytes]
Make = Callable[[str], Prepared[Any]]
"""Function that makes a solver for a backend, or "auto"."""


def cluster_job(job: MatrixJob, progress: Progress, cancel: Cancel) -> ClusterJob:
    """A matrix to be sent. Raises CancelledError."""
    progress(-1.0, "packing what the workers need")
    options, document = job.request.options, job.document
    spec = {
        "spec": job.spec.to_json(),
        "algorithm": options.algorithm,
        "backend": options.backend,
        "gpu_memory_mib": options.gpu_memory_mib,
        "origins": len(job.origins),
        "destinations": None if job.destinations is None else job.count,
        "count": job.count,
    }
    parts = _PACKED[document.kind](document, job.spec, progress, cancel)
    if options.counted_slopes is not None:
        heights = options.counted_slopes.heights
        spec["slopes"] = plain_slopes(options.counted_slopes)
        parts["heights"] = to_bytes(heights)
    places = SENT.packed({}, job.arrays)
    return ClusterJob("matrix", json.dumps(spec), parts | {"places": places})


def worker_of(text: str, parts: Parts, progress: Progress) -> SentMatrix:
    """What makes the chunks of such a job. Raises DamagedArraysError, DeviceError."""
    asked = json.loads(text)
    limit_memory(asked["gpu_memory_mib"])
    return SentMatrix(asked, parts, progress)


class SentMatrix:
    """Chunks of a matrix that was asked for elsewhere; a `app.cluster.job.ChunkMaker`."""

    def __init__(self, asked: dict[str, Any], parts: Parts, progress: Progress) -> None:
        self._asked, self._spec = asked, MatrixSpec.from_json(asked["spec"])
        _, self._places = SENT.unpacked(parts["places"])
        self._make = _MADE[self._spec.domain](asked, self._spec, parts, progress)
        self._note = ""
        self._begin(asked["backend"])

    @property
    def chunks(self) -> int:
        return chunk_count(self._spec, self._asked["origins"])

    @property
    def told(self) -> str:
        """Method and device."""
        return f"{self._prepared.algorithm} on {self._prepared.device.name}{self._note}"

    def chunk(self, number: int, progress: Progress, cancel: Cancel) -> Arrays:
        """A chunk; on the CPU where a GPU that nobody asked for fails."""
        try:
            return self._worker.chunk(number, progress, cancel)
        except DeviceError as error:
            if self._asked["backend"] != "auto" or self._prepared.backend != "gpu":
                raise
            self._note = f" (the GPU failed: {error.found})"
        self.close()
        self._begin("cpu")
        return self._worker.chunk(number, progress, cancel)

    def close(self) -> None:
        if self._prepared.backend == "gpu":
            release(self._prepared.device.index)

    def _begin(self, backend: str) -> None:
        self._prepared = self._make(backend)
        count, origins = self._asked["count"], self._asked["origins"]
        rows = GROUNDS[self._spec.domain].rows(self._prepared, self._spec, self._places, count)
        self._worker = MatrixWorker(self._spec, rows, origins)


def _packed_roads(
    document: Any, spec: MatrixSpec, progress: Progress, cancel: Cancel
) -> dict[str, bytes]:
    roads = cast(OpenRoads, document.roads)
    parts = {"roads": graph_to_bytes(roads.graph), "costs": to_bytes(roads.weights)}
    phase = _cells_by(spec)
    if spec.algorithm == customizable().id or phase.at_hand(roads.graph):
        how: Any = {"progress": progress, "cancel": cancel}
        cells = partition_of(roads.graph, phase.mezzanines, **how).partition
        parts["cells"] = partition_to_bytes(cells, fingerprint(roads.graph))
    search = partial(_contractible, roads.graph, roads.weights, spec)
    found = kept_of(roads.graph).found(search, _contracted_by(spec), progress)
    if found is not None:
        key, contracted = found
        parts["hierarchy"] = hierarchy_to_bytes(contracted, key)
    return parts


def _packed_cells(
    document: Any, spec: MatrixSpec, progress: Progress, cancel: Cancel
) -> dict[str, bytes]:
    return {"grid": to_bytes(cast(VelocityGrid, document.grid))}


def _packed_joined(
    document: Any, spec: MatrixSpec, progress: Progress, cancel: Cancel
) -> dict[str, bytes]:
    geometry = geometry_of(dict(spec.parameters))
    terrain = cast(JoinedDocument, document).terrain(cancel, geometry)
    weights = terrain.joined.weights
    costs = {each.name: getattr(weights, each.name) for each in fields(Weights)}
    parts = {"roads": graph_to_bytes(terrain.joined.graph), "costs": to_bytes(Weights(**costs))}
    if geometry == EIGHT:
        return parts
    zero = json.dumps(terrain.zero_speed_kmh).encode()
    return parts | {"grid": to_bytes(terrain.grid), "zero_speed_kmh": zero}


_PACKED = {
    ROADS: _packed_roads,
    TERRAIN: _packed_cells,
    JoinedDocument.kind: _packed_joined,
}
"""Functions by kind of document."""


def _on_roads(asked: dict[str, Any], spec: MatrixSpec, parts: Parts, progress: Progress) -> Make:
    graph, weights = graph_from_bytes(parts["roads"]), from_bytes(Weights, parts["costs"])
    if "grid" in parts:  # cells that straight lines lead to
        assert weights.tick_seconds is not None
        given = _grid(parts), weights.tick_seconds, json.loads(parts["zero_speed_kmh"])
        costs: dict[str, Any] = {each.name: getattr(weights, each.name) for each in fields(Weights)}
        weights = GroundedWeights(**costs, ground=straight_ground(*given))
    if "cells" in parts:
        cells = partition_from_bytes(parts["cells"], fingerprint(graph))
        hold_partition(graph, cells, _cells_by(spec).mezzanines)
    if "hierarchy" in parts:
        kept_of(graph).hold(*hierarchy_from_bytes(parts["hierarchy"]))
    return partial(_road_solver, asked, spec, graph, weights, progress)


def _road_solver(
    asked: dict[str, Any],
    spec: MatrixSpec,
    graph: RoadGraph,
    weights: Weights,
    progress: Progress,
    backend: str,
) -> Prepared[Any]:
    states = graph.arc_count if needs_turns(graph, weights) else graph.vertices
    search = partial(SearchGraph.of, graph, weights, spec.direction, edge_based=spec.edge_based)
    places = asked["origins"], asked["destinations"]
    size = TableSize(graph, states, *places, search, spec.cells)
    parameters = dict(spec.parameters)
    method = chosen(size, asked["algorithm"], backend, None, parameters)
    row = method.algorithm, method.backend, spec.direction, parameters
    return prepare_roads(
        graph, weights, *row, edge_based=spec.edge_based, domain=spec.domain, progress=progress
    )


def _grid(parts: Parts) -> VelocityGrid:
    sent = from_bytes(VelocityGrid, parts["grid"])
    # Solvers are compiled for arrays that may be written, as all rasters are.
    codes = None if sent.code_speed is None else sent.code_speed.copy()
    return replace(sent, values=sent.values.copy(), code_speed=codes)


def _on_terrain(asked: dict[str, Any], spec: MatrixSpec, parts: Parts, progress: Progress) -> Make:
    grid, slopes = _grid(parts), None
    if "heights" in parts:
        heights = from_bytes(CellHeights, parts["heights"])
        heights = replace(heights, high=heights.high.copy(), low=heights.low.copy())
        slopes = slopes_of(asked["slopes"], heights)

    def make(backend: str) -> Prepared[Any]:
        given = dict(spec.parameters)
        row, geometry = find(spec.algorithm, TERRAIN), geometry_of(given)
        sloped = slopes is not None
        chosen_backend = choose_backend(row, backend, geometry=geometry, sloped=sloped)
        told = spec.algorithm, chosen_backend, spec.zero_speed_kmh, given
        return prepare(grid, *told, slopes=slopes)

    return make


_MADE = {ROADS: _on_roads, JOINED: _on_roads, TERRAIN: _on_terrain}


def _cells_by(spec: MatrixSpec) -> PartitionPreprocessing:
    """Which cells are worked on by the algorithm that has them."""
    row = customizable()
    given = dict(spec.parameters) if spec.algorithm == row.id else {}
    return cast(PartitionPreprocessing, preprocessing_of(row.id, given))


def _contracted_by(spec: MatrixSpec) -> ContractionSettings:
    """How roads are contracted by the algorithm that does so."""
    given = dict(spec.parameters) if spec.algorithm == contracting().id else {}
    return ContractionSettings(
        given.get("selection_fraction", SELECTION_FRACTION), int(given.get("core_size", 0))
    )


def _contractible(graph: RoadGraph, weights: Weights, spec: MatrixSpec) -> SearchGraph:
    return contractible(SearchGraph.of(graph, weights, spec.direction, edge_based=spec.edge_based))


def to_bytes(value: Any) -> bytes:
    """A dataclass of plain values and arrays, to be sent."""
    held = {field.name: getattr(value, field.name) for field in fields(value)}
    arrays = {name: v for name, v in held.items() if isinstance(v, np.ndarray)}
    plain = {name: v for name, v in held.items() if name not in arrays}
    return SENT.packed({"plain": plain}, arrays)


def from_bytes(kind: type[T], data: bytes) -> T:
    """What `to_bytes` packed. Raises DamagedArraysError."""
    meta, arrays = SENT.unpacked(data)
    plain: dict[str, Any] = meta["plain"]
    plain = {name: tuple(v) if isinstance(v, list) else v for name, v in plain.items()}
    return kind(**plain, **arrays)
