"""How many kilometres of road are reached within one and two minutes, by car.

python -m examples.roads FILE X Y
"""

from __future__ import annotations

import sys

from benchmarks.instances.roads import generated_network
from road.costs.profiles import profile
from road.files.read import open_roads
from road.maps.bands import pieces_of
from road.places.snap import SnapIndex
from road.solvers.near_far import NearFar

BANDS = (60.0, 120.0)  # seconds


def main(file: str = "", x: str = "0", y: str = "0") -> list[float]:
    """Kilometres of each band, in a file of roads or in a town that is made up."""
    graph = open_roads(file) if file else generated_network(24, 24, seed=1)
    weights = profile("car").weights(graph)
    snapped = SnapIndex(graph).nearest(float(x), float(y), weights.arc_costs)
    assert snapped is not None, "no road is open"
    times = NearFar(graph, weights).solve((snapped.source(),), limit=BANDS[-1])
    pieces = pieces_of(times, BANDS)
    km = [float(pieces.length_m[pieces.band == k].sum()) / 1e3 for k in range(len(BANDS))]
    print(", ".join(f"{n:.1f} km in {s / 60:.0f} min" for n, s in zip(km, BANDS, strict=True)))
    return km


if __name__ == "__main__":
    main(*sys.argv[1:])
