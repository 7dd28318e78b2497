"""The rule by which a matrix is worked out where nobody chose how: the least time, as reckoned.

What each method takes is reckoned by its figures in `app.catalog.table_figures`; decision 16 says
how they were found. A row of the catalogue that has
tables and figures takes part; all give the same bits, so that a wrong figure costs time alone.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass

from app.catalog.algorithms import (
    choose_backend,
    customizable,
    find,
    geometry_of,
    preprocessing_of,
    rows_of,
)
from app.catalog.rows import JOINED, ROADS, Algorithm
from app.catalog.table_figures import FIGURES
from core.errors import ParameterError
from core.numerals import counted
from core.parallel.threads import thread_count
from core.solver import Preprocessing
from gpu.device import first_gpu
from raster.geometry import EIGHT, STRAIGHT
from road.graph import RoadGraph
from road.search.search_graph import SearchGraph

FEW = 0.1
"""Share of all places up to which destinations are few: what leads to none of them is left out."""


NEW_YORKS_STEPS = 2.78
"""Steps of a state of the graph that the figures are of. Each cell of joined ground has more, those
in the sea none: an origin took 1.3 to 2.1 times as long a state there as in New York, in three runs
beside each other, at 1.46 times the steps."""

TIMES_EIGHT = 4.1
"""Time that a search over joined ground takes along straight lines, in times along
eight directions: of 300² cells, by Dijkstra, on drawn ground from cell to cell as on smooth."""


@dataclass(frozen=True)
class Method:
    """How a matrix is worked out. reason : why so, in words. seconds : as reckoned, None where
    somebody chose."""

    algorithm: str
    backend: str
    reason: str
    seconds: float | None = None


@dataclass(frozen=True)
class TableSize:
    """What is asked for on roads. states : that are searched. destinations : None for all.
    search : makes the graph of these states by their costs; see `Preprocessing.at_hand`.
    cells : as in `app.matrix.spec.MatrixSpec`."""

    graph: RoadGraph
    states: int
    origins: int
    destinations: int | None
    search: Callable[[], SearchGraph] | None = None
    cells: int = 0

    @property
    def few(self) -> bool:
        return self.destinations is not None and self.destinations <= FEW * self.states

    @property
    def words(self) -> str:
        """ "300 origins to all of 264,346 vertices"."""
        cells = f"all {self.cells:,} cells"
        where = cells if self.cells else f"all {self.graph.vertices:,} vertices"
        places = where if self.destinations is None else counted(self.destinations, "destination")
        return f"{counted(self.origins, 'origin')} to {places}"


def chosen(
    size: TableSize,
    algorithm: str = "",
    backend: str = "auto",
    device: int | None = None,
    parameters: Mapping[str, float] | None = None,
) -> Method:
    """The method that was asked for, else the quickest as reckoned.

    Raises ParameterError and DeviceError for what cannot be had.
    """
    geometry = geometry_of(parameters or {}) if size.cells else EIGHT
    if algorithm:
        row = find(algorithm, JOINED if size.cells else ROADS)
        return Method(algorithm, choose_backend(row, backend, device, geometry), "as asked")
    wanted = _backends(backend, device)
    reckoned = sorted(
        (seconds_of(size, row, each, parameters), row.id, each)
        for each in wanted
        for row in with_figures(each)
        if suits(row, size) and (geometry == EIGHT or find(row.id, JOINED).has_lines(each))
    )
    if not reckoned:
        raise ParameterError(
            f"no straight lines between many places on the {backend.upper()}",
            where="matrix",
            advice=f"Choose --backend cpu or auto, or geometry={EIGHT}.",
        )
    seconds, best, runs_on = reckoned[0]
    others = ", ".join(f"{name} on the {b.upper()} {time_words(s)}" for s, name, b in reckoned[1:4])
    than = f", {others}" if others else ""
    words = (
        f"{size.words}: {best} on the {runs_on.upper()} is reckoned at {time_words(seconds)}{than}"
    )
    return Method(best, runs_on, words, seconds)


def with_figures(backend: str) -> Iterator[Algorithm]:
    """The rows that have tables on a backend, and figures."""
    for row in rows_of(ROADS):
        able = getattr(row, f"tables_{backend}") is not None
        if able and (row.id, backend) in FIGURES:
            yield row


def suits(row: Algorithm, size: TableSize) -> bool:
    """Whether its figures hold: a graph that holds a raster is neither parted nor contracted as
    roads are."""
    return row.preprocessing is None or not size.cells


def seconds_of(
    size: TableSize, row: Algorithm, backend: str, parameters: Mapping[str, float] | None = None
) -> float:
    """What a method takes for a matrix, as reckoned."""
    figures = FIGURES[row.id, backend]
    phase: Preprocessing[RoadGraph] | None = preprocessing_of(row.id, parameters or {})
    ready = figures.metric_us
    contracts_anew = row.contracts and backend == "gpu"  # sooner than it is sent what is kept
    if phase is not None and (contracts_anew or not phase.at_hand(size.graph, size.search)):
        by_arcs = size.states != size.graph.vertices and figures.arcs_us is not None
        ready += (figures.arcs_us or 0.0) if by_arcs else figures.ground_us
    each = figures.few_ns if size.few else figures.all_ns
    if size.cells:
        each *= size.graph.arc_count / (NEW_YORKS_STEPS * size.states)
        each *= TIMES_EIGHT if geometry_of(parameters or {}) == STRAIGHT else 1.0
    # One solve after another has no use for a second core, tables have.
    cores = thread_count() if backend == "cpu" and row.tables_cpu is not None else 1
    return size.states * (ready * 1e-6 + size.origins * each * 1e-9 / cores)


def _backends(backend: str, device: int | None) -> tuple[str, ...]:
    if backend == "auto":
        here = device is not None or first_gpu() is not None
        return ("gpu", "cpu") if here else ("cpu",)
    return (choose_backend(customizable(), backend, device),)


def time_words(seconds: float) -> str:
    """ "45.6 ms", "12 s": a time that was reckoned, roughly."""
    if seconds < 0.9995e-3:
        return "less than a millisecond"
    if seconds < 0.9995:
        return f"{seconds * 1e3:.3g} ms"
    return f"{seconds:,.0f} s" if seconds >= 10 else f"{seconds:.2g} s"
