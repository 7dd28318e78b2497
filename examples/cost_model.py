"""A cost model of one's own: a bicycle that shuns main roads and pays for left turns.

python -m examples.cost_model
"""

from __future__ import annotations

from dataclasses import replace

from benchmarks.instances.road_properties import with_properties
from benchmarks.instances.roads import generated_network
from core.solver import Start
from core.times import UNREACHED
from road.costs.profiles import CYCLING, profile
from road.properties import RoadClass, Turn
from road.solvers.dijkstra import Dijkstra

DELIVERY = replace(
    profile("bicycle"),
    name="delivery",
    speeds_kmh={**CYCLING, RoadClass.PRIMARY: 9.0},
    turn_seconds={Turn.LEFT: 8.0, Turn.U_TURN: 20.0},
)


def main() -> dict[str, float]:
    """Mean minutes from a corner of a town that is made up, by each of two metrics."""
    graph = with_properties(generated_network(24, 24, seed=1))
    found = {}
    for metric in (profile("bicycle"), DELIVERY):
        times = Dijkstra(graph, metric.weights(graph)).solve((Start(0),))
        mean = times.labels[times.labels < UNREACHED].mean()
        found[metric.name] = float(mean) * times.tick_seconds / 60
        print(f"{metric.name}: {found[metric.name]:.2f} min")
    return found


if __name__ == "__main__":
    main()
