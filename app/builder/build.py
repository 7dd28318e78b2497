"""From a recipe to a raster of speeds, window by window."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from app.builder.inputs import GroundReader, OpenInputs, opened_inputs
from app.builder.recipe import Recipe
from app.builder.recipe_files import opened_recipe, text_of
from app.settings import VERSION
from core.cancel import NEVER, Cancel
from core.errors import ExportError, InputError
from core.progress import Progress, no_progress, part_of
from raster.builder.target import BLOCK, TargetGrid, windows
from raster.files.builder.speeds import TWO_FILES, TYPES, check_format, write_speeds
from raster.grid import Window

OPENING = 0.05
"""Share of the work that opening the inputs counts as."""

INPUTS = {"elevation": "elevation", "cover": "land cover", "speed": "given speed"}
"""Inputs that may lack data in some cells, as people call them."""


@dataclass
class Tally:
    """Cells of a result: open ones, barriers and undefined ones; those without data by the input
    that has none; slowest and fastest speed, km/h, of the open ones."""

    open: int = 0
    barriers: int = 0
    undefined: int = 0
    lacking: dict[str, int] = field(default_factory=dict)
    slowest: float = np.inf
    fastest: float = 0.0

    def add(self, kmh: NDArray[np.float64], lacking: dict[str, NDArray[np.bool_]]) -> None:
        unknown = np.isnan(kmh)
        passable = kmh[~unknown & (kmh > 0)]
        self.open += passable.size
        self.undefined += int(unknown.sum())
        self.barriers += kmh.size - passable.size - int(unknown.sum())
        if passable.size:
            self.slowest = min(self.slowest, float(passable.min()))
            self.fastest = max(self.fastest, float(passable.max()))
        for name, cells in lacking.items():
            self.lacking[name] = self.lacking.get(name, 0) + int(cells.sum())


@dataclass(frozen=True)
class Built:
    """What came of a recipe: the grid, counts of its cells, and a sentence each of what one should
    know."""

    path: Path
    grid: TargetGrid
    tally: Tally
    notes: tuple[str, ...]
    written: tuple[Path, ...]


def build(
    recipe: Recipe,
    path: Path,
    *,
    block: int = BLOCK,
    keep: Path | None = None,
    progress: Progress = no_progress,
    cancel: Cancel = NEVER,
) -> Built:
    """Make the raster of a recipe; InputError, ExportError, CancelledError, and nothing is written.

    block : cells a side of the windows, which no bit of the result depends on. keep : the recipe's
    own file, which is left as it is where it lies beside the output and says the same.
    """
    check_outputs(recipe, path)
    with opened_inputs(recipe, progress=part_of(progress, 0, OPENING), cancel=cancel) as inputs:
        reader = GroundReader.on(inputs, inputs.grid)
        tally = Tally()
        making = _Making(reader, tally, block, cancel)
        beside = path.with_suffix(".toml")
        text = text_of(recipe, path.parent)
        same = keep is not None and _same(beside, keep) and not changed_beside(recipe, keep, path)
        write_speeds(
            path,
            inputs.grid,
            making.rows,
            TYPES[recipe.type],
            tags_of(recipe),
            {} if same else {beside.name: text},
            progress=part_of(progress, OPENING, 1),
            cancel=cancel,
        )
        notes = (*inputs.notes, *_notes(inputs, tally))
        return Built(path, inputs.grid, tally, notes, (path,) if same else (path, beside))


def check_outputs(recipe: Recipe, path: Path) -> None:
    """Raise ExportError for a file that cannot be written, InputError for one that is read."""
    check_format(path, recipe.type)
    if not path.absolute().parent.is_dir():
        raise ExportError(
            f"there is no folder {path.parent}", where=str(path), advice="Make it first."
        )
    own = {path.absolute(), path.with_suffix(".toml").absolute()}
    shared = set() if path.suffix.lower() not in TWO_FILES else {path.absolute().with_suffix("")}
    for name in recipe.files:
        given = Path(name).absolute()
        if given in own or (path.exists() and _same(given, path)):
            raise InputError(
                "is an input of this recipe", where=str(path), advice="Write to another file."
            )
        if given.with_suffix("") in shared:
            raise InputError(
                f"its .hdr or .prj would take the place of that of {given.name}, an input",
                where=str(path),
                advice="Give it another name.",
            )


def changed_beside(recipe: Recipe, own: Path, path: Path) -> bool:
    """Whether a recipe's own file lies where that of an output does, and says something else."""
    return _same(path.with_suffix(".toml"), own) and opened_recipe(own) != recipe


def _same(one: Path, other: Path) -> bool:
    return one.exists() and one.samefile(other)


def tags_of(recipe: Recipe) -> dict[str, str]:
    """What a GeoTIFF says of its making."""
    software = {"TIFFTAG_SOFTWARE": f"Isofront {VERSION}", "ISOFRONT_VERSION": VERSION}
    return software | {"ISOFRONT_RECIPE": text_of(recipe)}


@dataclass(eq=False)
class _Making:
    """Strips of a result, made of windows."""

    reader: GroundReader
    tally: Tally
    block: int
    cancel: Cancel

    def rows(self, strip: Window) -> NDArray[np.float64]:
        """km/h of a strip. After the last one, InputError where no cell is open."""
        found = np.empty((strip.height, strip.width))
        for part in windows(strip.height, strip.width, self.block):
            self.cancel.check("the build")
            window = Window(strip.row + part.row, part.col, part.height, part.width)
            made = self.reader.made(window)
            self.tally.add(made.kmh, made.unknown)
            rows = slice(part.row, part.row + part.height)
            found[rows, part.col : part.col + part.width] = made.kmh
        if strip.row + strip.height == self.reader.grid.rows and not self.tally.open:
            raise nothing_open(self.tally)
        return found


def nothing_open(tally: Tally) -> InputError:
    """What is told of rules that close everything."""
    cells = tally.barriers + tally.undefined
    for name, lacking in tally.lacking.items():
        if lacking == cells and name in INPUTS:
            return InputError(
                f"no cell is open: none of {cells:,} has {INPUTS[name]}",
                where="recipe",
                advice="Check its no-data value, or say what cells without data are.",
            )
    return InputError(
        f"no cell is open: {tally.barriers:,} are barriers and {tally.undefined:,} undefined",
        where="recipe",
        advice="Let the vehicle swim or climb, or say what cells without data are.",
    )


def _notes(inputs: OpenInputs, tally: Tally) -> list[str]:
    """What lacked data, and what became of it."""
    recipe, found = inputs.recipe, []
    said = {
        "elevation": recipe.elevation and recipe.elevation.missing,
        "cover": recipe.cover and recipe.cover.missing,
        "speed": recipe.speed and recipe.speed.missing,
    }
    words = {"nodata": "undefined", "barrier": "barriers", "nearest": "undefined"}
    words["ignore"] = "as if there were none"
    for name, cells in tally.lacking.items():
        if name == "nearest cover" and cells:
            found.append(f"{cells:,} cells took the land cover of the nearest cell that has one.")
        elif cells:
            missing = said[name]
            what = words[missing] if isinstance(missing, str) else f"{missing:g} km/h"
            found.append(
                f"{cells:,} cells without {INPUTS[name]}: {what}, unless water or roads decide."
            )
    return found
