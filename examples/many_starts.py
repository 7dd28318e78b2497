"""A table of times between many starts and many places, without a matrix of all pairs in memory.

python -m examples.many_starts
"""

from __future__ import annotations

import numpy as np

from benchmarks.instances.roads import generated_network
from core.solver import Start
from core.times import UNREACHED
from road.costs.profiles import profile
from road.crp.partition.build import partition_roads
from road.crp.query.isochrone import Crp
from road.crp.query.many_to_many import ManyToMany

SHOPS = 5


def main(side: int = 24, seed: int = 1) -> float:
    """Mean minutes to the nearest of some shops, over all vertices that reach one."""
    graph = generated_network(side, side, seed)
    weights = profile("car").weights(graph)
    crp = Crp(graph, weights, partition=partition_roads(graph), direction="to")
    shops = np.random.default_rng(seed).choice(graph.vertices, SHOPS, replace=False)
    nearest = np.full(graph.vertices, UNREACHED, np.uint32)
    tables = ManyToMany(crp)
    for shop in shops.tolist():  # a row at a time: memory for one, however many shops there are
        nearest = np.minimum(nearest, tables.table((Start(shop),))[0])
    minutes = nearest[nearest < UNREACHED] * weights.tick_seconds / 60
    print(f"{minutes.mean():.2f} min to the nearest of {SHOPS} shops")
    return float(minutes.mean())


if __name__ == "__main__":
    main()
