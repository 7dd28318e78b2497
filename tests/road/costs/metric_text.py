"""Metrics written as JSON, whole: what a metric that is read is compared with."""

from __future__ import annotations

import json
import math
from collections.abc import Mapping
from enum import Enum
from typing import Any

from road.costs.metric import Metric
from road.properties import Vehicle


def metric_to_json(metric: Metric) -> str:
    """All of the metric but the speeds of single ways, which are a CSV file."""
    values = {
        "name": metric.name,
        "vehicle": [_key(v) for v in Vehicle if v & metric.vehicle],
        "speeds_kmh": _named(metric.speeds_kmh),
        "urban_speeds_kmh": _named(metric.urban_speeds_kmh),
        "closed": [_key(c) for c in sorted(metric.closed)],
        "limits": metric.limits,
        "limit_factor": metric.limit_factor,
        "top_speed_kmh": _finite(metric.top_speed_kmh),
        "surface_factors": _named(metric.surface_factors),
        "surface_caps_kmh": _named(metric.surface_caps_kmh),
        "pushed_kmh": metric.pushed_kmh,
        "flag_factors": _named(metric.flag_factors),
        "slope": metric.slope,
        "turn_seconds": _named(metric.turn_seconds),
        "sharp_turn_seconds": metric.sharp_turn_seconds,
        "turn_bias": metric.turn_bias,
        "oncoming_seconds": metric.oncoming_seconds,
        "wait_seconds": _named(metric.wait_seconds),
        "quantity": metric.quantity,
        "private": metric.private,
        "situation": metric.situation._asdict(),
    }
    if metric.dead_end_seconds is not None:
        values["dead_end_seconds"] = _finite(metric.dead_end_seconds)
    return json.dumps(values, indent=2)


def _key(member: Enum) -> str:
    return str(member.name).lower()


def _named(values: Mapping[Any, float]) -> dict[str, float | None]:
    return {_key(member): _finite(value) for member, value in values.items()}


def _finite(value: float) -> float | None:
    return value if math.isfinite(value) else None
