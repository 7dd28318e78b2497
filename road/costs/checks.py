"""Whether the numbers of a metric can be, and whether a graph has what they need."""

from __future__ import annotations

import math
from typing import Any, get_args

from core.errors import InputError, ParameterError
from road.costs.situations import check_situation
from road.costs.slopes import check_rule
from road.graph import RoadGraph

MOST_SECONDS = 1e5  # of a wait: the whole number of ticks has room in the decoder's table
_ABOVE_0 = "Give more than 0."


def check_numbers(metric: Any) -> None:
    """Raise ParameterError that tells the first number of a `Metric` that cannot be."""
    for words, values in (
        ("speed", (*metric.speeds_kmh.values(), *metric.urban_speeds_kmh.values())),
        ("pushing speed", (metric.pushed_kmh,)),
        ("surface factor", tuple(metric.surface_factors.values())),
        ("flag factor", tuple(metric.flag_factors.values())),
    ):
        for value in values:
            _require(0 <= value < math.inf, f"a {words} of {value}", "Give 0 or more.")
    for kmh in metric.surface_caps_kmh.values():
        closing = "Give more than 0; a surface factor of 0 closes."
        _require(kmh > 0, f"a highest speed of {kmh} km/h on a surface", closing)
    dead_end = 0.0 if metric.dead_end_seconds is None else metric.dead_end_seconds
    curve = metric.sharp_turn_seconds, metric.oncoming_seconds
    for seconds in (*metric.turn_seconds.values(), dead_end, *curve):
        _require(seconds >= 0, f"a turn of {seconds} s", "Give 0 s or more.")
    _require(max(curve) < math.inf, "a turn without end", "Give a number of seconds.")
    _require(0 < metric.turn_bias < math.inf, f"a turn bias of {metric.turn_bias}", _ABOVE_0)
    for seconds in metric.wait_seconds.values():
        good = 0 <= seconds < MOST_SECONDS
        _require(good, f"a wait of {seconds} s", f"Give 0 s to {MOST_SECONDS:,.0f} s.")
    _require(metric.top_speed_kmh > 0, f"a top speed of {metric.top_speed_kmh} km/h", _ABOVE_0)
    good = 0 < metric.limit_factor < math.inf
    _require(good, f"a limit factor of {metric.limit_factor}", _ABOVE_0)
    check_rule(metric.slope)
    check_situation(metric.situation)


def check_words(*choices: tuple[str, Any]) -> None:
    """Raise ParameterError for the first word that is none of a Literal's."""
    for word, literal in choices:
        known = get_args(literal)
        _require(word in known, f"'{word}'", f"Choose {', '.join(known[:-1])} or {known[-1]}.")


def require_lengths(graph: RoadGraph) -> None:
    """Raise InputError for a graph of which no metric can make costs."""
    if graph.arc_count and graph.arcs.longest_m == 0.0:
        raise InputError(
            "the roads have neither lengths nor positions",
            where=graph.name,
            advice="Use the costs of the file, or a count of arcs.",
        )


def _require(good: bool, found: str, advice: str) -> None:
    if not good:
        raise ParameterError(found, where="metric", advice=advice)
