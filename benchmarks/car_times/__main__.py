"""A car's times against those of OSRM and of Valhalla themselves, on the same trips.

    python -m benchmarks.car_times --peer-python PYTHON [FILE …] [--peer osrm|valhalla] [--seed N]
        [--pairs N] [--out FILE]

PYTHON is an interpreter that has the packages `osrm-bindings` and `pyvalhalla`. FILEs are
OpenStreetMap extracts, without any the four cities of the shared data. Places are vertices of the
largest part of the graph in which a car comes from everywhere to everywhere, drawn by the seed; a
place counts where the peer has a street within a metre. Ratios are ours to the peer's, of trips
that take it a minute or more.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, get_args

import numpy as np

from benchmarks.car_times.peers import Peer, Trips, TripTimes, peer_times
from benchmarks.instances.inputs import SHARED
from benchmarks.records import ResultFile, results_file
from core.solver import Start
from core.times import UNREACHED
from road.components import strong_components
from road.costs.metric import Weights
from road.costs.profiles import CAR
from road.files.osm.importer import read_osm
from road.graph import F64, I64, RoadGraph
from road.solvers.dijkstra import Dijkstra

RESULTS = results_file("car_times")
CITIES = (
    "porto_portugal.osm.pbf",
    "washington-dc-cathedral-no-left.osm.pbf",
    "reisterstown-via-restriction.osm.pbf",
    "moscow.osm.gz",
)
STARTS = 3
MOST_SNAPPED_M = 1.0
SHORTEST_S = 60.0  # of a trip; the ends of shorter ones tell more of the ends than of the way
WITHIN_MINUTES = (5, 10, 15)
SHARES = (5, 25, 50, 75, 95)  # percentiles
SEED_OF_TRIPS = 2026
"""Seed of the trips in the documents; constants of the profile were chosen with others."""


def car_vertices(graph: RoadGraph, weights: Weights) -> I64:
    """Vertices that are nodes of the file, in the largest part that a car leaves and reaches."""
    is_open = weights.arc_costs < UNREACHED
    labels, _ = strong_components(graph, is_open.astype(np.uint8))
    driven = np.zeros(graph.vertices, np.bool_)
    driven[graph.head[is_open]] = True
    return np.flatnonzero((labels == 0) & driven & (graph.vertex_ids > 0))


def drawn_trips(graph: RoadGraph, vertices: I64, pairs: int, seed: int) -> tuple[Trips, I64]:
    """(trips, the vertex of each place): twice as many places as pairs at most."""
    assert graph.x is not None
    assert graph.y is not None
    random = np.random.default_rng(seed)
    chosen = random.permutation(vertices)[: 2 * pairs]
    both = random.integers(0, len(chosen), (2 * pairs, 2))
    both = both[both[:, 0] != both[:, 1]][:pairs]
    lon_lat = np.stack((graph.x[chosen], graph.y[chosen]), axis=1)
    return Trips(lon_lat, both, np.arange(min(STARTS, len(chosen)))), chosen


def own_times(graph: RoadGraph, weights: Weights, trips: Trips, vertex: I64) -> TripTimes:
    solver = Dijkstra(graph, weights)

    def field(place: int) -> F64:
        return solver.solve((Start(int(vertex[place])),)).seconds()[vertex]

    pairs = np.empty(len(trips.pairs))
    for place in np.unique(trips.pairs[:, 0]):
        mine = trips.pairs[:, 0] == place
        pairs[mine] = field(int(place))[trips.pairs[mine, 1]]
    fields = np.array([field(int(start)) for start in trips.starts])
    return TripTimes(pairs, fields, np.zeros(len(vertex)))


def compared(own: F64, other: F64) -> dict[str, Any]:
    """How ratios are spread, of trips that both know and that are long enough."""
    told = np.isfinite(own) & np.isfinite(other) & (other >= SHORTEST_S)
    if not told.any():
        return {"n": 0}
    ratio = own[told] / other[told]
    names = ("p5", "p25", "median", "p75", "p95")
    spread = {
        name: round(float(value), 3)
        for name, value in zip(names, np.percentile(ratio, SHARES), strict=True)
    }
    within = float((np.abs(ratio - 1.0) <= 0.15).mean())
    alone = int((np.isfinite(own) != np.isfinite(other)).sum())
    return {"n": int(told.sum()), **spread, "within_15": round(within, 3), "one_alone": alone}


def sets_compared(own: F64, other: F64) -> dict[str, float]:
    """By minutes: places that both reach in the time as a share of those that either reaches."""
    shares = {}
    for minutes in WITHIN_MINUTES:
        ours, theirs = own <= 60 * minutes, other <= 60 * minutes
        either = int((ours | theirs).sum())
        shares[str(minutes)] = round(int((ours & theirs).sum()) / max(either, 1), 3)
    return shares


def measured(
    peers: Sequence[Peer],
    python: Path,
    roads: Path,
    folder: Path,
    drawn: tuple[int, int],
    without: str,
) -> Iterator[dict[str, Any]]:
    """A record for each peer. drawn : pairs and seed. without : a key of tags hidden from them."""
    graph = read_osm(roads)
    weights = CAR.weights(graph)
    trips, vertex = drawn_trips(graph, car_vertices(graph, weights), *drawn)
    ours = own_times(graph, weights, trips, vertex)
    for peer in peers:
        kept = folder / (roads.name.partition(".")[0] + without)
        theirs = peer_times(peer, python, roads, kept, trips, without)
        good = theirs.snapped_m <= MOST_SNAPPED_M
        told = good[trips.pairs].all(axis=1)
        known = good[trips.starts]
        fields = ours.fields[known][:, good], theirs.fields[known][:, good]
        yield {
            "instance": roads.name + (f", {without} unseen" if without else ""),
            "peer": peer,
            "seed": drawn[1],
            "places": int(good.sum()),
            "pairs": compared(ours.pairs[told], theirs.pairs[told]),
            "fields": compared(fields[0].ravel(), fields[1].ravel()),
            "sets": sets_compared(*fields),
        }


def _peers(one: Peer | None) -> Sequence[Peer]:
    return get_args(Peer) if one is None else (one,)


def _cities() -> list[Path]:
    folder = next((each for each in SHARED if each.is_dir()), SHARED[0])
    return [folder / "roads" / "osm" / name for name in CITIES]


def main(words: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.car_times", description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )  # fmt: skip
    parser.add_argument("files", type=Path, nargs="*", metavar="FILE")
    parser.add_argument("--peer-python", type=Path, required=True, metavar="PYTHON")
    parser.add_argument("--peer", choices=get_args(Peer), help="one of them; both unless told")
    parser.add_argument("--pairs", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=SEED_OF_TRIPS)
    parser.add_argument("--keep", type=Path, metavar="FOLDER", help="where their files stay")
    parser.add_argument("--without", default="", metavar="KEY", help="a tag hidden from the peer")
    parser.add_argument("--variant", default="", help="a word for the record, such as before")
    parser.add_argument("--out", type=Path, default=RESULTS, help="JSON lines, appended to")
    given = parser.parse_args(words)
    results = ResultFile(given.out, benchmark="car-times", variant=given.variant)
    with TemporaryDirectory() as made:
        folder = given.keep or Path(made)
        for roads in given.files or _cities():
            drawn = given.pairs, given.seed
            asked = given.peer_python, roads, folder, drawn, given.without
            for record in measured(_peers(given.peer), *asked):
                results.add(record)
                print(_line(record), flush=True)
    return 0


def _line(record: dict[str, Any]) -> str:
    parts = [f"{record['instance'][:24]:24}  {record['peer']:8}"]
    for name in ("pairs", "fields"):
        own = record[name]
        if own["n"]:
            spread = " ".join(f"{own[key]:.2f}" for key in ("p5", "median", "p95"))
            parts.append(f"{name} {own['n']:5}: {spread}, within 15 %: {own['within_15']:.1%}")
    return "  ".join((*parts, f"sets {record['sets']}"))


if __name__ == "__main__":
    sys.exit(main())
