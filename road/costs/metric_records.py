"""Metrics as plain values: the same keys as in files of them (`road.costs.metric_files`)."""

from __future__ import annotations

import json
import math
from collections.abc import Iterator, Mapping
from enum import Enum, Flag
from pathlib import Path
from typing import Any

from core.errors import InputError
from core.files.atomic_write import atomic_write
from road.costs.metric import Metric
from road.costs.metric_files import EMPTY, READERS, metric_of_values


def record_of(metric: Metric) -> dict[str, Any]:
    """All of a metric but the speeds of single ways; `metric_of_record` has it back, bit for
    bit."""
    return {name: _plain(getattr(metric, name)) for name in READERS if _differs(metric, name)}


def settings_of(metric: Metric, base: Metric) -> tuple[str, ...]:
    """What a metric has otherwise than another, each as `metric_files.with_settings` takes it:
    "speeds_kmh.motorway=100". Left out are name, departure and speeds of single ways."""
    return tuple(
        f"{name}={text}"
        for key in READERS
        for name, text in _changes(key, *(_plain(getattr(each, key)) for each in (metric, base)))
        if name not in ("name", "situation.departure")
    )


def write_metric(path: Path, metric: Metric) -> None:
    """The same as a JSON file that `read_metric` reads. Raises ExportError; what was there before
    is then as it was."""
    text = json.dumps(record_of(metric), indent=1, ensure_ascii=False)
    with atomic_write(path) as draft:
        draft.write_text(f"{text}\n", encoding="utf-8", newline="\n")


def metric_of_record(values: Mapping[str, Any], where: str) -> Metric:
    """The metric of plain values; `where` names them in errors. Raises InputError."""
    if not {"name", "vehicle", "speeds_kmh"} <= values.keys():
        raise InputError(
            "has no name, no vehicle or no speeds", where=where, advice="Save the project again."
        )
    return metric_of_values(dict(values), where)


def _changes(key: str, now: Any, before: Any) -> Iterator[tuple[str, str]]:
    """Names and values that differ; of a table by its entries."""
    if isinstance(now, dict):
        for member in {**before, **now}:
            yield from _changes(f"{key}.{member}", now.get(member), before.get(member))
    elif now != before:
        whole = isinstance(now, float) and now.is_integer()
        yield key, now if isinstance(now, str) else json.dumps(int(now) if whole else now)


def _differs(metric: Metric, name: str) -> bool:
    needed = ("name", "vehicle", "speeds_kmh")
    return name in needed or getattr(metric, name) != getattr(EMPTY, name)


def _plain(value: Any) -> Any:
    if isinstance(value, Flag):
        return [_key(member) for member in type(value) if member in value]
    if isinstance(value, Mapping):
        return {_key(member): _plain(worth) for member, worth in value.items()}
    if isinstance(value, frozenset):
        return sorted(_key(member) for member in value)
    if hasattr(value, "_asdict"):
        return value._asdict()
    if isinstance(value, tuple):
        return [list(pair) for pair in value]
    return None if isinstance(value, float) and math.isinf(value) else value


def _key(member: Enum) -> str:
    return str(member.name).lower()
