"""Results of scenarios as a project keeps them: figures, and a hash of the times."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from hashlib import blake2b
from typing import Any

import numpy as np

from app.bands import Bands
from app.batch.rows import figures_of
from app.project.scenarios import same_name
from app.solving.result import Result

FIGURES = ("reached", "farthest", "counts", "unit", "limits", "amounts")
"""Figures of `app.batch.rows.figures_of` that are kept."""

_ROWS_AT_ONCE = 1024
_DIGEST_BYTES = 16


def result_kept(name: str, result: Result, bands: Bands) -> dict[str, Any]:
    """A result under a name, for a project. For any thread: it may take a while."""
    figures = figures_of(result, bands)
    limits = [float(limit) for limit in figures["limits"]]
    figures |= {"limits": limits, "amounts": [float(amount) for amount in figures["amounts"]]}
    figures |= {"reached": int(figures["reached"]), "farthest": float(figures["farthest"])}
    return {
        "name": name,
        "solved": datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%SZ"),
        "by": f"{result.algorithm} on {result.backend}",
        "times": hash_of(result),
        "figures": {key: figures[key] for key in FIGURES},
    }


def hash_of(result: Result) -> str:
    """A hash of all times of a result and of their tick: alike for the same bits, whoever solved
    them. BLAKE2b, 16 bytes, in hexadecimal digits."""
    times = result.times
    found = blake2b(repr(float(times.tick_seconds)).encode(), digest_size=_DIGEST_BYTES)
    labels = getattr(times, "labels", None)
    field = times.ticks() if labels is None else labels
    for first in range(0, len(field), _ROWS_AT_ONCE):
        rows = np.ascontiguousarray(field[first : first + _ROWS_AT_ONCE], dtype="<u4")
        found.update(rows.data)
    return found.hexdigest()


def with_result(
    results: Sequence[Mapping[str, Any]], fresh: Mapping[str, Any]
) -> tuple[Mapping[str, Any], ...]:
    """Results with one more, which takes the place of one of its name."""
    others = [each for each in results if not same_name(each["name"], fresh["name"])]
    return (*others, fresh)
