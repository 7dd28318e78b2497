"""THE table of algorithms; window, command line, tests and benchmarks read it.

Classes are named as text and imported when first used, so that `isofront info` starts at once.
"""

from __future__ import annotations

import importlib
from collections.abc import Callable, Iterable, Mapping
from contextlib import nullcontext
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any, Generic, Protocol, TypeVar, cast

from app.catalog.rows import (
    DOMAINS,
    GEOMETRY,
    JOINED,
    JOINED_ROWS,
    ROAD_ROWS,
    ROADS,
    STRAIGHT_LINES,
    TERRAIN,
    TERRAIN_ROWS,
)
from app.catalog.rows import Algorithm as Algorithm
from core.cancel import NEVER, Cancel
from core.errors import DeviceError, ParameterError
from core.progress import Progress, no_progress
from core.solver import OneToAll, Preprocessing
from core.times import UNLIMITED
from core.trace import SILENT, Trace
from gpu.device import Device, choose_gpu, devices, first_gpu, require_gpus
from gpu.failures import device_errors, lost
from raster.geometry import EIGHT, STRAIGHT
from raster.grid import VelocityGrid
from raster.travel_times import TravelTimes

if TYPE_CHECKING:  # compiled code, dear to load where it is not called
    from raster.slopes.slopes import GridSlopes
    from road.costs.metric import Weights
    from road.graph import RoadGraph
    from road.matrix.tables import TablesInBatches
    from road.results.travel_times import RoadTimes
    from road.routes.route import Planner
    from road.search.search_graph import Direction, SearchGraph
    from road.search.starts import RoadSources

GridSolver = OneToAll[TravelTimes]


class RoadSolver(Protocol):
    """As `core.solver.OneToAll`, from vertices and from points on arcs."""

    def solve(
        self,
        sources: RoadSources,
        *,
        limit: float = UNLIMITED,
        trace: Trace = SILENT,
        cancel: Cancel = NEVER,
    ) -> RoadTimes: ...


ALGORITHMS: tuple[Algorithm, ...] = (*TERRAIN_ROWS, *ROAD_ROWS, *JOINED_ROWS)
"""Table of all algorithms; id and domain together identify a row."""

DEFAULT = "tiled"
"""Id of the default algorithm on terrain."""

DEFAULT_ON_ROADS = "dijkstra"

FASTEST_ONCE_ON_A_GPU = "near-far"
"""Id of the default algorithm for a single solve on large roads by a GPU: it needs no cells."""

LARGE_GRAPH_ARCS = 200_000
"""Arcs from which on a GPU pays: New York's 734 thousand arcs take 2 ms there and 11 ms on the CPU.
Below, loading its code costs more than all solves of a session gain."""

PAIRS_WORTH_CELLS = 25
"""Pairs of places from which on ways are searched from cell to cell where cells are at hand: to be
ready for a metric takes as long as 11 to 35 searches by Dijkstra between random places, in Porto,
New York and Florida (decision 15)."""

OUT_OF_CORE = "out-of-core"
"""Id of the algorithm that needs less memory than the raster has."""


@dataclass(frozen=True)
class Runner:
    """An algorithm on a backend, "cpu" or "gpu"."""

    algorithm: str
    backend: str


Solver_co = TypeVar("Solver_co", covariant=True)


@dataclass(frozen=True)
class Prepared(Generic[Solver_co]):
    """A solver ready to solve, and what it runs on. notes : of its preprocessing."""

    solver: Solver_co
    algorithm: str
    backend: str
    device: Device
    notes: tuple[str, ...] = ()

    @cached_property
    def planner(self) -> Planner | None:
        """What finds single ways with the solver, made when first asked for; None where its row has
        none."""
        planner = find(self.algorithm, ROADS).planner
        return None if planner is None else cast("Planner", _named(planner)(self.solver))

    @cached_property
    def tables(self) -> TablesInBatches | None:
        """What makes tables of times with the solver, where it runs; as `planner`."""
        tables = getattr(find(self.algorithm, ROADS), f"tables_{self.backend}")
        return None if tables is None else cast("TablesInBatches", _named(tables)(self.solver))


def rows_of(domain: str) -> tuple[Algorithm, ...]:
    """The rows of a domain of `app.catalog.rows`, in the order in which they are offered."""
    return tuple(row for row in ALGORITHMS if row.domain == domain)


def default_of(domain: str, arcs: int = 0, *, costs_move: bool = False) -> str:
    """The algorithm where nobody chose one. arcs : of a road graph.

    costs_move : its costs are changed again and again, as by sliders and closures, and what solvers
        for that set out from is at hand. The rule on a GPU: what solves once in the least time, and
        from the first such change on what is customized in the least. All give the same bits.
    """
    return _DEFAULTS[domain](arcs, costs_move)


def _default_on_roads(arcs: int, costs_move: bool) -> str:
    if arcs < LARGE_GRAPH_ARCS or first_gpu() is None:
        return DEFAULT_ON_ROADS
    return customizable().id if costs_move else FASTEST_ONCE_ON_A_GPU


_DEFAULTS: Mapping[str, Callable[[int, bool], str]] = {
    TERRAIN: lambda arcs, costs_move: DEFAULT,
    ROADS: _default_on_roads,
    JOINED: _default_on_roads,
}


def find(algorithm: str, domain: str = TERRAIN) -> Algorithm:
    """The row of an id; raises ParameterError naming the known ids."""
    for row in ALGORITHMS:
        if (row.id, row.domain) == (algorithm, domain):
            return row
    known = ", ".join(row.id for row in rows_of(domain))
    others = f" for {DOMAINS[domain]}" if any(row.id == algorithm for row in ALGORITHMS) else ""
    raise ParameterError(f"no algorithm '{algorithm}'{others}", advice=f"Choose one of: {known}.")


def customizable() -> Algorithm:
    """The row for roads whose solver takes other costs in an instant."""
    return next(row for row in rows_of(ROADS) if row.customizable)


def contracting() -> Algorithm:
    """The row for roads whose solver contracts them for their costs."""
    return next(row for row in rows_of(ROADS) if row.contracts)


def has(algorithm: str, domain: str) -> bool:
    """Whether there is a row of that id for a domain."""
    return any(row.id == algorithm for row in rows_of(domain))


def geometry_of(parameters: Mapping[str, float]) -> str:
    """The geometry that parameters ask for, of `raster.geometry`."""
    asked = parameters.get(GEOMETRY.name, GEOMETRY.default) == STRAIGHT_LINES
    return STRAIGHT if asked else EIGHT


def of_question(
    parameters: Iterable[tuple[str, float]], domain: str
) -> tuple[tuple[str, float], ...]:
    """Those of the parameters that stay the same whichever algorithm of a domain answers."""
    known = {p.name for row in rows_of(domain) for p in row.parameters if p.phase == "question"}
    return tuple(each for each in parameters if each[0] in known)


def choose_backend(
    row: Algorithm,
    backend: str,
    device: int | None = None,
    geometry: str = EIGHT,
    *,
    sloped: bool = False,
) -> str:
    """`auto` becomes gpu where the row has a twin and a device answers, else cpu.

    device : index of the GPU asked for. sloped : whether slopes count. Raises DeviceError where a
        backend or device that was named cannot be had, ParameterError where it has not the
        geometry, or knows no slopes.
    """
    if backend not in ("auto", "cpu", "gpu"):
        raise ParameterError(f"no backend '{backend}'", advice="Choose auto, cpu or gpu.")
    if sloped:
        backend = _backend_on_slopes(row, backend, device)
    if backend == "auto":
        only_cpu = geometry == STRAIGHT and row.cpu is not None and bool(row.eight_alone("gpu"))
        backend = "gpu" if _belongs_on_the_gpu(row, device) and not only_cpu else "cpu"
    if backend not in row.backends:
        raise DeviceError(
            f"'{row.id}' does not run on the {backend.upper()} in this version",
            advice=f"Choose --backend {row.backends[0]} or auto.",
        )
    if geometry == STRAIGHT and row.eight_alone(backend):
        others = [r.id for r in rows_of(row.domain) if r.has_lines(backend)] or ["--backend cpu"]
        raise ParameterError(
            f"'{row.id}' has no straight lines on the {backend.upper()}",
            advice=f"{row.eight_alone(backend)} Choose {' or '.join(others)}, or geometry={EIGHT}.",
        )
    if backend == "gpu":
        try:
            choose_gpu(device)
        except DeviceError as error:
            if row.cpu is None:
                advice = "Choose another algorithm: this one needs a GPU."
                raise DeviceError(error.found, where=error.where, advice=advice) from error
            raise
    return backend


def _backend_on_slopes(row: Algorithm, backend: str, device: int | None) -> str:
    able = row.slopes
    if not able:
        others = " or ".join(r.id for r in rows_of(TERRAIN) if r.slopes)
        advice = f"Choose {others}, or the slope model none."
        raise ParameterError("knows no slopes", where=row.id, advice=advice)
    if backend == "auto" and not ("gpu" in able and _belongs_on_the_gpu(row, device)):
        return "cpu"
    if backend != "auto" and backend not in able:
        raise DeviceError(
            f"'{row.id}' knows no slopes on the {backend.upper()} in this version",
            advice=f"Choose --backend {able[0]} or auto, or the slope model none.",
        )
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
    slopes: GridSlopes | None = None,
) -> Prepared[GridSolver]:
    """Construct the solver of a row for a grid.

    device : index of the GPU to use, None for one that is chosen by itself.
    """
    row, geometry = find(algorithm), geometry_of(parameters or {})

    def construct(solver_class: Callable[..., Any], **options: Any) -> GridSolver:
        options |= {} if geometry == EIGHT else {"geometry": geometry}
        options |= {} if slopes is None else {"slopes": slopes}
        return cast(GridSolver, solver_class(grid, zero_speed_kmh=zero_speed_kmh, **options))

    return _prepared(row, construct, backend, parameters, device, sloped=slopes is not None)


def prepare_roads(
    graph: RoadGraph,
    weights: Weights,
    algorithm: str = DEFAULT_ON_ROADS,
    backend: str = "auto",
    direction: Direction = "from",
    parameters: Mapping[str, float] | None = None,
    device: int | None = None,
    *,
    edge_based: bool | None = None,
    preprocessing: Preprocessing[RoadGraph] | None = None,
    ways_alone: bool = False,
    domain: str = ROADS,
    progress: Progress = no_progress,
    cancel: Cancel = NEVER,
) -> Prepared[RoadSolver]:
    """The same for a road graph, its costs and a direction.

    edge_based : of rows with a preprocessing; True where later costs may have turns, None lets
        these costs decide. preprocessing : instead of the one by the row and its parameters.
    ways_alone : on the CPU, of rows with a preprocessing and a planner: nothing else is asked for.
    domain : JOINED where cells are a part of the graph.
    progress, cancel : of the preprocessing and what is built upon it. Raises CancelledError.
    """
    row = find(algorithm, domain)
    phase = preprocessing or preprocessing_of(algorithm, parameters or {})

    def construct(solver_class: Callable[..., Any], **options: Any) -> RoadSolver:
        if phase is not None:
            told: dict[str, Any] = {"progress": progress, "cancel": cancel}
            built = phase.build(graph, on_disk=nullcontext, **told)
            options |= {**built, "edge_based": edge_based, **told}
            options |= {"ways_alone": True} if ways_alone else {}
        return cast(RoadSolver, solver_class(graph, weights, direction=direction, **options))

    prepared = _prepared(row, construct, backend, parameters, device)
    return prepared if phase is None else replace(prepared, notes=phase.notes(graph))


def preprocessing_of(
    algorithm: str, parameters: Mapping[str, float], domain: str = ROADS
) -> Preprocessing[RoadGraph] | None:
    """What solvers of a row set out from by these parameters; None where that is the ground as it
    is, as always on terrain. Raises ParameterError for an unknown algorithm."""
    row = find(algorithm, domain)
    if row.preprocessing is None:
        return None
    own = _of_phase(row, "preprocessing", parameters)
    return cast("Preprocessing[RoadGraph]", _named(row.preprocessing)(**own))


S = TypeVar("S")


def _prepared(
    row: Algorithm,
    construct: Callable[..., S],
    backend: str,
    parameters: Mapping[str, float] | None,
    device: int | None,
    *,
    sloped: bool = False,
) -> Prepared[S]:
    geometry = geometry_of(parameters or {})
    chosen = choose_backend(row, backend, device, geometry, sloped=sloped)
    given = _of_phase(row, "solver", checked(row, parameters or {}))
    solver_class = _named(getattr(row, chosen))
    if chosen == "cpu":
        for parameter in (each for each in row.parameters if each.counts_gpus):
            given.pop(parameter.name, None)
        return Prepared(construct(solver_class, **given), row.id, chosen, devices()[0])
    gpu = choose_gpu(device)
    with device_errors(gpu.index):
        solver = construct(solver_class, device=gpu.index, **given)
    return Prepared(solver, row.id, chosen, gpu)


def _named(text: str) -> Callable[..., Any]:
    """The class or function that a row names."""
    module, _, name = text.partition(":")
    return cast(Callable[..., Any], getattr(importlib.import_module(module), name))


def planning_row(
    algorithm: str, graph: RoadGraph, search: Callable[[], SearchGraph], pairs: int = 1
) -> Algorithm:
    """The row that finds the ways of so many pairs of places on a graph: the one of that name;
    where nobody chose, for many one whose preprocessing is at hand, as that of cells once they were
    made, else Dijkstra's. search : as in `Preprocessing.at_hand`."""
    if algorithm:
        return find(algorithm, ROADS)
    for row in rows_of(ROADS) if pairs >= PAIRS_WORTH_CELLS else ():
        phase = preprocessing_of(row.id, {})
        if row.planner is not None and phase is not None and phase.at_hand(graph, search):
            return row
    return find(DEFAULT_ON_ROADS, ROADS)


def _of_phase(row: Algorithm, phase: str, parameters: Mapping[str, float]) -> dict[str, float]:
    """Those of the parameters that a phase takes."""
    own = {parameter.name for parameter in row.parameters if parameter.phase == phase}
    return {name: value for name, value in parameters.items() if name in own}


def checked(row: Algorithm, parameters: Mapping[str, float]) -> dict[str, float]:
    """The parameters, if the row knows them and they lie in their range; else ParameterError."""
    given = dict(parameters)
    for parameter in row.parameters:
        value = given.get(parameter.name, parameter.default)
        parameter.check(value, row.id)
        if parameter.counts_gpus:
            require_gpus(int(value))
    unknown = set(given) - {parameter.name for parameter in row.parameters}
    if unknown:
        raise ParameterError(f"no parameter {', '.join(sorted(unknown))}", where=row.id)
    return given
