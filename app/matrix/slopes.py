"""Slopes of a matrix as plain values: what a broken-off run and a cluster know of them."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

from core.files.checksums import checksum_of
from raster.slopes.heights import CellHeights
from raster.slopes.models import FactorTable, Naismith, NoSlope, SlopeModel, Tobler
from raster.slopes.slopes import GridSlopes

_MODELS: dict[str, Any] = {kind.__name__: kind for kind in (NoSlope, Tobler, Naismith, FactorTable)}


def slopes_key(slopes: GridSlopes) -> str:
    """Equal for slopes by which steps cost the same."""
    heights = slopes.heights
    sums = checksum_of(heights.high), checksum_of(heights.low), heights.unit
    return f"{plain_slopes(slopes)} {sums}"


def plain_slopes(slopes: GridSlopes) -> dict[str, Any]:
    """All but the heights, as values that JSON has."""
    model: Any = slopes.model
    return {
        "model": type(model).__name__,
        "of_model": asdict(model),
        "surface": slopes.surface,
        "direction": slopes.direction,
    }


def slopes_of(plain: dict[str, Any], heights: CellHeights) -> GridSlopes:
    """What `plain_slopes` was told."""
    given = dict(plain["of_model"])
    if "points" in given:
        given["points"] = tuple((angle, factor) for angle, factor in given["points"])
    model: SlopeModel = _MODELS[plain["model"]](**given)
    return GridSlopes(heights, model, plain["surface"], plain["direction"])
