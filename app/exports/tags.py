"""What GeoTIFFs of all results say of their own making, as text."""

from __future__ import annotations

import json

from app.settings import VERSION
from app.solving.result import Result
from app.solving.road_solved import RoadSolved
from app.starts import coloured, names_of
from core.times import UNLIMITED

MOST_STARTS = 1000
"""Starts that are listed; more are counted."""


def program() -> dict[str, str]:
    """Who wrote the file."""
    return {"TIFFTAG_SOFTWARE": f"Isofront {VERSION}", "ISOFRONT_VERSION": VERSION}


def starts_of(result: Result) -> str:
    """ "x y delay_s; x y delay_s; …" in CRS units."""
    told = (start.told for start in result.starts[:MOST_STARTS])
    listed = [f"{x:.12g} {y:.12g} {delay:.10g}" for x, y, delay in told]
    more = len(result.starts) - MOST_STARTS
    return "; ".join((*listed, f"and {more} more") if more > 0 else listed)


def named_starts(result: Result) -> dict[str, str]:
    """What the starts are called and drawn in, where somebody said so: JSON lists."""
    starts = result.starts[:MOST_STARTS]
    if not any(start.name or start.colour for start in starts):
        return {}
    told = {
        "ISOFRONT_START_NAMES": names_of(starts),
        "ISOFRONT_START_COLOURS": [start.colour for start in coloured(starts)],
    }
    return {tag: json.dumps(some, ensure_ascii=False) for tag, some in told.items()}


def made_by(result: Result) -> dict[str, str]:
    """What solved, on what, and how fast."""
    return {
        "ISOFRONT_SOLVER": result.algorithm,
        "ISOFRONT_BACKEND": result.backend,
        "ISOFRONT_DEVICE": result.device,
        "ISOFRONT_SOLVE_MS": f"{result.solve_ms:.3f}",
    }


def completeness(result: Result) -> dict[str, str]:
    """Whether the solve came to its end."""
    partial = result.times.partial
    return {"ISOFRONT_COMPLETE": "no, cancelled: times are upper bounds" if partial else "yes"}


def road_tags(solved: RoadSolved) -> dict[str, str]:
    """What a GeoTIFF says of its own making, as text."""
    times, measure = solved.times, solved.measure
    most = measure.shown(times.limit_seconds)
    limit = "none" if times.limit_seconds == UNLIMITED else f"{most:.10g}"
    tick = times.search.scale / measure.worth(measure.base)
    unit = "_S" if measure.quantity == "time" else ""  # else ISOFRONT_UNIT names it
    return {
        **program(),
        "ISOFRONT_ROADS": solved.graph.name,
        **solved.roads.costs.tags,
        **solved.roads.closure_tags,
        "ISOFRONT_DIRECTION": times.search.direction,
        "ISOFRONT_STARTS": starts_of(solved),
        **named_starts(solved),
        f"ISOFRONT_LIMIT{unit}": limit,
        f"ISOFRONT_TICK{unit}": f"{tick:.17g}",
        **made_by(solved),
        "ISOFRONT_PRECISION": solved.exact_to,
        "ISOFRONT_REACHED_VERTICES": str(times.reached),
        **completeness(solved),
        **dict(solved.tags),
    }
