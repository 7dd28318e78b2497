"""Weights that a device decodes, and a watch that their costs stay there."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from road.costs.metric import Metric
from road.costs.profiles import CAR
from road.graph import RoadGraph
from road.properties import Turn
from road.search.starts import ArcPoint, RoadStart

CLOSED = np.array([3, 8, 40], np.uint32)
ON_AN_ARC = RoadStart((ArcPoint(5, 0.25),))

METRICS: dict[str, Metric] = {
    "plain": CAR,
    "turns": replace(CAR, turn_seconds={Turn.LEFT: 8.0, Turn.RIGHT: 2.0, Turn.U_TURN: 90.0}),
}


def decoded(graph: RoadGraph, metric: Metric) -> Any:
    """Its weights on device 0, without the arcs CLOSED."""
    from gpu.roads.costs.decode import DeviceDecoder
    from gpu.roads.costs.weights import DeviceWeights

    decoder = DeviceDecoder(graph)
    return DeviceWeights(graph, metric, 0, lambda work: work(decoder)).closing(CLOSED)


@contextmanager
def kept_on_the_device() -> Iterator[None]:
    """While nobody may decode all arcs for the host."""
    from gpu.roads.costs.decode import DeviceDecoder

    def refused(*_: Any) -> Any:
        raise AssertionError("costs of all arcs on the host")

    with pytest.MonkeyPatch.context() as barred:
        barred.setattr(DeviceDecoder, "weights", refused)
        barred.setattr(Metric, "weights", refused)
        yield
