"""What roads cost: a vehicle's metric and its edits, or costs that came with the file."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from enum import Enum
from typing import Any

from core.errors import InputError
from road.conditions import Situation
from road.costs.metric import Limits, Metric, Private, Quantity, Weights, given_weights, hop_weights
from road.costs.metric_records import settings_of
from road.costs.profiles import PROFILES, profile
from road.costs.way_speeds import WaySpeeds
from road.graph import RoadGraph
from road.properties import RoadClass, Turn, Vehicle

HOPS = "hops"
"""Name of costs of 1 for every arc."""


@dataclass(frozen=True)
class RoadCosts:
    """Where the costs of arcs and turns come from; decoded by `weights`.

    metric : of a vehicle; None where `given` counts.
    given : name of costs of the file, such as "distance"; HOPS for 1 an arc.
    unedited : the metric as it was chosen, before single speeds or turns were changed.
    """

    metric: Metric | None = None
    given: str = ""
    unedited: Metric | None = None

    @classmethod
    def of_metric(cls, metric: Metric) -> RoadCosts:
        return cls(metric, unedited=metric)

    @classmethod
    def of_profile(cls, name: str) -> RoadCosts:
        """The preset of a vehicle; raises InputError naming those there are."""
        return cls.of_metric(profile(name))

    @property
    def name(self) -> str:
        """What a list shows: of the metric, or of the file's costs."""
        return self.given if self.metric is None else self.metric.name

    @property
    def departure(self) -> str:
        """The local time that rules by the hour are looked up for, as 2026-11-23T08:30; "" where
        none was chosen."""
        return "" if self.metric is None else self.metric.situation.departure

    @property
    def edited(self) -> bool:
        """Whether anything was changed since the metric was chosen."""
        return self.metric != self.unedited

    @property
    def changes(self) -> str:
        """What was changed of a profile, or of the metric that was chosen, as `--set` takes it:
        "speeds_kmh.motorway=100; quantity=distance"; "" where nothing was."""
        if self.metric is None or self.unedited is None:
            return ""
        base = profile(self.name) if self.name in PROFILES else self.unedited
        return "; ".join(settings_of(self.metric, base))

    @property
    def tags(self) -> dict[str, str]:
        """What files say of them, but for what is empty."""
        told = {
            "ISOFRONT_METRIC": self.name,
            "ISOFRONT_METRIC_CHANGES": self.changes,
            "ISOFRONT_DEPARTURE": self.departure,
        }
        return {tag: text for tag, text in told.items() if text}

    def weights(self, graph: RoadGraph) -> Weights:
        """Costs of all arcs and turns; raises InputError where the graph does not have what it
        takes."""
        if self.metric is not None:
            return self.metric.weights(graph)
        return hop_weights(graph) if self.given == HOPS else given_weights(graph, self.given)

    # -- edits; each raises InputError for costs of a file, which have no speeds

    def with_speed(self, road_class: RoadClass, kmh: float) -> RoadCosts:
        """The speed outside towns; inside, it keeps its proportion."""
        metric = self._require_metric()
        speeds = {**metric.speeds_kmh, road_class: kmh}
        urban = dict(metric.urban_speeds_kmh)
        if road_class in urban:
            urban[road_class] = kmh * self._urban_share(road_class)
        return self._with(replace(metric, speeds_kmh=speeds, urban_speeds_kmh=urban))

    def with_turn_seconds(self, turn: Turn, seconds: float) -> RoadCosts:
        """What a turn costs; infinite forbids it."""
        metric = self._require_metric()
        return self._with(replace(metric, turn_seconds={**metric.turn_seconds, turn: seconds}))

    def with_number(self, field: str, member: Enum | None, value: float) -> RoadCosts:
        """A number of the metric by the name of its field, or of the entry of a table there."""
        metric = self._require_metric()
        whole: Any = value if member is None else {**getattr(metric, field), member: value}
        return self._with(replace(metric, **{field: whole}))

    def with_closed(self, classes: Iterable[RoadClass]) -> RoadCosts:
        """These classes closed, and no others."""
        return self._with(replace(self._require_metric(), closed=frozenset(classes)))

    def with_limits(self, limits: Limits) -> RoadCosts:
        """What posted limits mean: "ignore", "obey" or "follow"."""
        return self._with(replace(self._require_metric(), limits=limits))

    def with_private(self, private: Private) -> RoadCosts:
        """What private streets are for: "ends", "through" or "closed"."""
        return self._with(replace(self._require_metric(), private=private))

    def with_situation(self, situation: Situation) -> RoadCosts:
        """When one departs, and the vehicle's figures."""
        return self._with(replace(self._require_metric(), situation=situation))

    def with_quantity(self, quantity: Quantity) -> RoadCosts:
        """Seek short times or short ways."""
        return self._with(replace(self._require_metric(), quantity=quantity))

    def with_ways(self, ways: WaySpeeds | None) -> RoadCosts:
        """Speeds of single ways, None for none."""
        return self._with(replace(self._require_metric(), ways=ways))

    def keeping_ways_of(self, before: RoadCosts) -> RoadCosts:
        """With the speeds of single ways that held before, where they hold for this vehicle too: a
        day's congestion is that of all motor traffic, and of nobody else. Own ones stay."""
        ways = None if before.metric is None else before.metric.ways
        if ways is None or self.metric is None or self.metric.ways is not None:
            return self
        assert before.metric is not None
        alike = _traffic(self.metric) & _traffic(before.metric)
        return self.with_ways(ways) if alike else self

    def departing_as(self, before: RoadCosts) -> RoadCosts:
        """With the departure that was chosen before, whoever drives."""
        if self.metric is None or not before.departure:
            return self
        return self.with_situation(self.metric.situation._replace(departure=before.departure))

    def _with(self, metric: Metric) -> RoadCosts:
        return replace(self, metric=metric)

    def _urban_share(self, road_class: RoadClass) -> float:
        """As the metric was chosen: a slider that was at 0 finds its way back."""
        chosen = self.unedited
        assert chosen is not None
        outside = chosen.speeds_kmh.get(road_class, 0.0)
        inside = chosen.urban_speeds_kmh.get(road_class, outside)
        return inside / outside if outside > 0 else 1.0

    def _require_metric(self) -> Metric:
        if self.metric is None:
            raise InputError(
                f"the costs '{self.given}' of the file have no speeds and no turns",
                advice=f"Choose a profile: {', '.join(PROFILES)}.",
            )
        return self.metric


MOTOR_TRAFFIC = Vehicle.CAR | Vehicle.OFFROAD | Vehicle.TRUCK | Vehicle.BUS


def _traffic(metric: Metric) -> Vehicle:
    """Bits of those that drive at the same speeds where the road is full."""
    vehicle = metric.vehicle
    return vehicle | MOTOR_TRAFFIC if vehicle & MOTOR_TRAFFIC else vehicle


def choices_for(graph: RoadGraph) -> tuple[RoadCosts, ...]:
    """What there is to choose from: the costs of the named file, which the graph has first, those
    of files beside it, and the profiles."""
    given = [RoadCosts(given=g.name) for g in graph.given]
    has_lengths = graph.arcs.longest_m != 0.0
    profiles = [RoadCosts.of_profile(name) for name in PROFILES] if has_lengths else []
    return (*given, *profiles) or (RoadCosts(given=HOPS),)


def default_costs(graph: RoadGraph) -> RoadCosts:
    """What the named file itself gives, else times of a car."""
    return choices_for(graph)[0]
