"""Metrics as JSON files: a preset and what differs from it, or a whole metric.

Keys: `name`, `based_on` (a preset), `vehicle` ("car", "bicycle", "foot", "offroad"), `speeds_kmh`
and `urban_speeds_kmh` (by road class, as in the `highway` tag), `closed` (list of classes),
`limits`, `limit_factor`, `top_speed_kmh`, `surface_factors`, `surface_caps_kmh`, `pushed_kmh`,
`flag_factors`, `slope`, `turn_seconds`, `dead_end_seconds`, `sharp_turn_seconds`, `turn_bias`,
`oncoming_seconds`, `wait_seconds` (by `ArcEnd`), `quantity`, `private`, `situation` (a table with
`departure`, `height_m`, `width_m`, `length_m`, `weight_t`, `axle_load_t`). What a table leaves out
stays as the preset has it. `null` for a top speed, a cap or a turn is "none" and "never".
"""

from __future__ import annotations

import json
import math
from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from enum import Enum
from pathlib import Path
from typing import Any, TypeVar

from core.errors import InputError, IsofrontError, ParameterError
from road.conditions import Situation
from road.costs.metric import Metric
from road.costs.profiles import PROFILES, profile
from road.properties import ArcEnd, Flag, RoadClass, Surface, Turn, Vehicle

Name = TypeVar("Name", bound=Enum)

MOST_BYTES = 1 << 20
"""Most bytes of a metric; one with all that can be said takes 4 kB."""

_MOST_DIGITS = 300
"""Most digits of a whole number; longer ones are none of ours, and beyond 4,300 digits Python reads
none."""


def read_metric(path: Path) -> Metric:
    """The metric of a JSON file. Raises InputError that names the file and the line or the key."""
    try:
        with path.open("rb") as file:
            data = file.read(MOST_BYTES + 1)
        if len(data) > MOST_BYTES:
            raise InputError(
                f"has more than {MOST_BYTES:,} bytes",
                where=str(path),
                advice="Give a metric in JSON.",
            )
        text = data.decode("utf-8-sig")
    except OSError as error:
        raise InputError(
            f"could not be read ({error.strerror})", where=str(path), advice="Check the path."
        ) from error
    except UnicodeDecodeError as error:
        raise InputError(
            "is not text in UTF-8", where=str(path), advice="Give a metric in JSON."
        ) from error
    return metric_from_json(text, path.name)


def metric_from_json(text: str, where: str = "metric") -> Metric:
    """The metric of a JSON text; `where` names it in errors."""
    try:
        values = json.loads(text, parse_int=_whole)
    except RecursionError as error:
        raise InputError(
            "nests too deep for a metric", where=where, advice="Give a table of settings."
        ) from error
    except json.JSONDecodeError as error:
        raise InputError(
            f"is not JSON ({error.msg})",
            where=f"{where}, line {error.lineno}",
            advice="Correct it there.",
        ) from error
    if not isinstance(values, dict):
        raise InputError("is not a JSON object", where=where, advice="Begin with { and end with }.")
    return metric_of_values(values, where)


def metric_of_values(values: dict[str, Any], where: str) -> Metric:
    """The metric of what a JSON object holds; `where` names it in errors. Raises InputError."""
    base_name = values.pop("based_on", None)
    try:
        base = EMPTY if base_name is None else profile(_text(base_name))
    except (ParameterError, InputError) as error:
        raise _at(where, "based_on", error) from None
    _check_keys(values, where, "based_on, ")
    if base is EMPTY and not {"vehicle", "speeds_kmh"} <= values.keys():
        raise InputError(
            "it has neither a preset nor a vehicle with speeds",
            where=where,
            advice=f'Add "based_on" with one of: {", ".join(PROFILES)}.',
        )
    return _changed(base, values, where)


def with_settings(metric: Metric, settings: Iterable[tuple[str, str]]) -> Metric:
    """The metric with values by their names as in a file; a dot leads into a table, as in
    "wait_seconds.signals". Texts are JSON or plain words. Raises InputError that names them."""
    for name, text in settings:
        key, dot, member = name.partition(".")
        try:
            value = json.loads(text, parse_int=_whole)
        except (json.JSONDecodeError, RecursionError):
            value = text
        where = f"--set {name}"
        _check_keys((key,), where)
        metric = _changed(metric, {key: {member: value} if dot else value}, where)
    return metric


def _check_keys(keys: Iterable[str], where: str, others: str = "") -> None:
    unknown = [key for key in keys if key not in READERS]
    if unknown:
        raise InputError(
            f"there is no setting '{unknown[0]}'",
            where=where,
            advice=f"Known are: {others}{', '.join(READERS)}.",
        )


def _changed(base: Metric, values: Mapping[str, Any], where: str) -> Metric:
    read = {}
    for key, value in values.items():
        try:
            read[key] = READERS[key](value, getattr(base, key))
            replace(base, **{key: read[key]})  # raises here, where the key is known
        except ParameterError as error:
            raise _at(where, key, error) from None
    return replace(base, **read)


def _at(where: str, key: str, error: IsofrontError) -> InputError:
    return InputError(error.found, where=f"{where}, '{key}'", advice=error.advice)


def _whole(digits: str) -> float:
    return int(digits) if len(digits) <= _MOST_DIGITS else math.inf


EMPTY = Metric("metric", Vehicle.NONE, {})


def _text(value: Any, _: Any = None) -> str:
    if not isinstance(value, str):
        raise ParameterError(f"{value!r} is not text", advice="Write it in quotation marks.")
    return value


def _number(value: Any, _: Any = None) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float) or not math.isfinite(value):
        raise ParameterError(f"{json.dumps(value)} is not a number", advice="Give a number.")
    return float(value)


def _number_or_none(value: Any, _: Any = None) -> float:
    return math.inf if value is None else _number(value)


def _slope(value: Any, _: Any = None) -> Any:
    if isinstance(value, str):
        return value
    pairs = isinstance(value, list) and all(isinstance(p, list) and len(p) == 2 for p in value)
    if not pairs:
        raise ParameterError(
            f"{json.dumps(value)} is not a rule for slopes",
            advice='Give "tobler", "bicycle", "none" or pairs such as [[-10, 1.2], [0, 1]].',
        )
    return tuple((_number(percent), _number(factor)) for percent, factor in value)


def _vehicle(value: Any, _: Any = None) -> Vehicle:
    vehicle = Vehicle.NONE
    for name in [value] if isinstance(value, str) else _list(value):
        vehicle |= _member(Vehicle, name)
    return vehicle


def _closed(value: Any, _: Any = None) -> frozenset[RoadClass]:
    return frozenset(_member(RoadClass, name) for name in _list(value))


def _list(value: Any) -> list[Any]:
    if not isinstance(value, list):
        raise ParameterError(f"{json.dumps(value)} is not a list", advice="Put it in [ and ].")
    return value


def _by_name(
    kind: type[Name], read: Callable[[Any], float] = _number
) -> Callable[[Any, Mapping[Any, float]], dict[Any, float]]:
    def reader(value: Any, base: Mapping[Any, float]) -> dict[Any, float]:
        if not isinstance(value, dict):
            raise ParameterError(f"{json.dumps(value)} is not a table", advice="Put it in { and }.")
        return {**base, **{_member(kind, name): read(worth) for name, worth in value.items()}}

    return reader


def _situation(value: Any, base: Situation) -> Situation:
    if not isinstance(value, dict):
        raise ParameterError(f"{json.dumps(value)} is not a table", advice="Put it in { and }.")
    unknown = [name for name in value if name not in Situation._fields]
    if unknown:
        known = ", ".join(Situation._fields)
        raise ParameterError(f"there is no '{unknown[0]}'", advice=f"Known are: {known}.")
    read: dict[str, Any] = {
        name: _text(worth) if name == "departure" else _number(worth)
        for name, worth in value.items()
    }
    return base._replace(**read)


def _member(kind: type[Name], name: Any) -> Name:
    for member in kind:  # of flags, NONE is no member
        if name == _key(member):
            return member
    names = ", ".join(_key(member) for member in kind)
    raise ParameterError(f"there is no '{name}'", advice=f"Known are: {names}.")


def _key(member: Enum) -> str:
    return str(member.name).lower()


READERS: dict[str, Callable[[Any, Any], Any]] = {
    "name": _text,
    "vehicle": _vehicle,
    "speeds_kmh": _by_name(RoadClass),
    "urban_speeds_kmh": _by_name(RoadClass),
    "closed": _closed,
    "limits": _text,
    "limit_factor": _number,
    "top_speed_kmh": _number_or_none,
    "surface_factors": _by_name(Surface),
    "surface_caps_kmh": _by_name(Surface, _number_or_none),
    "pushed_kmh": _number,
    "flag_factors": _by_name(Flag),
    "slope": _slope,
    "turn_seconds": _by_name(Turn, _number_or_none),
    "dead_end_seconds": _number_or_none,
    "sharp_turn_seconds": _number,
    "turn_bias": _number,
    "oncoming_seconds": _number,
    "wait_seconds": _by_name(ArcEnd),
    "quantity": _text,
    "private": _text,
    "situation": _situation,
}
