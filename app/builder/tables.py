"""Recipes as nested tables of plain values, as TOML and project files have them."""

from __future__ import annotations

import difflib
import os
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from app.builder.class_table import read_classes
from app.builder.land_covers import class_of, fraction_classes, kind_named, preset_classes
from app.builder.recipe import (
    ANY,
    SCHEMA,
    VERSION,
    CoverInput,
    ElevationInput,
    GridChoice,
    LayerInput,
    Recipe,
    SpeedInput,
)
from app.builder.table_reader import TableReader
from app.builder.vehicles import VEHICLES
from core.errors import InputError, IsofrontError
from raster.builder.rules import (
    CoverClass,
    CoverRules,
    Curve,
    RoadSpeedRules,
    SpeedRules,
    WaterRule,
)

DEFAULT_VEHICLE = "4x4"
"""Vehicle of a recipe that names none and has no rules of its own."""


def recipe_of(table: Mapping[str, Any], folder: Path, where: str = "recipe") -> Recipe:
    """The recipe of a table; InputError names what is wrong in it.

    folder : of files that are named without one. where : the table's file.
    """
    top = TableReader(table, where)
    if top.text("schema", SCHEMA) != SCHEMA:
        raise InputError("is no recipe", where=where, advice=f'A recipe says schema = "{SCHEMA}".')
    version = top.whole("version", VERSION)
    if version > VERSION:
        raise InputError(
            f"is of version {version}, this program knows {VERSION}",
            where=where,
            advice="Update Isofront.",
        )
    name = top.text("vehicle", "")
    preset = _preset(name, where)
    files = _Files(folder)
    cover, rules_of_cover = _cover(top.table("landcover"), preset, files)
    speed = _speed(top.table("speed"), files)
    rules = _rules(top, preset, rules_of_cover)
    roads = top.table("roads")
    recipe = Recipe(
        rules=replace(rules, roads=_roads(roads, preset)),
        elevation=_elevation(top.table("elevation"), files),
        cover=cover,
        roads=files.named(roads.text("file", "")) if roads else "",
        water=_layers(top, "water_layer", files),
        barriers=_layers(top, "barrier", files),
        speed=speed,
        grid=_grid(top.table("grid")),
        type=_output(top.table("output")),
        vehicle=name,
    )
    if roads:
        roads.finish()
    top.finish()
    return recipe


def rules_of(table: Mapping[str, Any], vehicle: str) -> SpeedRules:
    """The rules of tables that may be no recipe yet: a vehicle's own where they cannot be read."""
    nowhere = {"roads": {"file": "none"}}
    for tried in (table, {**nowhere, **table}, {**nowhere, "vehicle": vehicle}):
        try:
            return recipe_of(tried, Path()).rules
        except IsofrontError:
            continue
    raise AssertionError("a vehicle has rules")


def of_vehicle(table: Mapping[str, Any], name: str) -> dict[str, Any]:
    """The tables with another vehicle, which brings all its numbers: those that are there go, but
    for classes of land cover without a preset, of which nobody else knows the codes."""
    left = {key: value for key, value in table.items() if key not in ("slope", "limits")}
    numbers = {"water": ("kmh",), "sea": ("kmh",), "roads": ("kmh", "surface", "slope")}
    if isinstance(table.get("landcover"), Mapping) and table["landcover"].get("preset"):
        numbers["landcover"] = ("class",)
    for section, keys in numbers.items():
        if isinstance(left.get(section), Mapping):
            left[section] = {k: v for k, v in left[section].items() if k not in keys}
    return {**left, "vehicle": name}


def _preset(name: str, where: str) -> dict[str, Any]:
    if name and name not in VEHICLES:
        near = difflib.get_close_matches(name, VEHICLES, n=1)
        meant = f"Did you mean {near[0]}? " if near else ""
        raise InputError(
            f"'{name}' is no vehicle",
            where=where,
            advice=f"{meant}Known are {', '.join(VEHICLES)}.",
        )
    return VEHICLES[name or DEFAULT_VEHICLE]


class _Files:
    """Names of files as a recipe has them, made whole."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def named(self, name: str) -> str:
        if not name:
            return ""
        given = Path(os.path.expanduser(name))
        return str(given if given.is_absolute() else self._folder / given)


def _elevation(table: TableReader | None, files: _Files) -> ElevationInput | None:
    if table is None:
        return None
    named = tuple(files.named(name) for name in table.texts("file"))
    kept: dict[str, Any] = {"unit": table.text("unit", ""), "band": table.whole("band", 1)}
    found = ElevationInput(named, missing=table.missing("missing", "nodata"), **kept)
    table.finish()
    return found


def _cover(
    table: TableReader | None, preset: dict[str, Any], files: _Files
) -> tuple[CoverInput | None, CoverRules]:
    if table is None:
        return None, CoverRules()
    factors = preset["cover"]
    fractions = table.table("fractions")
    pairs = tuple((n, files.named(f)) for n, f in fractions.all_texts()) if fractions else ()
    named = table.text("preset", "")
    sheet = table.text("table", "")
    given = [_cover_class(each, factors) for each in table.tables("class")]
    if sheet:
        given = [*read_classes(files.named(sheet), factors), *given]
    classes: dict[str, CoverClass] = {}
    if named:
        classes = {each.name: each for each in preset_classes(named, factors)}
    elif pairs:
        own = {each.name for each in given}
        others = tuple(name for name, _ in pairs if name not in own)
        classes = {each.name: each for each in fraction_classes(others, factors)}
    for each in given:
        known = classes.get(each.name)
        codes = each.codes or (known.codes if known is not None else ())
        classes[each.name] = replace(each, codes=codes)
    found = CoverInput(
        tuple(files.named(name) for name in table.texts("file", ())),
        pairs,
        named,
        table.whole("band", 1),
        table.missing("missing", "nodata"),
        table.number("reach_m", 1000.0),
        table.text("unlisted", "error"),
    )
    rules = CoverRules(_in_order(classes, found), table.number("otherwise", 1.0))
    table.finish()
    if not rules.classes:
        raise InputError(
            "nobody knows what its codes mean",
            where="landcover",
            advice="Give a preset, a table or [[landcover.class]].",
        )
    return found, rules


def _in_order(classes: dict[str, CoverClass], cover: CoverInput) -> tuple[CoverClass, ...]:
    """Classes of fractions in the order of their rasters; others as they come."""
    if not cover.fractions:
        return tuple(classes.values())
    names = [name for name, _ in cover.fractions]
    stray = [name for name in classes if name not in names]
    if stray:
        raise InputError(
            f"there is no fraction raster of '{stray[0]}'",
            where="landcover.class",
            advice=f"Choose from {', '.join(names)}.",
        )
    return tuple(classes[name] for name in names)


def _cover_class(table: TableReader, factors: Mapping[str, float]) -> CoverClass:
    name = table.text("name")
    kind = kind_named(name)
    base = class_of(kind, (), factors) if kind else CoverClass(name)
    factor = table.optional("factor")
    if factor is None and not (
        kind or table.truth("water", False) or table.optional("ceiling_kmh") is not None
    ):
        raise InputError(
            f"class '{name}' has no factor", where=table.where, advice="Give one, or water = true."
        )
    found = CoverClass(
        name,
        table.wholes("codes"),
        base.factor if factor is None else factor,
        table.optional("ceiling_kmh"),
        table.truth("water", base.water),
        table.optional("steepest_deg"),
        table.number("share", 50.0),
    )
    table.finish()
    return replace(found, factor=None) if found.water and factor is None else found


def _speed(table: TableReader | None, files: _Files) -> SpeedInput | None:
    if table is None:
        return None
    found = SpeedInput(
        files.named(table.text("file")),
        table.text("units", "kmh"),
        table.whole("band", 1),
        table.missing("missing", "ignore"),
    )
    table.finish()
    return found


def _rules(top: TableReader, preset: dict[str, Any], cover: CoverRules) -> SpeedRules:
    slope = top.table("slope")
    water, sea = top.table("water"), top.table("sea")
    limits = top.table("limits") or TableReader({}, top.where)
    level = sea.optional("level_m") if sea else None
    own = preset["limits"]
    said = limits.missing("maximum_kmh", "")
    most = own.get("maximum_kmh") if said == "" else said
    if most == ANY:
        most = None
    elif isinstance(most, str):
        raise InputError(
            f"'{most}'", where=f"{top.where}: limits", advice=f"Give km/h, or say {ANY}."
        )
    found = SpeedRules(
        slope=_curve(slope, preset["slope"]),
        cover=cover,
        water=_water(water, preset["water"]),
        sea=_water(sea, preset["sea"]),
        sea_level_m=level,
        minimum_kmh=limits.number("minimum_kmh", own["minimum_kmh"]),
        maximum_kmh=most,
    )
    limits.finish()
    return found


def _curve(table: TableReader | None, preset: Mapping[str, Any]) -> Curve:
    if table is None:
        return Curve(tuple((float(a), float(b)) for a, b in preset["points"]), preset["steps"])
    found = Curve(table.pairs("points"), table.truth("steps", False))
    table.finish()
    return found


def _water(table: TableReader | None, preset: Mapping[str, Any]) -> WaterRule:
    table = table or TableReader({}, "water")
    found = WaterRule(
        table.number("kmh", preset["kmh"]),
        table.optional("strip_m"),
        table.text("beyond", preset["beyond"]),
        table.text("roads", preset["roads"]),
    )
    table.finish()
    return found


def _roads(table: TableReader | None, preset: dict[str, Any]) -> RoadSpeedRules:
    own = preset["roads"]
    if table is None:
        return RoadSpeedRules(
            tuple(own["kmh"].items()), tuple(own["surface"].items()), _curve(None, own["slope"])
        )
    kmh, surface = table.table("kmh"), table.table("surface")
    return RoadSpeedRules(
        kmh.all_numbers() if kmh else tuple(own["kmh"].items()),
        surface.all_numbers() if surface else tuple(own["surface"].items()),
        _curve(table.table("slope"), own["slope"]),
        table.text("combine", "faster"),
        table.text("access", ""),
    )


def _layers(top: TableReader, key: str, files: _Files) -> tuple[LayerInput, ...]:
    found = []
    for table in top.tables(key):
        found.append(
            LayerInput(
                files.named(table.text("file")),
                table.optional("width_m"),
                table.text("where", ""),
                table.text("roads", "pass") if key == "barrier" else "pass",
            )
        )
        table.finish()
    return tuple(found)


def _grid(table: TableReader | None) -> GridChoice:
    if table is None:
        return GridChoice()
    extent = table.numbers("extent")
    if extent and len(extent) != 4:
        raise InputError(
            f"{len(extent)} numbers", where="grid.extent", advice="Give left, bottom, right, top."
        )
    bounds = (extent[0], extent[1], extent[2], extent[3]) if extent else None
    found = GridChoice(
        table.text("crs", ""), table.optional("cell"), bounds, table.text("like", ""),
        table.number("tolerance", 0.0),
    )  # fmt: skip
    table.finish()
    return found


def _output(table: TableReader | None) -> str:
    if table is None:
        return "uint8"
    found = table.text("type", "uint8")
    table.finish()
    return found
