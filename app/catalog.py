"""THE table of algorithms; window, command line, tests and benchmarks read it.

Classes are named as text and imported when first used, so that `isofront info` starts at once.
"""

from __future__ import annotations

import importlib
from collections.abc import Mapping
from dataclasses import dataclass
from typing import cast

from app.parameters import Choice, Parameter, powers_of_two
from core.errors import DeviceError, ParameterError
from core.solver import OneToAll
from gpu.device import Device, choose_gpu, devices, first_gpu
from gpu.failures import device_errors, lost
from raster.grid import VelocityGrid
from raster.travel_times import TravelTimes

GridSolver = OneToAll[TravelTimes]


@dataclass(frozen=True)
class Algorithm:
    """A row of the table. `cpu` and `gpu` are "module:Class", or None where there is no twin."""

    id: str
    title: str
    domain: str  # "terrain" or "roads"
    source: str
    explanation: str
    cpu: str | None
    gpu: str | None
    parameters: tuple[Parameter, ...] = ()

    @property
    def backends(self) -> tuple[str, ...]:
        return tuple(b for b in ("cpu", "gpu") if getattr(self, b) is not None)


DELTA = Parameter(
    "delta_seconds", "Step width Δ", "s", 0.0, 0.0, 1e6,
    "Times this much past the earliest waiting tile are served together; 0 chooses by itself.",
)  # fmt: skip

NEAR_FAR_DELTA = Parameter(
    "delta_seconds", "Step width Δ", "s", 0.0, 0.0, 1e6,
    "Cells up to this much past the last threshold are near; 0 lets Δ follow the work.",
)  # fmt: skip

THREAD_SWITCH = (
    Parameter(
        "variant", "Kernels", "", 0, 0, 2,
        "0 switches between kernels, 1 looks at all cells always, 2 works through lists always.",
        whole=True,
        choices=(Choice(0, "switch"), Choice(1, "all cells always"), Choice(2, "lists always")),
    ),
    Parameter(
        "to_all_us", "Leave lists above", "µs", 0.0, 0.0, 1e6,
        "Mean time of two phases above which all cells are looked at; 0 finds it by itself.",
    ),
    Parameter(
        "to_listed_us", "Back to lists below", "µs", 0.0, 0.0, 1e6,
        "Mean time of two phases below which a list is made again; 0 finds it by itself.",
    ),
)  # fmt: skip

BLOCK_CELLS = Parameter(
    "block_cells", "Side of a block", "cells", 0, 0, 1 << 15,
    "A power of two, 32 or more; larger blocks are copied less often, 0 chooses by memory.",
    whole=True, choices=powers_of_two(32, 1 << 15),
)  # fmt: skip

BLOCK_MEMORY = Parameter(
    "memory_mib", "Memory for blocks", "MiB", 0, 0, 1 << 24,
    "Of the GPU, or of the host where the CPU solves; 0 takes what is free.",
    whole=True,
)  # fmt: skip

BLOCK_WORKERS = Parameter(
    "workers", "GPUs", "", 1, 1, 16,
    "How many GPUs share the blocks. On the CPU, parts that take turns.",
    whole=True,
)  # fmt: skip

ALGORITHMS: tuple[Algorithm, ...] = (
    Algorithm(
        "tiled", "Tiled delta-stepping", "terrain",
        "Isofront, after Fjellborg 2024, sections 4.6 and 6.2",
        "Blocks of the grid are settled in cache by directional sweeps; the earliest blocks first.",
        cpu="raster.tiled:Tiled", gpu="gpu.grids.tiled:Tiled", parameters=(DELTA,),
    ),
    Algorithm(
        "dijkstra", "Dijkstra", "terrain", "Dijkstra 1959; Fjellborg 2024, section 4.1",
        "One cell at a time from a binary heap: the baseline, and what all others must equal.",
        cpu="raster.dijkstra:Dijkstra", gpu=None,
    ),
    Algorithm(
        "near-far", "Near and far queue", "terrain",
        "Fjellborg 2024, sections 2.2.6 and 4.5; dynamic Δ after ADDS, Wang et al. 2021",
        "Cells near the front are relaxed side by side; the others wait until it comes near.",
        cpu="raster.near_far:NearFar", gpu="gpu.grids.near_far:NearFar",
        parameters=(NEAR_FAR_DELTA,),
    ),
    Algorithm(
        "bellman-ford", "Bellman-Ford", "terrain",
        "Bellman 1958, Ford 1956; Fjellborg 2024, sections 2.2.4 and 4.4",
        "All cells at once, again and again until nothing changes: simple, slow on large grids.",
        cpu="raster.bellman_ford:BellmanFord", gpu="gpu.grids.bellman_ford:BellmanFord",
    ),
    Algorithm(
        "adaptive-threads", "Adaptive threads", "terrain",
        "Suzuki et al. 2013, algorithms 1 to 6",
        "Phases over all cells while many fall, over a list while few do; measured times decide.",
        cpu="raster.adaptive_threads:AdaptiveThreads",
        gpu="gpu.grids.adaptive_threads:AdaptiveThreads", parameters=THREAD_SWITCH,
    ),
    Algorithm(
        "out-of-core", "Out of core", "terrain",
        "Fjellborg 2024, section 4.6",
        "Blocks of the grid come into memory as the front nears and leave when they are finished: "
        "for rasters larger than the memory of a GPU, or of the host.",
        cpu="raster.out_of_core:OutOfCore", gpu="gpu.grids.out_of_core:OutOfCore",
        parameters=(DELTA, BLOCK_CELLS, BLOCK_MEMORY, BLOCK_WORKERS),
    ),
)  # fmt: skip

DEFAULT = "tiled"

OUT_OF_CORE = "out-of-core"
"""The algorithm that needs less memory than the raster has."""


@dataclass(frozen=True)
class Runner:
    """An algorithm on a backend, "cpu" or "gpu"."""

    algorithm: str
    backend: str


@dataclass(frozen=True)
class Prepared:
    """A solver ready to solve, and what it runs on."""

    solver: GridSolver
    algorithm: str
    backend: str
    device: Device


def find(algorithm: str) -> Algorithm:
    """The row of an id; raises ParameterError naming the known ids."""
    for row in ALGORITHMS:
        if row.id == algorithm:
            return row
    known = ", ".join(row.id for row in ALGORITHMS)
    raise ParameterError(f"no algorithm '{algorithm}'", advice=f"Choose one of: {known}.")


def known(algorithm: str) -> bool:
    """Whether there is a row of that id."""
    return any(row.id == algorithm for row in ALGORITHMS)


def choose_backend(row: Algorithm, backend: str, device: int | None = None) -> str:
    """`auto` becomes gpu where the row has a twin and a device answers, else cpu.

    device : index of the GPU asked for. Raises DeviceError where a backend or device that was
        named cannot be had.
    """
    if backend not in ("auto", "cpu", "gpu"):
        raise ParameterError(f"no backend '{backend}'", advice="Choose auto, cpu or gpu.")
    if backend == "auto":
        backend = "gpu" if _belongs_on_the_gpu(row, device) else "cpu"
    if backend not in row.backends:
        raise DeviceError(
            f"'{row.id}' does not run on the {backend.upper()} in this version",
            advice=f"Choose --backend {row.backends[0]} or auto.",
        )
    if backend == "gpu":
        choose_gpu(device)
    return backend


def _belongs_on_the_gpu(row: Algorithm, device: int | None) -> bool:
    """Where nobody says which backend. A GPU that is named and not there is an error, one that
    failed is not."""
    named = device is not None and not lost()
    return row.gpu is not None and (row.cpu is None or named or first_gpu() is not None)


def prepare(
    grid: VelocityGrid,
    algorithm: str = DEFAULT,
    backend: str = "auto",
    zero_speed_kmh: float = 0.0,
    parameters: Mapping[str, float] | None = None,
    device: int | None = None,
) -> Prepared:
    """Construct the solver of a row for a grid.

    device : index of the GPU to use, None for one that is chosen by itself.
    """
    row = find(algorithm)
    chosen = choose_backend(row, backend, device)
    given = checked(row, parameters or {})
    module, _, name = cast(str, getattr(row, chosen)).partition(":")
    solver_class = getattr(importlib.import_module(module), name)
    if chosen == "cpu":
        solver = solver_class(grid, zero_speed_kmh=zero_speed_kmh, **given)
        return Prepared(solver, row.id, chosen, devices()[0])
    gpu = choose_gpu(device)
    with device_errors(gpu.index):
        solver = solver_class(grid, zero_speed_kmh=zero_speed_kmh, device=gpu.index, **given)
    return Prepared(solver, row.id, chosen, gpu)


def checked(row: Algorithm, parameters: Mapping[str, float]) -> dict[str, float]:
    """The parameters, if the row knows them and they lie in their range; else ParameterError."""
    given = dict(parameters)
    for parameter in row.parameters:
        parameter.check(given.get(parameter.name, parameter.default), row.id)
    unknown = set(given) - {parameter.name for parameter in row.parameters}
    if unknown:
        raise ParameterError(f"no parameter {', '.join(sorted(unknown))}", where=row.id)
    return given
