"""A table of speeds of ways outlives the choice of another vehicle, where it means something."""

from __future__ import annotations

import numpy as np
import pytest

from app.editing.commands import History
from app.editing.road_edits import RoadEdits
from app.roads.costs import HOPS, RoadCosts
from road.costs.profiles import profile
from road.costs.way_speeds import WaySpeeds
from road.properties import RoadClass


def _jam() -> WaySpeeds:
    return WaySpeeds(np.array([0]), np.array([5.0]), np.ones(1), "jam.csv")


def _ways(edits: RoadEdits) -> WaySpeeds | None:
    return None if edits.costs.metric is None else edits.costs.metric.ways


@pytest.mark.parametrize("vehicle", ["truck", "4x4", "car"])
def test_motor_traffic_shares_a_jam(
    edits: RoadEdits, history: History, remarks: list[str], vehicle: str
) -> None:
    jam = _jam()
    edits.set_ways(jam)
    edits.set_speed(RoadClass.PRIMARY, 20.0)
    edits.set_costs(RoadCosts.of_profile(vehicle))
    assert (edits.costs.name, _ways(edits)) == (vehicle, jam)
    assert edits.costs.metric.speeds_kmh == profile(vehicle).speeds_kmh
    assert remarks == []
    history.undo()
    assert (edits.costs.name, _ways(edits)) == ("car", jam)
    assert edits.costs.metric.speeds_kmh[RoadClass.PRIMARY] == 20.0
    history.redo()
    edits.reset()
    assert _ways(edits) is None, "the speeds as the profile has them"


@pytest.mark.parametrize(
    ("costs", "why"),
    [
        (RoadCosts.of_profile("foot"), "they are of other vehicles than 'foot'"),
        (RoadCosts.of_profile("bicycle"), "they are of other vehicles than 'bicycle'"),
        (RoadCosts(given=HOPS), "the costs 'hops' have no speeds"),
    ],
)
def test_others_leave_it_behind_and_say_so(
    edits: RoadEdits, history: History, remarks: list[str], costs: RoadCosts, why: str
) -> None:
    jam = _jam()
    edits.set_ways(jam)
    edits.set_costs(costs)
    assert _ways(edits) is None
    assert remarks == [f"The speeds of ways of jam.csv are left out: {why}."]
    history.undo()
    assert _ways(edits) is jam
    history.redo()
    assert _ways(edits) is None
    assert len(remarks) == 1


def test_a_table_that_comes_with_a_metric_counts(edits: RoadEdits, remarks: list[str]) -> None:
    edits.set_ways(_jam())
    own = RoadCosts.of_profile("truck").with_ways(_jam()).metric
    assert own is not None
    edits.set_costs(RoadCosts.of_metric(own))
    assert _ways(edits) is own.ways
    assert remarks == []


def test_without_a_table_nothing_is_said(edits: RoadEdits, remarks: list[str]) -> None:
    edits.set_costs(RoadCosts.of_profile("foot"))
    edits.set_costs(RoadCosts(given=HOPS))
    edits.set_costs(RoadCosts.of_profile("car"))
    assert remarks == []
