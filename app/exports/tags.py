"""What GeoTIFFs of all results say of their own making, as text."""

from __future__ import annotations

from app.settings import VERSION
from app.solving.result import Result

MOST_STARTS = 1000
"""Starts that are listed; more are counted."""


def program() -> dict[str, str]:
    """Who wrote the file."""
    return {"TIFFTAG_SOFTWARE": f"Isofront {VERSION}", "ISOFRONT_VERSION": VERSION}


def starts_of(result: Result) -> str:
    """ "x y delay_s; x y delay_s; …" in CRS units."""
    told = (start.told for start in result.starts[:MOST_STARTS])
    listed = [f"{x:.12g} {y:.12g} {head:.10g}" for x, y, head in told]
    more = len(result.starts) - MOST_STARTS
    return "; ".join((*listed, f"and {more} more") if more > 0 else listed)


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
