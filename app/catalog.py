"""THE table of algorithms; window, command line, tests and benchmarks read it.

Classes are named as text and imported when first used, so that `isofront info` starts at once.
"""

from __future__ import annotations

import importlib
from collections.abc import Mapping
from dataclasses import dataclass
from typing import cast

from core.errors import DeviceError, ParameterError
from core.solver import OneToAll
from gpu.device import Device, devices, first_gpu
from raster.grid import VelocityGrid
from raster.travel_times import TravelTimes

GridSolver = OneToAll[TravelTimes]


@dataclass(frozen=True)
class Parameter:
    """A knob of an algorithm: `default` (often 0 for "chooses itself") within minimum..maximum."""

    name: str
    label: str
    unit: str
    default: float
    minimum: float
    maximum: float
    explanation: str


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
)  # fmt: skip

DEFAULT = "tiled"


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


def choose_backend(row: Algorithm, backend: str) -> str:
    """`auto` becomes gpu where the row has a twin and a device answers, else cpu."""
    if backend not in ("auto", "cpu", "gpu"):
        raise ParameterError(f"no backend '{backend}'", advice="Choose auto, cpu or gpu.")
    if backend == "auto":
        return "gpu" if row.gpu is not None and first_gpu() is not None else "cpu"
    if backend not in row.backends:
        raise DeviceError(
            f"'{row.id}' does not run on the {backend.upper()} in this version",
            advice=f"Choose --backend {row.backends[0]} or auto.",
        )
    if backend == "gpu" and first_gpu() is None:
        raise DeviceError(
            "no usable GPU answers", advice="`isofront devices` says why; choose cpu or auto."
        )
    return backend


def prepare(
    grid: VelocityGrid,
    algorithm: str = DEFAULT,
    backend: str = "auto",
    zero_speed_kmh: float = 0.0,
    parameters: Mapping[str, float] | None = None,
) -> Prepared:
    """Construct the solver of a row for a grid."""
    row = find(algorithm)
    chosen = choose_backend(row, backend)
    given = dict(parameters or {})
    for parameter in row.parameters:
        value = given.get(parameter.name, parameter.default)
        if not parameter.minimum <= value <= parameter.maximum:
            raise ParameterError(
                f"{parameter.name} = {value:g}",
                where=row.id,
                advice=f"Give {parameter.minimum:g} to {parameter.maximum:g} {parameter.unit}.",
            )
    unknown = set(given) - {parameter.name for parameter in row.parameters}
    if unknown:
        raise ParameterError(f"no parameter {', '.join(sorted(unknown))}", where=row.id)
    module, _, name = cast(str, getattr(row, chosen)).partition(":")
    solver_class = getattr(importlib.import_module(module), name)
    solver = solver_class(grid, zero_speed_kmh=zero_speed_kmh, **given)
    device = devices()[0] if chosen == "cpu" else first_gpu()
    assert device is not None
    return Prepared(solver, row.id, chosen, device)
