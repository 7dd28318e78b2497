"""What there is to say of a place that has the colour of the origin that is first there."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from app.solving.road_solved import RoadSolved
from app.solving.solved import Solved
from core.errors import IsofrontError
from core.times import UNREACHED
from road.turns import NO_ARC
from ui.controllers.reading.readers import PlaceReader, WayShown
from ui.pictures.classes import NOBODY, Classes, divided
from ui.texts import one_line

ClassAt = Callable[[float, float], int]
"""Function that tells the class that is drawn at a CRS point; NOBODY where there is none."""

NAME_LETTERS = 32
"""Letters up to which a name is told whole in the status line."""


@dataclass(frozen=True, eq=False)
class OriginReader:
    """Puts what is told of a class, as the name of its origin, before the time that another reader
    tells.

    reader : of the least time from any origin. told : of a class, in words.
    """

    reader: PlaceReader
    class_at: ClassAt
    told: Callable[[int], str]

    @property
    def solved(self) -> bool:
        return self.reader.solved

    def place(self, x: float, y: float) -> tuple[str, str, str]:
        position, words, time = self.reader.place(x, y)
        number = self.class_at(x, y) if time else NOBODY
        if number == NOBODY:
            return position, words, time
        return position, words, f"{self.told(number)} · {time}"

    def way(self, x: float, y: float) -> WayShown | None:
        return self.reader.way(x, y)


def names_of(origins: Sequence[str]) -> Callable[[int], str]:
    """Tells the name of an origin by its number."""
    return lambda number: one_line(origins[number], NAME_LETTERS)


def class_of_cell(solved: Solved, classes: Classes) -> ClassAt:
    """Of the cell that a place lies in."""

    def class_at(x: float, y: float) -> int:
        place = solved.grid.cell_at(x, y)
        if place is None:
            return NOBODY
        row, col = place[0] // classes.factor, place[1] // classes.factor
        return int(classes.of[row * -(-solved.grid.cols // classes.factor) + col])

    return class_at


def class_of_street(solved: RoadSolved, classes: Classes) -> ClassAt:
    """Of the point on a street that is read out for a place, divided as the picture is."""
    graph, weights = solved.graph, solved.roads.weights
    costs, scale = weights.arc_costs, weights.tick_seconds or 1.0

    def along(arc: int) -> float:
        return float(costs[arc]) * scale if costs[arc] < UNREACHED else np.inf

    def class_at(x: float, y: float) -> int:
        try:
            here, *opposite = solved.destination(x, y).places
        except IsofrontError:
            return NOBODY
        if classes.seconds is None:  # drawn half and half
            end = graph.tail if here.fraction <= 0.5 else graph.head
            return int(classes.of[end[here.arc]])
        there = along(here.arc)
        back = along(opposite[0].arc) if opposite else np.inf
        arcs = [here.arc], [opposite[0].arc if opposite else NO_ARC]
        ahead, behind = (np.array(arc, np.uint32) for arc in arcs)
        if solved.times.search.direction == "to":
            there, back, ahead, behind = back, there, behind, ahead
        tail, head = graph.tail[[here.arc]], graph.head[[here.arc]]
        ends = classes.ends(tail, head, ahead, behind)
        [until], [from_] = divided(ends, classes.limit, np.array([there]), np.array([back]))
        if here.fraction <= until:
            return int(ends.up[0])
        return int(ends.down[0]) if here.fraction >= from_ else NOBODY

    return class_at
