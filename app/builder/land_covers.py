"""Land-cover maps that are known by name: what their codes mean, in words that all vehicles have.

Codes are those of the products' own handbooks; `docs/velocity_model.md` names them.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from core.errors import InputError
from raster.builder.rules import CoverClass

TREE, OPEN_FOREST, SHRUB, GRASS = "tree cover", "open forest", "shrub", "grass"
CROPS, BUILT_UP, BARE, SNOW = "crops", "built-up", "bare", "snow and ice"
WATER, WETLAND, MANGROVE, MOSS = "water", "wetland", "mangrove", "moss and lichen"

KINDS = (
    TREE, OPEN_FOREST, SHRUB, GRASS, CROPS, BUILT_UP, BARE, SNOW, WATER, WETLAND, MANGROVE, MOSS,
)  # fmt: skip
"""Words for what covers the ground, that each vehicle has a factor for."""

Codes = Mapping[str, tuple[int, ...]]

PRESETS: Mapping[str, Codes] = {
    "worldcover": {
        TREE: (10,), SHRUB: (20,), GRASS: (30,), CROPS: (40,), BUILT_UP: (50,), BARE: (60,),
        SNOW: (70,), WATER: (80,), WETLAND: (90,), MANGROVE: (95,), MOSS: (100,),
    },
    "copernicus": {
        SHRUB: (20,), GRASS: (30,), CROPS: (40,), BUILT_UP: (50,), BARE: (60,), SNOW: (70,),
        WATER: (80, 200), WETLAND: (90,), MOSS: (100,), TREE: (111, 112, 113, 114, 115, 116),
        OPEN_FOREST: (121, 122, 123, 124, 125, 126),
    },
    # Rasters count the 44 classes from 1; vector maps that were burnt have their own codes.
    "corine": {
        BUILT_UP: (1, 2, 3, 4, 5, 6, 9, 10, 11, 111, 112, 121, 122, 123, 124, 133, 141, 142),
        BARE: (7, 8, 30, 31, 32, 33, 131, 132, 331, 332, 333, 334),
        CROPS: (12, 13, 14, 15, 16, 17, 19, 20, 21, 211, 212, 213, 221, 222, 223, 241, 242, 243),
        GRASS: (18, 26, 231, 321), OPEN_FOREST: (22, 29, 244, 324),
        TREE: (23, 24, 25, 311, 312, 313),
        SHRUB: (27, 28, 322, 323), SNOW: (34, 335),
        WETLAND: (35, 36, 37, 38, 39, 411, 412, 421, 422, 423),
        WATER: (40, 41, 42, 43, 44, 511, 512, 521, 522, 523),
    },
    "nlcd": {
        WATER: (11,), SNOW: (12,), BUILT_UP: (21, 22, 23, 24), BARE: (31,), TREE: (41, 42, 43),
        SHRUB: (51, 52), GRASS: (71, 72, 81), MOSS: (73, 74), CROPS: (82,), WETLAND: (90, 95),
    },
    # Codes 3 and 6 are of its first edition only.
    "esri": {
        WATER: (1,), TREE: (2,), WETLAND: (4,), CROPS: (5,), BUILT_UP: (7,), BARE: (8,),
        SNOW: (9,), GRASS: (3, 11), SHRUB: (6,),
    },
}  # fmt: skip
"""Codes of each kind of cover in ESA WorldCover, Copernicus Global Land Cover (100 m), CORINE Land
Cover, the National Land Cover Database of the USA, and Esri's land cover of 10 m."""

EMPTY: Mapping[str, tuple[int, ...]] = {"worldcover": (0,), "copernicus": (0,), "esri": (0, 10)}
"""Codes by which a map says that it knows nothing of the ground: no data, and Esri's clouds (10).
Files do not always mark them."""

_ALIASES = {
    "tree": TREE, "trees": TREE, "forest": TREE, "herbaceous": GRASS, "grassland": GRASS,
    "urban": BUILT_UP, "cropland": CROPS, "permanentwater": WATER, "seasonalwater": WETLAND,
    "snow": SNOW, "ice": SNOW, "moss": MOSS, "mosslichen": MOSS, "mangroves": MANGROVE,
    "shrubland": SHRUB,
}  # fmt: skip


def kind_named(name: str) -> str | None:
    """The kind of cover that a name means, as `PermanentWater`; None for none."""
    plain = re.sub("[^a-z]", "", name.lower())
    known = {re.sub("[^a-z]", "", kind): kind for kind in KINDS} | _ALIASES
    return known.get(plain)


def preset_classes(preset: str, factors: Mapping[str, float]) -> tuple[CoverClass, ...]:
    """The classes of a map with a vehicle's factors; InputError for a name that is none."""
    if preset not in PRESETS:
        raise InputError(
            f"'{preset}' is no land cover that is known",
            where="landcover.preset",
            advice=f"Say {', '.join(PRESETS)}, or give a table.",
        )
    return tuple(class_of(kind, codes, factors) for kind, codes in PRESETS[preset].items())


def class_of(kind: str, codes: tuple[int, ...], factors: Mapping[str, float]) -> CoverClass:
    """A class of a kind of cover."""
    if kind == WATER:
        return CoverClass(kind, codes, None, water=True)
    return CoverClass(kind, codes, factors.get(kind, 1.0))


def fraction_classes(
    names: tuple[str, ...], factors: Mapping[str, float]
) -> tuple[CoverClass, ...]:
    """A class for each fraction raster, by its name; InputError for a name that says nothing."""
    found = []
    for name in names:
        kind = kind_named(name)
        if kind is None:
            raise InputError(
                f"nobody knows what covers the ground under '{name}'",
                where="landcover.fractions",
                advice=f"Call it one of {', '.join(KINDS)}, or give it a [[landcover.class]].",
            )
        water = kind == WATER
        found.append(CoverClass(name, (), None if water else factors.get(kind, 1.0), water=water))
    return tuple(found)
