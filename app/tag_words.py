"""What files say of their own making, in plain words: tags are for programs."""

from __future__ import annotations

import json
from collections.abc import Mapping

from app.measure import duration

FOR_PROGRAMS = "ISOFRONT_KEY_"
"""Beginning of tags that only programs read: see `app.asked.keys`."""

_OURS = "ISOFRONT_"

_NAMES: Mapping[str, str] = {
    "TIFFTAG_SOFTWARE": "Made by",
    "ISOFRONT_VERSION": "",  # the program is told with it
    "ISOFRONT_METRIC": "Costs",
    "ISOFRONT_METRIC_CHANGES": "Changed of these",
    "ISOFRONT_STARTS": "Starts (x, y and delay)",
    "ISOFRONT_LIMIT_S": "Time limit",
    "ISOFRONT_COST_MODEL": "What a step costs",
    "ISOFRONT_GEOMETRY": "Directions",
    "ISOFRONT_ZERO_SPEED": "0 km/h",
    "ISOFRONT_METRES_PER_UNIT": "Metres a unit of the CRS",
    "ISOFRONT_SOLVER": "Algorithm",
    "ISOFRONT_BACKEND": "Solved on",
    "ISOFRONT_SOLVE_MS": "Solved in",
    "ISOFRONT_PRECISION": "Exact to",
    "ISOFRONT_REACHED_CELLS": "Cells reached",
    "ISOFRONT_REACHED_VERTICES": "Vertices reached",
    "ISOFRONT_MAX_S": "Longest time",
    "ISOFRONT_JOIN": "Terrain and roads",
    "ISOFRONT_DIFFERS": "What differs",
}
"""Names of tags that do not read well as they are; "" for what is left out."""

_VALUES: Mapping[str, Mapping[str, str]] = {
    "ISOFRONT_DIRECTION": {"from": "from the starts", "to": "to the starts"},
    "ISOFRONT_GEOMETRY": {"eight": "eight", "straight": "straight lines"},
    "ISOFRONT_ZERO_SPEED": {"barrier": "a barrier"},
    "ISOFRONT_BACKEND": {"cpu": "CPU", "gpu": "GPU"},
}

_LISTS = ("ISOFRONT_START_NAMES", "ISOFRONT_START_COLOURS")
"""Tags that hold a list as JSON."""

_ENDINGS: Mapping[str, str] = {"_S": "s", "_MS": "ms", "_M": "m"}
"""Units at the end of a tag's name."""


def in_words(tags: Mapping[str, str]) -> dict[str, str]:
    """Name → text, in their order: "Time limit" → "15 min" of ISOFRONT_LIMIT_S. Left out is what
    only programs read."""
    told = {
        _name(tag): _value(tag, text)
        for tag, text in tags.items()
        if not tag.startswith(FOR_PROGRAMS)
    }
    return {name: text for name, text in told.items() if name}


def sentence_of(tags: Mapping[str, str]) -> str:
    """The same as one text: "Terrain: hills; Time limit: 15 min"."""
    return "; ".join(f"{name}: {text}" for name, text in in_words(tags).items())


def _name(tag: str) -> str:
    words = tag.removeprefix(_OURS)
    for ending in _ENDINGS:
        words = words.removesuffix(ending)
    return _NAMES.get(tag, words.replace("_", " ").capitalize())


def _value(tag: str, text: str) -> str:
    if tag in _LISTS:
        return ", ".join(map(str, json.loads(text)))
    if tag == "ISOFRONT_DEPARTURE":
        return text.replace("T", " ")
    if tag == "ISOFRONT_COST_MODEL":
        return text.replace("ISOFRONT_SLOPE_MODEL", "the slope model")
    unit = next((unit for ending, unit in _ENDINGS.items() if tag.endswith(ending)), "")
    try:
        amount = float(text) if unit else None
    except ValueError:  # no number: "none"
        amount = None
    if amount is None:
        return _VALUES.get(tag, {}).get(text, text)
    return duration(amount) if unit == "s" and amount >= 1 else f"{amount:.6g} {unit}"
