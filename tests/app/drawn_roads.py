"""Small road files and graphs for the tests of sessions, jobs and the command line."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from app.roads.costs import RoadCosts
from app.roads.open_roads import OpenRoads
from road.graph import RoadGraph
from road.properties import RoadClass
from tests.road.drawn import graph_of
from tests.road.files.osm_text import node, turn, way, xml

# Vertices 0 to 4, streets of 100 m; 1 to 4 is one-way.
#
#   3 --- 4
#   |     ^
#   0 --- 1 --- 2          x from 0, y from 0, in metres
XY = [(0.0, 0.0), (100.0, 0.0), (200.0, 0.0), (0.0, 100.0), (100.0, 100.0)]


def drawn() -> RoadGraph:
    """Residential streets, but 0 to 1 primary and 1 to 2 residential again."""
    streets: list[tuple[int, int] | tuple[int, int, bool]]
    streets = [(0, 1), (1, 2), (0, 3), (3, 4), (1, 4, True)]
    classes = [RoadClass.PRIMARY, *[RoadClass.RESIDENTIAL] * 4]
    return graph_of(XY, streets, classes=classes)


def opened(profile: str = "car") -> OpenRoads:
    return OpenRoads.of(drawn()).driven(RoadCosts.of_profile(profile))


def write_dimacs(folder: Path) -> Path:
    """Distances and times of the challenge's kind, with positions; ids from 1.

    1 -10- 2 -10- 3 and 1 -25- 3; by time 1 to 3 is quicker at once, 4 is alone.
    """
    arcs = [(1, 2, 10, 40), (2, 3, 10, 40), (1, 3, 25, 50)]
    both = [(u, v, *w) for u, v, *w in arcs] + [(v, u, *w) for u, v, *w in arcs]
    for metric, place in (("d", 2), ("t", 3)):
        rows = [f"a {row[0]} {row[1]} {row[place]}" for row in both]
        text = "\n".join((f"p sp 4 {len(rows)}", *rows, ""))
        (folder / f"USA-road-{metric}.town.gr").write_text(text)
    points = [(1, 0, 0), (2, 100, 0), (3, 200, 0), (4, 900, 900)]
    rows = [f"v {v} {1000000 + x} {2000000 + y}" for v, x, y in points]
    text = "\n".join(("p aux sp co 4", *rows, ""))
    (folder / "USA-road-d.town.co").write_text(text)
    return folder / "USA-road-d.town.gr"


def write_osm(folder: Path) -> Path:
    """A crossing: 1 west, 2 middle, 3 east, 4 north; from the west, left to the north is forbidden.

    100 m each; way 10 is 1-2-3, way 20 is 2-4.
    """
    path = folder / "crossing.osm"
    path.write_text(
        xml(
            node(1, 0, 1),
            node(2, 1, 1),
            node(3, 2, 1),
            node(4, 1, 2),
            way(10, (1, 2)),
            way(11, (2, 3)),
            way(20, (2, 4), {"highway": "primary"}),
            turn(99, "no_left_turn", "from 10, via n2, to 20"),
        ),
        encoding="utf-8",
    )
    return path


def write_large(folder: Path, side: int = 300) -> Path:
    """A grid of streets that takes the slow solvers long; no positions."""
    at = np.arange(side * side).reshape(side, side) + 1
    pairs = np.concatenate(
        [
            np.stack((at[:, :-1].ravel(), at[:, 1:].ravel()), axis=1),
            np.stack((at[:-1].ravel(), at[1:].ravel()), axis=1),
        ]
    )
    both = np.concatenate((pairs, pairs[:, ::-1]))
    cost = np.random.default_rng(3).integers(1, 9, len(both))
    rows = [f"a {u} {v} {w}" for (u, v), w in zip(both.tolist(), cost.tolist(), strict=True)]
    path = folder / "large.gr"
    path.write_text("\n".join((f"p sp {side * side} {len(rows)}", *rows, "")))
    return path
