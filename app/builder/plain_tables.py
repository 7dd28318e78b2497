"""The tables of a recipe, whole: what it says, and what it took from a vehicle or a preset."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

from app.builder.recipe import ANY, SCHEMA, VERSION, CoverInput, LayerInput, Recipe
from raster.builder.rules import CoverClass, Curve, SpeedRules, WaterRule


def table_of(recipe: Recipe, folder: Path | None = None) -> dict[str, Any]:
    """Plain values that `recipe_of` reads back.

    folder : files are named relative to it; None names them whole.
    """
    rules = recipe.rules
    sea = water_table(rules.sea)
    if rules.sea_level_m is not None:
        sea = {"level_m": rules.sea_level_m, **sea}
    told: dict[str, Any] = _without_none(
        {
            "schema": SCHEMA,
            "version": VERSION,
            "vehicle": recipe.vehicle or None,
            "grid": _grid(recipe),
            "elevation": _elevation(recipe, folder),
            "landcover": _cover(recipe, folder),
            "speed": _speed(recipe, folder),
            "slope": curve_table(rules.slope),
            "roads": _roads(recipe, folder),
            "water": water_table(rules.water),
            "sea": sea,
            "limits": limits_table(rules),
            "output": {"type": recipe.type},
            "water_layer": [_layer(each, folder, water=True) for each in recipe.water],
            "barrier": [_layer(each, folder, water=False) for each in recipe.barriers],
        }
    )
    return told


def limits_table(rules: SpeedRules) -> dict[str, Any]:
    """Minimum and maximum of what is open."""
    most = ANY if rules.maximum_kmh is None else rules.maximum_kmh
    return {"minimum_kmh": rules.minimum_kmh, "maximum_kmh": most}


def _named(file: str, folder: Path | None) -> str:
    if folder is None:
        return os.path.abspath(file)
    return Path(os.path.relpath(os.path.abspath(file), os.path.abspath(folder))).as_posix()


def _files(files: tuple[str, ...], folder: Path | None) -> str | list[str]:
    named = [_named(file, folder) for file in files]
    return named[0] if len(named) == 1 else named


def _grid(recipe: Recipe) -> dict[str, Any] | None:
    grid = recipe.grid
    extent = list(grid.extent) if grid.extent else None
    told = {
        "crs": grid.crs or None, "cell": grid.cell, "extent": extent, "like": grid.like or None,
        "tolerance": grid.tolerance or None,
    }  # fmt: skip
    return told if any(value is not None for value in told.values()) else None


def _elevation(recipe: Recipe, folder: Path | None) -> dict[str, Any] | None:
    given = recipe.elevation
    if given is None:
        return None
    return {
        "file": _files(given.files, folder), "unit": given.unit or None, "band": given.band,
        "missing": given.missing,
    }  # fmt: skip


def _cover(recipe: Recipe, folder: Path | None) -> dict[str, Any] | None:
    given: CoverInput | None = recipe.cover
    if given is None:
        return None
    return {
        "file": _files(given.files, folder) if given.files else None,
        "fractions": {name: _named(file, folder) for name, file in given.fractions} or None,
        "preset": given.preset or None, "band": given.band, "missing": given.missing,
        "reach_m": given.reach_m, "unlisted": given.unlisted,
        "otherwise": recipe.rules.cover.otherwise,
        "class": [class_table(each) for each in recipe.rules.cover.classes],
    }  # fmt: skip


def class_table(each: CoverClass) -> dict[str, Any]:
    """A class of land cover; None for what it does not say."""
    return {
        "name": each.name, "codes": list(each.codes) or None, "factor": each.factor,
        "ceiling_kmh": each.ceiling_kmh, "water": each.water, "steepest_deg": each.steepest_deg,
        "share": each.share,
    }  # fmt: skip


def _speed(recipe: Recipe, folder: Path | None) -> dict[str, Any] | None:
    given = recipe.speed
    if given is None:
        return None
    told = {"units": given.units, "band": given.band, "missing": given.missing}
    return {"file": _named(given.file, folder), **told}


def curve_table(curve: Curve) -> dict[str, Any]:
    """A curve over slopes."""
    return {"points": [list(point) for point in curve.points], "steps": curve.steps}


def _roads(recipe: Recipe, folder: Path | None) -> dict[str, Any] | None:
    if not recipe.roads:
        return None
    rules = recipe.rules.roads
    return {
        "file": _named(recipe.roads, folder), "combine": rules.combine,
        "access": rules.access or None, "kmh": dict(rules.kmh), "surface": dict(rules.surface),
        "slope": curve_table(rules.slope),
    }  # fmt: skip


def water_table(rule: WaterRule) -> dict[str, Any]:
    """A rule of water; None for what it does not say."""
    return {
        "kmh": rule.kmh, "strip_m": rule.strip_m, "beyond": rule.beyond, "roads": rule.roads,
    }  # fmt: skip


def _layer(layer: LayerInput, folder: Path | None, *, water: bool) -> dict[str, Any]:
    told: dict[str, Any] = {"file": _named(layer.file, folder), "width_m": layer.width_m}
    told["where"] = layer.where or None
    return told if water else {**told, "roads": layer.roads}


def _without_none(value: Any) -> Any:
    """Tables without the keys that say nothing."""
    if isinstance(value, dict):
        kept = {key: _without_none(each) for key, each in value.items() if each is not None}
        return {key: each for key, each in kept.items() if each != []}
    return [_without_none(each) for each in value] if isinstance(value, list) else value
