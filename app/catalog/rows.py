"""The rows of the table of algorithms; `app.catalog.algorithms` answers questions about them.

The same id may stand for terrain and for roads: the domain decides which class it is.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from app.catalog.parameters import Choice, Parameter, powers_of_two

TERRAIN = "terrain"
ROADS = "roads"
JOINED = "joined"
"""Domain of terrain and roads as one graph, on which solvers of roads answer."""

DOMAINS = {TERRAIN: "terrain", ROADS: "roads", JOINED: "terrain and roads as one graph"}
"""Names of domains, for people."""


@dataclass(frozen=True)
class Algorithm:
    """A row of the table. `cpu` and `gpu` are "module:Class", or None where there is no twin.

    preprocessing : "module:function" that makes a `core.solver.Preprocessing` of its parameters;
        None where a solver sets out from the ground as it is.
    planner : "module:Class" that finds single ways with a solver of the row, on the CPU; see
        `road.routes.route.Planner`; None where ways are read in the times of a solve.
    tables_cpu, tables_gpu : "module:Class" of a `road.matrix.tables.TablesInBatches`, made of a
        solver of the row on that backend; None where it has no tables of its own.
    customizable : whether other costs need no new solver; see `core.solver.Customizable`.
    contracts : whether a solver contracts the ground for its costs, so that other costs need all of
        that again; see `app.solving.contracting`.
    eight_alone_cpu, eight_alone_gpu : why the class on that backend has no straight lines between
        the eight directions (`raster.wedges`), as a sentence; "" where it has, and of roads alone.
    slopes : the backends on which it prices steps by their slopes, in every geometry that it has.
    """

    id: str
    title: str
    domain: str  # TERRAIN, ROADS or JOINED
    source: str
    explanation: str
    cpu: str | None
    gpu: str | None
    parameters: tuple[Parameter, ...] = ()
    preprocessing: str | None = None
    planner: str | None = None
    tables_cpu: str | None = None
    tables_gpu: str | None = None
    customizable: bool = False
    contracts: bool = False
    eight_alone_cpu: str = ""
    eight_alone_gpu: str = ""

    def eight_alone(self, backend: str) -> str:
        """Why it has no straight lines on a backend; "" where it has."""
        reason: str = getattr(self, f"eight_alone_{backend}")
        return reason

    def has_lines(self, backend: str) -> bool:
        """Whether it runs on a backend and has straight lines there."""
        return backend in self.backends and not self.eight_alone(backend)

    slopes: tuple[str, ...] = ()

    @property
    def backends(self) -> tuple[str, ...]:
        return tuple(b for b in ("cpu", "gpu") if getattr(self, b) is not None)


DELTA = Parameter(
    "delta_seconds", "Step width Δ", "s", 0.0, 0.0, 1e6,
    "Tiles up to this much past the earliest waiting one are served together; 0 chooses "
    "automatically. Wide steps serve some tiles repeatedly.",
)  # fmt: skip

NEAR_FAR_DELTA = Parameter(
    "delta_seconds", "Step width Δ", "s", 0.0, 0.0, 1e6,
    "Cells up to this much past the last threshold are near; 0 adapts Δ to the work.",
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
        "Mean time of two phases above which all cells are looked at; 0 finds it automatically.",
    ),
    Parameter(
        "to_listed_us", "Back to lists below", "µs", 0.0, 0.0, 1e6,
        "Mean time of two phases below which a list is made again; 0 finds it automatically.",
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

GEOMETRY = Parameter(
    "geometry", "Directions", "", 0, 0, 1,
    "Eight directions from cell to cell, as in the thesis, where ways zigzag between them and "
    "times are up to 8 % too long; or straight lines in all directions.",
    whole=True, phase="question",
    choices=(Choice(0, "eight", "eight"), Choice(1, "all, straight lines", "straight")),
)  # fmt: skip

EIGHT_DIRECTIONS, STRAIGHT_LINES = 0, 1
"""The values of GEOMETRY."""

FOR_COMPARISON = "It is kept for comparison with its paper, whose steps are the eight directions."

TERRAIN_ROWS: tuple[Algorithm, ...] = (
    Algorithm(
        "tiled", "Tiled delta-stepping", TERRAIN,
        "Isofront, after Fjellborg 2024, sections 4.6 and 6.2",
        "Blocks of the grid are settled in cache by directional sweeps; the earliest blocks first.",
        cpu="raster.solvers.tiled:Tiled", gpu="gpu.grids.solvers.tiled:Tiled",
        parameters=(GEOMETRY, DELTA),
        slopes=("cpu", "gpu"),
    ),
    Algorithm(
        "dijkstra", "Dijkstra", TERRAIN, "Dijkstra 1959; Fjellborg 2024, section 4.1",
        "One cell at a time from a binary heap: the baseline, and what all others must equal.",
        cpu="raster.solvers.dijkstra:Dijkstra", gpu=None, parameters=(GEOMETRY,),
        slopes=("cpu",),
    ),
    Algorithm(
        "near-far", "Near and far queue", TERRAIN,
        "Fjellborg 2024, sections 2.2.6 and 4.5; dynamic Δ after ADDS, Wang et al. 2021",
        "Cells near the front are relaxed side by side; the others wait until it comes near.",
        cpu="raster.solvers.near_far:NearFar", gpu="gpu.grids.solvers.near_far:NearFar",
        parameters=(GEOMETRY, NEAR_FAR_DELTA),
        slopes=("cpu",),
    ),
    Algorithm(
        "bellman-ford", "Bellman-Ford", TERRAIN,
        "Bellman 1958, Ford 1956; Fjellborg 2024, sections 2.2.4 and 4.4",
        "All cells at once, repeatedly until nothing changes: simple, slow on large grids.",
        cpu="raster.solvers.bellman_ford:BellmanFord",
        gpu="gpu.grids.solvers.bellman_ford:BellmanFord", parameters=(GEOMETRY,),
        eight_alone_cpu=FOR_COMPARISON, eight_alone_gpu=FOR_COMPARISON,
    ),
    Algorithm(
        "adaptive-threads", "Adaptive threads", TERRAIN,
        "Suzuki et al. 2013, algorithms 1 to 6",
        "Looks at all cells while many labels fall, at a list while few do, by measured times.",
        cpu="raster.solvers.adaptive_threads:AdaptiveThreads",
        gpu="gpu.grids.solvers.adaptive_threads:AdaptiveThreads",
        parameters=(GEOMETRY, *THREAD_SWITCH),
        eight_alone_cpu=FOR_COMPARISON, eight_alone_gpu=FOR_COMPARISON,
    ),
    Algorithm(
        "out-of-core", "Out of core", TERRAIN,
        "Fjellborg 2024, section 4.6",
        "Blocks of the grid come into memory as the front nears and leave when they are finished: "
        "for rasters larger than the memory of a GPU, or of the host.",
        cpu="raster.solvers.out_of_core:OutOfCore", gpu="gpu.grids.solvers.out_of_core:OutOfCore",
        parameters=(GEOMETRY, DELTA, BLOCK_CELLS, BLOCK_MEMORY, BLOCK_WORKERS),
    ),
)  # fmt: skip

ROAD_DELTA = Parameter(
    "delta_seconds", "Step width Δ", "s", 0.0, 0.0, 1e6,
    "Vertices up to this much past the last threshold are near; 0 adapts Δ to the work. "
    "In the unit of the costs where those are no time.",
)  # fmt: skip

MEZZANINE_LEVELS = Parameter(
    "mezzanines", "Mezzanine levels", "", -1, -1, 4,
    "Levels between each two that queries use, for customization alone; -1 is one between small "
    "cells and three between large ones, as in the paper.",
    whole=True,
    choices=(
        Choice(-1, "1 below, 3 above"), Choice(0, "none"),
        Choice(1, "1"), Choice(2, "2"), Choice(3, "3"), Choice(4, "4"),
    ),
    phase="preprocessing",
)  # fmt: skip

CUSTOMIZING_GPUS = Parameter(
    "gpus", "GPUs to customize on", "", 1, 1, 16,
    "How many GPUs share each customization; the first of them solves. Up to 5 million vertices, "
    "at least, gathering the costs there takes longer than is gained.",
    whole=True, counts_gpus=True,
)  # fmt: skip

SELECTION_FRACTION = Parameter(
    "selection_fraction", "Selection fraction C", "", 0.3, 0.01, 1.0,
    "Share of the vertices that may be contracted in an iteration, those with the best scores. "
    "Less takes longer and adds fewer shortcuts.",
)  # fmt: skip

CORE_SIZE = Parameter(
    "core_size", "Core size K", "", 0, 0, 8192,
    "Vertices below which contraction stops, and all distances between the rest are found; "
    "0 chooses by the size of the graph, 1024 at most.",
    whole=True,
)  # fmt: skip

ROAD_ROWS: tuple[Algorithm, ...] = (
    Algorithm(
        "dijkstra", "Dijkstra", ROADS, "Dijkstra 1959; buckets after Dial 1969",
        "One vertex at a time from a queue of buckets: the baseline, and what all must equal.",
        cpu="road.solvers.dijkstra:Dijkstra", gpu=None, planner="road.routes.route:Router",
        tables_cpu="road.matrix.dijkstra:DijkstraTables",
    ),
    Algorithm(
        "near-far", "Near and far queue", ROADS,
        "Davidson et al. 2014; dynamic Δ after ADDS, Wang et al. 2021",
        "Vertices near the front are served side by side; the others wait until it comes near.",
        cpu="road.solvers.near_far:NearFar", gpu="gpu.roads.solvers.near_far:NearFar",
        parameters=(ROAD_DELTA,),
    ),
    Algorithm(
        "bellman-ford", "Bellman-Ford", ROADS, "Bellman 1958, Ford 1956",
        "All vertices at once, repeatedly until nothing changes: simple, and slow on roads.",
        cpu="road.solvers.bellman_ford:BellmanFord",
        gpu="gpu.roads.solvers.bellman_ford:BellmanFord",
    ),
    Algorithm(
        "adaptive-threads", "Adaptive threads", ROADS, "Suzuki et al. 2013, algorithms 1 to 6",
        "Looks at all vertices while many labels fall, at lists while few do, by measured times.",
        cpu="road.solvers.adaptive_threads:AdaptiveThreads",
        gpu="gpu.roads.solvers.adaptive_threads:AdaptiveThreads", parameters=THREAD_SWITCH,
    ),
    Algorithm(
        "crp", "Customizable route planning", ROADS,
        "Delling, Goldberg, Pajor, Werneck 2011; Delling, Kobitzsch, Werneck 2014",
        "The graph is divided into cells once; new costs are then ready almost instantly, "
        "and a solve only scans the cells.",
        cpu="road.crp.query.isochrone:Crp",
        gpu="gpu.roads.crp.query.isochrone:Crp",
        parameters=(MEZZANINE_LEVELS, CUSTOMIZING_GPUS),
        preprocessing="app.solving.partitions:cells_by",
        planner="road.crp.query.point_to_point:CrpRouter",
        tables_cpu="road.crp.query.many_to_many:ManyToMany",
        tables_gpu="gpu.roads.crp.query.many_to_many:ManyToMany", customizable=True,
    ),
    Algorithm(
        "warp-heap", "Heap for each warp", ROADS, "CUPQ 2019",
        "A warp of the GPU searches by itself, with a heap of sorted arrays: for tables, in which "
        "thousands of origins are searched at once. One start takes one warp, and as long.",
        cpu=None, gpu="gpu.roads.many.warp_heap:WarpHeap",
        tables_gpu="gpu.roads.many.tables:WarpHeapTables",
    ),
    Algorithm(
        "phast", "Contraction hierarchy, PHAST", ROADS,
        "Karimi, Koppelman, Michael 2019; Delling, Goldberg, Nowatzyk, Werneck 2011",
        "Vertices are contracted level by level, for these costs; a solve then goes up a few of "
        "them and down all levels, and looks at each once.",
        cpu="road.ch.query.phast:Phast", gpu="gpu.roads.ch.query.phast:Phast",
        parameters=(SELECTION_FRACTION, CORE_SIZE),
        preprocessing="app.solving.hierarchies:hierarchies", contracts=True,
        planner="road.ch.query.point_to_point:HierarchyRouter",
        tables_gpu="gpu.roads.ch.query.tables:PhastTables",
        tables_cpu="road.ch.query.tables:PhastTables",
    ),
)  # fmt: skip
"""Rows of the road algorithms; where turns cost or are forbidden, arcs take the place of
vertices."""


_ARCS_ALONE = "It is kept for comparison with its paper, which knows arcs alone."
_SUMS_ALONE = "It adds up arcs beforehand, and a straight line over ground is made of none."
_NOT_ON_THE_GPU = "Its kernels follow arcs alone in this version."

_EIGHT_ALONE: Mapping[str, tuple[str, str]] = {
    "near-far": ("", _NOT_ON_THE_GPU),
    "bellman-ford": (_ARCS_ALONE, _ARCS_ALONE),
    "adaptive-threads": (_ARCS_ALONE, _ARCS_ALONE),
    "crp": (_SUMS_ALONE, _SUMS_ALONE),
    "warp-heap": ("", _NOT_ON_THE_GPU),
    "phast": (_SUMS_ALONE, _SUMS_ALONE),
}
"""Why there are no straight lines over ground that is joined with roads, on CPU and GPU."""


def _joined(row: Algorithm) -> Algorithm:
    on_cpu, on_gpu = _EIGHT_ALONE.get(row.id, ("", ""))
    return replace(
        row,
        domain=JOINED,
        parameters=(GEOMETRY, *row.parameters),
        eight_alone_cpu=on_cpu,
        eight_alone_gpu=on_gpu,
    )


JOINED_ROWS: tuple[Algorithm, ...] = tuple(map(_joined, ROAD_ROWS))
"""The same solvers on terrain and roads as one graph, of which cells are a part."""


def value_of_word(parameter: str, word: str) -> float | None:
    """The value of a parameter that a word stands for, whichever row has it; None for no such
    word."""
    for row in (*TERRAIN_ROWS, *ROAD_ROWS):
        for known in row.parameters:
            for choice in known.choices:
                if known.name == parameter and choice.word and choice.word == word:
                    return choice.value
    return None
