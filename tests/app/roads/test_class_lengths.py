"""How much of each class of road is open to whom, counted by hand."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from app.roads.class_lengths import ClassLengths
from road.costs.profiles import BICYCLE, CAR, FOOT
from road.properties import RoadClass, Vehicle
from tests.road.drawn import random_town


def test_lengths_are_those_of_each_class_and_vehicle(monkeypatch: pytest.MonkeyPatch) -> None:
    graph = random_town()
    count = graph.arc_count
    rng = np.random.default_rng(5)
    classes = rng.choice([RoadClass.PRIMARY, RoadClass.FOOTWAY], count).astype(np.uint8)
    foot_only = rng.random(count) < 0.4
    vehicles = np.where(foot_only, int(Vehicle.FOOT), int(Vehicle.CAR | Vehicle.FOOT))
    lengths = rng.integers(0, 90, count).astype(np.float32)
    arcs = replace(
        graph.arcs, road_class=classes, vehicles=vehicles.astype(np.uint8), length_m=lengths
    )
    graph = replace(graph, arcs=arcs)
    metres = np.maximum(lengths, 1.0)
    monkeypatch.setattr("app.roads.class_lengths.AT_ONCE", 7)
    found = ClassLengths.of(graph)
    assert found.classes() == (RoadClass.PRIMARY, RoadClass.FOOTWAY)
    for road_class in found.classes():
        here = classes == road_class
        whole = metres[here].sum()
        assert found.open_to(CAR, road_class) == (metres[here & ~foot_only].sum(), whole)
        assert found.open_to(FOOT, road_class) == (whole, whole)
        pushed = found.open_to(BICYCLE, road_class)
        assert pushed == (whole, whole), "a bicycle is pushed where people walk"
