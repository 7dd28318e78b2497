"""What the paper on contraction by a GPU reports, to be held against ours.

Source: Karimi, Koppelman, Michael, "GPU road network graph contraction and SSSP query", ICS 2019.
Its graphs are parts of the United States by distance, without turns; its GPU an NVIDIA Tesla P100.
Ours are other graphs: only size can be set beside size.
"""

from __future__ import annotations

from dataclasses import dataclass

FRACTION, CORE = 0.3, 1025
"""Its share C of the states that are candidates at once, and its K, below which it stops."""


@dataclass(frozen=True)
class PaperGraph:
    """A graph of tables 1 and 2, contracted with C = 0.3 and queried from 100 places.

    levels : of the hierarchy. contraction_ms : from a graph on the host. query_ms : one to all,
    parents among it. dijkstra_ms : Boost's, on one core of a Xeon E5-2640 v4.
    """

    name: str
    vertices: int
    arcs: int
    levels: int
    contraction_ms: float
    query_ms: float
    dijkstra_ms: float


GRAPHS = (
    PaperGraph("Louisiana", 413_574, 988_458, 40, 242, 2.496, 93.459),
    PaperGraph("New York State", 716_215, 1_773_794, 56, 415, 4.056, 166.470),
    PaperGraph("North Western US", 1_207_945, 2_840_208, 60, 589, 5.634, 278.180),
    PaperGraph("North Eastern US", 1_524_453, 3_897_636, 92, 903, 7.659, 372.860),
    PaperGraph("California and Nevada", 1_890_815, 4_630_444, 82, 950, 8.541, 477.830),
    PaperGraph("Texas", 2_073_870, 5_116_492, 85, 1_030, 9.319, 566.590),
)


def nearest(vertices: int) -> PaperGraph:
    """The graph of the paper whose size is nearest by ratio."""
    return min(GRAPHS, key=lambda graph: max(graph.vertices / vertices, vertices / graph.vertices))
