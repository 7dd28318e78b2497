"""`isofront build`: a velocity raster from a recipe, from options, or from both."""

from __future__ import annotations

import os
from argparse import Namespace
from functools import partial
from pathlib import Path
from typing import Any

from app.builder.build import Built, changed_beside
from app.builder.build import build as build_raster
from app.builder.explain import explained
from app.builder.inputs import GroundReader, opened_inputs
from app.builder.recipe import Recipe
from app.builder.recipe_files import read_recipe
from app.builder.tables import of_vehicle, recipe_of
from app.cli.exit_status import DONE
from app.cli.foreground import Foreground
from app.cli.report import facts, json_text, noted
from app.cli.window import WindowService
from core.cancel import Cancel
from core.errors import InputError
from core.files.user_paths import expanded
from core.progress import Progress


def build(arguments: Namespace, foreground: Foreground, _window: WindowService) -> int:
    """Make the raster, say what it holds, and why single cells have their speed."""
    path = None if arguments.recipe is None else expanded(arguments.recipe)
    if path is not None and path.suffix.lower() != ".toml":
        raise InputError(
            "is no recipe", where=str(path), advice="Name a .toml, or give --elevation and others."
        )
    table = {} if path is None else read_recipe(path)
    folder = Path.cwd() if path is None else path.absolute().parent
    changed = _changed(table, arguments)
    if path is None:
        _expect_options(arguments)
    recipe = recipe_of(changed, folder, str(path or "isofront build"))
    if arguments.out is None and not arguments.explain:
        raise InputError(
            "nothing is to be written", where="--out", advice="Give --out speed.tif, say."
        )
    if arguments.out is not None and path is not None:
        _expect_own_name(recipe, path, expanded(arguments.out))
    told = []
    if arguments.explain:
        told = foreground.run("explaining", partial(_explained, recipe, arguments.explain))
    built = None
    if arguments.out is not None:
        work = partial(_built, recipe, expanded(arguments.out), path, foreground)
        built = foreground.run("building", work)
        foreground.written += map(str, built.written)
    if arguments.json:
        print(json_text(_record(built, told)))
    else:
        print(_for_people(built, told))
    return DONE


def _expect_options(arguments: Namespace) -> None:
    """InputError where no recipe is given and the options lack what a raster is made of, in the
    words of options: those of recipes would help nobody here."""
    rasters = arguments.elevation, arguments.landcover, arguments.fraction, arguments.speed
    if not any((*rasters, arguments.roads, arguments.water, arguments.barrier)):
        raise InputError(
            "is given nothing to build from",
            where="isofront build",
            advice="Give --elevation, --landcover, --roads or --speed, or a recipe.",
        )
    if not any(rasters) and arguments.cell is None:
        raise InputError(
            "nothing says how large the cells are", where="--cell", advice="Give --cell 30, say."
        )


def _expect_own_name(recipe: Recipe, path: Path, out: Path) -> None:
    """InputError where the recipe of the output, other than the one that was given, would lie in
    that one's place."""
    if changed_beside(recipe, path, out):
        raise InputError(
            "lies where the recipe of the output does, and the options say something else",
            where=str(path),
            advice="Give --out another name, or change the recipe.",
        )


def _built(
    recipe: Recipe,
    out: Path,
    path: Path | None,
    foreground: Foreground,
    progress: Progress,
    cancel: Cancel,
) -> Built:
    with foreground.on_disk():
        return build_raster(recipe, out, keep=path, progress=progress, cancel=cancel)


def _explained(
    recipe: Recipe, places: list[tuple[float, float]], progress: Progress, cancel: Cancel
) -> list[tuple[tuple[float, float], str]]:
    with opened_inputs(recipe, progress=progress, cancel=cancel) as inputs:
        reader = GroundReader.on(inputs, inputs.grid)
        found = [(place, explained(reader, *place)) for place in places]
    for (x, y), words in found:
        if not words:
            raise InputError(
                "lies outside the grid", where=f"--explain {x:.10g},{y:.10g}",
                advice="Give X,Y in the CRS of the raster.",
            )  # fmt: skip
    return found


def _changed(table: dict[str, Any], asked: Namespace) -> dict[str, Any]:
    """The tables of a recipe with what the options say instead."""
    changed = {
        key: dict(value) if isinstance(value, dict) else value for key, value in table.items()
    }

    def put(section: str, key: str, value: Any) -> None:
        if value is not None and value != []:
            inner = changed.setdefault(section, {})
            if not isinstance(inner, dict):
                raise InputError("is no table", where=section, advice=f"Write it as [{section}].")
            inner[key] = value

    if asked.vehicle is not None:
        changed = of_vehicle(changed, asked.vehicle)
    put("elevation", "file", _whole(asked.elevation))
    put("landcover", "file", _whole(asked.landcover))
    put("landcover", "fractions", _fractions(asked.fraction) or None)
    put("landcover", "preset", asked.landcover_preset)
    put("landcover", "table", asked.landcover_table and os.path.abspath(asked.landcover_table))
    put("roads", "file", asked.roads and os.path.abspath(asked.roads))
    put("speed", "file", asked.speed and os.path.abspath(asked.speed))
    for section, key, value, option in (
        ("elevation", "unit", asked.elevation_unit, "--elevation-unit"),
        ("speed", "units", asked.speed_units, "--speed-units"),
    ):
        if value is not None and section not in changed:
            raise InputError(
                f"there is no {section}", where=option, advice=f"Give --{section} too."
            )
        put(section, key, value)
    _put_missing(changed, asked.missing)
    for section, files, width in (
        ("water_layer", asked.water, asked.water_width),
        ("barrier", asked.barrier, asked.barrier_width),
    ):
        layers: list[dict[str, Any]] = [{"file": os.path.abspath(expanded(name))} for name in files]
        known: Any = changed.get(section, [])
        plain = isinstance(known, list) and all(isinstance(layer, dict) for layer in known)
        if not layers and plain:
            layers = list(known)  # what is no list of tables is told by who reads it
        if width is not None:
            if not layers:
                name = "water" if section == "water_layer" else section
                raise InputError(
                    f"there is no {name} with lines", where=f"--{name}-width",
                    advice=f"Give --{name} too.",
                )  # fmt: skip
            layers = [{**layer, "width_m": width} for layer in layers]
        if layers:
            changed[section] = layers
    for section in ("water", "sea"):
        put(section, "kmh", asked.swim)
        put(section, "strip_m", asked.strip)
    put("sea", "level_m", asked.sea_level)
    for key in ("crs", "cell", "extent", "like", "tolerance"):
        put("grid", key, getattr(asked, key))
    put("output", "type", asked.type)
    return changed


def _put_missing(changed: dict[str, Any], missing: str | float | None) -> None:
    """What cells without data are, of every input that is given and may be so."""
    if missing is None:
        return
    sections = ("landcover",) if missing == "nearest" else ("elevation", "landcover", "speed")
    given = [section for section in sections if section in changed]
    if not given:
        raise InputError(
            f"there is no input that '{missing}' could be said of", where="--missing",
            advice="Give --landcover, say.",
        )  # fmt: skip
    for section in given:
        changed[section]["missing"] = missing


def _whole(names: list[str]) -> list[str]:
    return [os.path.abspath(expanded(name)) for name in names]


def _fractions(given: list[str]) -> dict[str, str]:
    found = {}
    for text in given:
        name, sign, file = text.partition("=")
        if not (name and sign and file):
            raise InputError(f"'{text}'", where="--fraction", advice="Write it as Tree=tree.tif.")
        found[name] = os.path.abspath(expanded(file))
    return found


def _record(built: Built | None, told: list[tuple[tuple[float, float], str]]) -> dict[str, Any]:
    record: dict[str, Any] = {}
    if built is not None:
        tally, grid = built.tally, built.grid
        record = {
            "rows": grid.rows, "cols": grid.cols, "cell": [grid.cell_x, grid.cell_y],
            "bounds": list(grid.bounds), "open_cells": tally.open,
            "barrier_cells": tally.barriers, "undefined_cells": tally.undefined,
            "cells_without": tally.lacking, "slowest_kmh": tally.slowest,
            "fastest_kmh": tally.fastest, "notes": built.notes,
            "outputs": [str(path) for path in built.written],
        }  # fmt: skip
    if told:
        record["explained"] = [{"at": list(place), "why": words} for place, words in told]
    return record


def _for_people(built: Built | None, told: list[tuple[tuple[float, float], str]]) -> str:
    lines: list[str] = []
    if built is not None:
        tally, grid = built.tally, built.grid
        pairs = (
            ("cells", f"{grid.cols} × {grid.rows} of {grid.cell_x:g} × {grid.cell_y:g}"),
            ("open", f"{tally.open:,}, {tally.slowest:.3g} to {tally.fastest:.3g} km/h"),
            ("barriers", f"{tally.barriers:,}"),
            ("undefined", f"{tally.undefined:,}"),
            ("written", ", ".join(str(path) for path in built.written)),
        )
        lines += [facts(pairs), *noted(built.notes)]
    lines += [f"{x:.10g},{y:.10g}: {words}" for (x, y), words in told]
    return "\n".join(lines)
