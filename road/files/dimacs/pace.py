"""Graphs of PACE 2016 (`p tw VERTICES EDGES`, then `U V` a line): topology, nothing else.

Format: The First Parameterized Algorithms and Computational Experiments Challenge, IPEC 2016.
"""

from __future__ import annotations

from pathlib import Path

import numpy as np

from core.cancel import NEVER, Cancel
from core.progress import Progress, no_progress
from road.build import assemble, unknown_properties
from road.files.dimacs.importer import MOST_VERTICES
from road.files.source.reading import existing, open_unpacked, stem_of
from road.files.source.records import Layout, TextStream, read_records
from road.graph import U32, GivenCosts, RoadGraph


def read_pace(
    path: str | Path, *, progress: Progress = no_progress, cancel: Cancel = NEVER
) -> RoadGraph:
    """Each edge as two arcs that cost 1; InputError names the line."""
    place = existing(path)
    with open_unpacked(place) as (content, file):
        stream = TextStream(content, file, place.stat().st_size, str(place))
        vertices, count = _header(stream)
        layout = Layout(
            b"", b"c", ("vertex", "other vertex"), (1, 1), (vertices,) * 2, 2, (np.uint32,) * 2
        )
        u, v = read_records(
            stream, layout, count, label="Reading edges", progress=progress, cancel=cancel
        )
        if len(u) != count:
            raise stream.error(
                f"there are {len(u)} edges where the header declares {count}", "Fetch it again."
            )
    return topology(u, v, vertices, stem_of(place))


def topology(u: U32, v: U32, vertices: int, name: str) -> RoadGraph:
    """The graph of undirected edges, ids from 1, of which nothing but the ends is known."""
    tail = np.stack((u, v), axis=1).ravel() - np.uint32(1)
    head = np.stack((v, u), axis=1).ravel() - np.uint32(1)
    return assemble(
        tail=tail,
        head=head,
        arcs=unknown_properties(np.zeros(len(tail), np.float32)),
        vertex_ids=np.arange(1, vertices + 1, dtype=np.int64),
        given=(unit_costs(len(tail)),),
        name=name,
        notes=("the file has no weights: every arc costs 1", "the file has no coordinates"),
    )


def unit_costs(arcs: int) -> GivenCosts:
    return GivenCosts("arcs", np.ones(arcs, np.uint32), "arcs")


def _header(stream: TextStream) -> tuple[int, int]:
    line = stream.next_line()
    while line.startswith("c"):
        line = stream.next_line()
    words = line.split()
    good = len(words) == 4 and words[0] == "p" and words[1] in ("tw", "td")
    if not good or not all(w.isdecimal() for w in words[2:]):
        raise stream.error(
            f"'{line[:60]}' is not the line 'p tw VERTICES EDGES' that belongs here",
            "Correct the file, or fetch it again.",
        )
    vertices, edges = stream.counts(words[2:], len("1 2\n"))
    if max(vertices, 2 * edges) > MOST_VERTICES:
        raise stream.error(f"{edges} edges are more than can be held")
    return vertices, edges
