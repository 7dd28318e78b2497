"""A recipe: which inputs, which rules and which grid make a velocity raster. Plain values."""

from __future__ import annotations

from dataclasses import dataclass, field

from core.errors import InputError
from raster.builder.rules import BARRIER, IGNORE, NEAREST, NODATA, Missing, SpeedRules, checked_kmh

SCHEMA, VERSION = "isofront-recipe", 1
"""Name and version of what recipes hold; `docs/build.md` describes it."""

ANY = "any"
"""Word for no greatest speed, where the vehicle has one."""

WORDS = (BARRIER, NODATA, IGNORE, NEAREST)


def checked_missing(value: Missing, where: str, *, nearest: bool = False) -> Missing:
    """What cells without data are; InputError for anything else."""
    words = WORDS if nearest else WORDS[:3]
    if isinstance(value, str):
        if value not in words:
            listed = ", ".join(words)
            raise InputError(f"'{value}'", where=where, advice=f"Say {listed}, or km/h.")
        return value
    return checked_kmh(float(value), where)


@dataclass(frozen=True)
class ElevationInput:
    """files : rasters of heights, side by side. unit : of them, m, ft or us-ft; "" as the file
    says, and metres where it says nothing. missing : of cells without a height."""

    files: tuple[str, ...]
    unit: str = ""
    band: int = 1
    missing: Missing = NODATA

    def __post_init__(self) -> None:
        if self.unit not in ("", *UNITS):
            raise InputError(
                f"'{self.unit}'", where="elevation.unit", advice=f"Say {', '.join(UNITS)}."
            )
        checked_missing(self.missing, "elevation.missing")


UNITS = {"m": 1.0, "ft": 0.3048, "us-ft": 1200 / 3937}
"""Metres of each unit of heights."""


@dataclass(frozen=True)
class CoverInput:
    """Land cover: classes, or percent of each.

    files : class rasters, side by side. fractions : (name of a class, raster of its percent).
    preset : "" for none. missing : of cells without land cover; reach_m : metres within which the
    nearest is looked for. unlisted : "error" where a code is in no class, or "missing".
    """

    files: tuple[str, ...] = ()
    fractions: tuple[tuple[str, str], ...] = ()
    preset: str = ""
    band: int = 1
    missing: Missing = NODATA
    reach_m: float = 1000.0
    unlisted: str = "error"

    def __post_init__(self) -> None:
        if bool(self.files) == bool(self.fractions):
            raise InputError(
                "needs either a raster of classes or fractions", where="landcover",
                advice="Give file = … or a table fractions, one of them.",
            )  # fmt: skip
        checked_missing(self.missing, "landcover.missing", nearest=True)
        if not 0 < self.reach_m <= 1e5:
            raise InputError(
                f"{self.reach_m:g} m", where="landcover.reach_m", advice="Give 1 to 100000."
            )
        if self.unlisted not in ("error", "missing"):
            raise InputError(
                f"'{self.unlisted}'", where="landcover.unlisted", advice="Say error or missing."
            )


@dataclass(frozen=True)
class LayerInput:
    """A vector layer that is water or a barrier.

    width_m : of its lines; None leaves lines out. where : a condition on fields as SQL has it; ""
    for none. roads : "pass" or "end" at it.
    """

    file: str
    width_m: float | None = None
    where: str = ""
    roads: str = "pass"

    def __post_init__(self) -> None:
        if self.width_m is not None and not 0 <= self.width_m <= 1e5:
            raise InputError(
                f"lines {self.width_m:g} m wide", where=self.file, advice="Give 0 to 100000."
            )
        if self.roads not in ("pass", "end"):
            raise InputError(f"'{self.roads}'", where="barrier.roads", advice="Say pass or end.")


@dataclass(frozen=True)
class SpeedInput:
    """A raster of speeds to start from. units : of `raster.units.Units` that are speeds."""

    file: str
    units: str = "kmh"
    band: int = 1
    missing: Missing = IGNORE

    def __post_init__(self) -> None:
        if self.units not in ("kmh", "ms"):
            raise InputError(f"'{self.units}'", where="speed.units", advice="Say kmh or ms.")
        checked_missing(self.missing, "speed.missing")


LARGEST_CELL = 1e7
"""Size of a cell, in units of a CRS, that none has: a quarter of the way around the Earth in
metres."""


@dataclass(frozen=True)
class GridChoice:
    """Cells of the result. crs : "" that of the first raster, or its UTM zone. cell : size in units
    of the CRS; None as the first raster has it. extent : left, bottom, right, top; None all of the
    first raster. like : the input whose cells it shares, "" for the first that fits. tolerance :
    cells of an input by which places may be off, as GDAL's warp has it; 0 for true ones."""

    crs: str = ""
    cell: float | None = None
    extent: tuple[float, float, float, float] | None = None
    like: str = ""
    tolerance: float = 0.0

    def __post_init__(self) -> None:
        if not 0 <= self.tolerance <= 1:
            raise InputError(
                f"{self.tolerance:g} cells", where="grid.tolerance",
                advice="Give 0 for true places, or 0.125 for those of GDAL's warp.",
            )  # fmt: skip
        if self.cell is not None and not 0 < self.cell < LARGEST_CELL:
            raise InputError(
                f"{self.cell:g}", where="grid.cell",
                advice=f"Give a size above 0, below {LARGEST_CELL:g}.",
            )  # fmt: skip
        if self.extent is not None:
            left, bottom, right, top = self.extent
            if not (left < right and bottom < top):
                raise InputError(
                    "an extent without an area", where="grid.extent",
                    advice="Give left, bottom, right, top.",
                )  # fmt: skip
        if self.like not in ("", "elevation", "landcover", "speed"):
            advice = "Say elevation, landcover or speed."
            raise InputError(f"'{self.like}'", where="grid.like", advice=advice)


@dataclass(frozen=True)
class Recipe:
    """All of it. roads : a file that `road.files.read` opens, "" for none. type : how speeds are
    stored. vehicle : the name that its rules began with, "" for none."""

    rules: SpeedRules = field(default_factory=SpeedRules)
    elevation: ElevationInput | None = None
    cover: CoverInput | None = None
    roads: str = ""
    water: tuple[LayerInput, ...] = ()
    barriers: tuple[LayerInput, ...] = ()
    speed: SpeedInput | None = None
    grid: GridChoice = GridChoice()
    type: str = "uint8"
    vehicle: str = ""

    def __post_init__(self) -> None:
        if self.type not in ("uint8", "uint16", "float32"):
            advice = "Say uint8, uint16 or float32."
            raise InputError(f"'{self.type}'", where="output.type", advice=advice)
        if not self.files:
            raise InputError(
                "names no input", where="recipe",
                advice="Give elevation, landcover, roads or speed: one of them at least.",
            )  # fmt: skip
        if self.grid.like and self.grid.like not in self._rasters:
            raise InputError(
                f"there is no input {self.grid.like}", where="grid.like", advice="Name an input."
            )
        if self.rules.sea_level_m is not None and self.elevation is None:
            raise InputError(
                "a sea level tells nothing without heights", where="sea",
                advice="Give an elevation, or leave level_m out.",
            )  # fmt: skip

    @property
    def _rasters(self) -> tuple[str, ...]:
        named = {"elevation": self.elevation, "landcover": self.cover, "speed": self.speed}
        return tuple(name for name, each in named.items() if each is not None)

    @property
    def files(self) -> tuple[str, ...]:
        """All files that are read."""
        found: list[str] = []
        if self.elevation is not None:
            found += self.elevation.files
        if self.cover is not None:
            found += (*self.cover.files, *(file for _, file in self.cover.fractions))
        found += [self.roads] if self.roads else []
        found += [layer.file for layer in (*self.water, *self.barriers)]
        return (*found, self.speed.file) if self.speed is not None else tuple(found)
