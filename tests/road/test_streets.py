"""Which street an arc belongs to."""

from __future__ import annotations

import numpy as np
import pytest

from road.streets import street_of, streets_of
from tests.road.drawn import DRAWN


@pytest.mark.parametrize("name", DRAWN)
def test_an_arc_is_in_one_street_by_its_own_direction_or_the_other(name: str) -> None:
    graph = DRAWN[name]()
    streets = streets_of(graph)
    for arc in range(graph.arc_count):
        street, upwards = street_of(graph, arc)
        assert (streets.arc if upwards else streets.back)[street] == arc
    assert np.isin(np.arange(graph.arc_count), np.append(streets.arc, streets.back)).all()
