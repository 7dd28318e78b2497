"""Colours along streets change where the difference passes from one step to the next."""

from __future__ import annotations

import numpy as np
import pytest

from app.exports.comparison.difference import difference
from app.exports.comparison.steps import COLOURS, DifferenceSteps
from app.solving.one_solve import solve_once
from road.maps.drawing_layout import lines_of
from road.search.starts import ArcPoint
from road.streets import streets_of
from tests.app.asking import on_roads
from tests.app.drawn_roads import opened
from ui.pictures.difference import Contrast, RoadDifferenceScene, fine_colours, street_differences
from ui.pictures.scene import Named
from ui.pictures.streets import RoadScene


def test_the_colour_at_every_place_is_that_of_its_step() -> None:
    roads = opened()
    a, b = (solve_once(on_roads(roads, vertex))[0].times for vertex in (0, 2))
    steps = DifferenceSteps(1.7)
    scene = RoadScene.of(roads)
    assert scene is not None
    drawn = RoadDifferenceScene.of_times(scene, a, b, Contrast(steps, Named("", ())))
    lines = lines_of(roads.graph, scene.ground.project)
    times, inks = drawn.strokes(lines, 1.0)
    streets, ends = streets_of(roads.graph), street_differences(a, b)
    table = fine_colours(steps, (len(inks.table) - 4) // 64)
    compared = set()
    for at, street in enumerate(lines.street.tolist()):
        if not np.isfinite(ends[street]).all():
            continue
        arc = int(streets.arc[street])
        back = int(streets.back[street])
        for share in np.linspace(0.03, 0.97, 23).tolist():
            places = [ArcPoint(arc, share)]
            if back < roads.graph.arc_count:
                places.append(ArcPoint(back, 1 - share))
            seconds = [np.array([each.seconds_at(places)]) for each in (a, b)]
            off = float((seconds[1] - seconds[0])[0])
            straight = ends[street, 0] + share * (ends[street, 1] - ends[street, 0])
            near_edge = abs(off / steps.width - round(off / steps.width)) < 0.03
            if abs(straight - off) > 1e-3 or near_edge:
                continue  # a front of one meets another of it there
            entry = int(times.up[at] + share * times.up_cost[at])
            step = int(steps.of(difference(seconds[0], seconds[1]))[0])
            np.testing.assert_array_equal(table[entry], COLOURS[step])
            compared.add(step)
    assert len(compared) > 3
    assert len(inks.table) == len(table) + 1


@pytest.mark.parametrize("seconds", [0.0, 0.01, -0.01, 2.0, -5.2, 99.0])
def test_fine_colours_are_those_of_steps(seconds: float) -> None:
    steps = DifferenceSteps(1.7)
    entry = int(np.clip((seconds / 1.7 + 60) * 32, 0, 3840) + 0.5)
    near = 0.0 if abs(seconds) < 1.7 / 64 else seconds
    expected = steps.of(difference(np.zeros(1), np.array([near])))[0]
    np.testing.assert_array_equal(fine_colours(steps, 60)[entry], COLOURS[expected])
