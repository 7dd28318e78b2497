"""What a user does to open roads, as undoable commands: what a window calls."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from enum import Enum
from typing import Any

from app.editing.commands import Driving, Edit, drive
from app.editing.session import Session
from app.roads.closures import OPEN_EVERYWHERE, Closure, Closures
from app.roads.costs import RoadCosts
from core.errors import InputError
from road.conditions import Situation
from road.costs.metric import Limits, Private, Quantity
from road.costs.way_speeds import WaySpeeds
from road.properties import RoadClass, Turn
from road.search.search_graph import Direction


def _nobody(remark: str) -> None:
    """Hears remarks where nobody else does."""


class RoadEdits:
    """Edits of the roads of a session; each raises InputError where it cannot be done.

    do : applies and remembers a command, such as `History.do`. Edits of one slider merge into one
        step of undo.
    remark : hears, as a sentence, what an edit could not keep.
    """

    def __init__(
        self,
        session: Session,
        do: Callable[[Edit[Any]], None],
        remark: Callable[[str], None] = _nobody,
    ) -> None:
        self._session = session
        self._do = do
        self._remark = remark

    @property
    def costs(self) -> RoadCosts:
        """What roads cost now."""
        return self._session.driven.costs

    # -- metric

    def set_costs(self, costs: RoadCosts) -> None:
        """One of `app.roads.costs.choices_for`."""
        self._choose(costs, "Choose metric")

    def set_speed(self, road_class: RoadClass, kmh: float) -> None:
        """Speed of a class; inside towns it keeps its proportion. 0 closes the class."""
        label = "Change speed"
        self._drive(self.costs.with_speed(road_class, kmh), label, f"speed {road_class}")

    def set_turn_cost(self, turn: Turn, seconds: float) -> None:
        """Seconds of a kind of turn; infinite forbids it."""
        label = "Change turn cost"
        self._drive(self.costs.with_turn_seconds(turn, seconds), label, f"turn {turn}")

    def set_number(self, field: str, member: Enum | None, value: float) -> None:
        """Any other number of the metric; see `app.roads.costs.RoadCosts.with_number`."""
        label, slider = "Change metric", f"number {field} {member}"
        self._drive(self.costs.with_number(field, member, value), label, slider)

    def close_class(self, road_class: RoadClass, closed: bool = True) -> None:
        """Close a class of roads, or open it again."""
        before = frozenset() if self.costs.metric is None else self.costs.metric.closed
        after = before | {road_class} if closed else before - {road_class}
        self._drive(self.costs.with_closed(after), "Close roads" if closed else "Open roads")

    def set_limits(self, limits: Limits) -> None:
        """What posted limits mean: "ignore", "obey" or "follow"."""
        self._drive(self.costs.with_limits(limits), "Change speed limits")

    def set_private(self, private: Private) -> None:
        """What private streets are for: "ends", "through" or "closed"."""
        self._drive(self.costs.with_private(private), "Change private streets")

    def set_situation(self, situation: Situation) -> None:
        """When one departs, and the vehicle's figures."""
        self._drive(self.costs.with_situation(situation), "Change departure", "situation")

    def set_quantity(self, quantity: Quantity) -> None:
        """Short times, or short ways."""
        self._drive(self.costs.with_quantity(quantity), "Change metric")

    def set_ways(self, ways: WaySpeeds | None) -> None:
        """Speeds of single ways, as from a CSV file; None for none."""
        self._drive(self.costs.with_ways(ways), "Change speeds of ways")

    def reset(self) -> None:
        """The metric as it was chosen."""
        costs = self.costs
        self._drive(replace(costs, metric=costs.unedited), "Reset metric")

    def _choose(self, costs: RoadCosts, label: str) -> None:
        """Other costs, by which the speeds of ways stay where they mean something."""
        ways = None if self.costs.metric is None else self.costs.metric.ways
        kept = costs.keeping_ways_of(self.costs).departing_as(self.costs)
        self._drive(kept, label)
        if ways is not None and (kept.metric is None or kept.metric.ways is None):
            self._remark(f"The speeds of ways{_named(ways)} are left out: {_why(costs)}.")

    def _drive(self, costs: RoadCosts, label: str, merge_key: str = "") -> None:
        if costs != self.costs:  # bands and limit come back together with what they counted
            session = self._session
            before = Driving.of(session)
            counted = replace(before, bands=session.bands, limit_seconds=session.limit_seconds)
            self._do(Edit(drive, counted, replace(before, costs=costs), label, merge_key))

    # -- closures

    @property
    def closures(self) -> Closures:
        """What is closed by drawing now."""
        document = self._session.document
        return OPEN_EVERYWHERE if document is None else document.closures

    def close_under(self, shape: Closure) -> None:
        """Close the roads under a drawing; raises InputError where there are none."""
        roads, after = self._session.driven, self.closures.with_shape(shape)
        if not len(after.arcs_of_each(roads.graph, lambda: roads.snap_index)[-1]):
            raise InputError("there is no road under the drawing", advice="Draw across a road.")
        self._close(after, "Close roads")

    def close_by(self, closures: Closures) -> None:
        """Close the roads under drawings, such as those of a file, too: all in one step."""
        self._close(self.closures.with_shapes(closures), "Close roads")

    def remove_closure(self, index: int) -> None:
        """Open the roads again that only this drawing closes."""
        self._close(self.closures.without(index), "Open roads")

    def remove_closures(self) -> None:
        """Open all that is closed by drawing."""
        self._close(OPEN_EVERYWHERE, "Open all roads")

    def _close(self, closures: Closures, label: str) -> None:
        if closures != self.closures:
            before = Driving.of(self._session)
            self._do(Edit(drive, before, replace(before, closures=closures), label))

    def set_direction(self, direction: Direction) -> None:
        """Times "from" the starts, or "to" them."""
        before = Driving.of(self._session)
        if direction != before.direction:
            after = replace(before, direction=direction)
            self._do(Edit(drive, before, after, "Change direction"))


def _named(ways: WaySpeeds) -> str:
    return f" of {ways.name}" if ways.name else ""


def _why(costs: RoadCosts) -> str:
    """Why a table of speeds means nothing to these costs."""
    if costs.metric is None:
        return f"the costs '{costs.name}' have no speeds"
    return f"they are of other vehicles than '{costs.name}'"
