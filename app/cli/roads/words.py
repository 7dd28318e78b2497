"""Which options belong to terrain and which to roads, so that none is passed over in silence."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Mapping
from typing import Any

from app.roads.files import holds_roads
from core.errors import InputError
from core.files.user_paths import expanded

TERRAIN_ONLY: Mapping[str, Any] = {
    "--member": None,
    "--band": 1,
    "--units": "kmh",
    "--undefined-255": False,
    "--reproject": None,
    "--zero-speed-kmh": 0.0,
    "--cog": False,
    "--bands-out": None,
    "--isolines": None,
}
"""Options that only terrain knows, with the value each has when it was not given."""

_BOTH = "--coordinates --elevation --profile --metric --overrides --closures --direction"

_ROAD_OPTIONS = f"{_BOTH} --vertices --cell-size --off-road --area-method --tolerance"

ROADS_ONLY: Mapping[str, Any] = dict.fromkeys(_ROAD_OPTIONS.split())

WITH_TERRAIN = frozenset(_BOTH.split())
"""Options of roads that mean the same where these are joined with terrain."""


def asks_for_roads(arguments: Namespace) -> bool:
    """Whether the file holds roads; raises InputError for options that are not for such a file."""
    roads = holds_roads(arguments.file)
    joined = joins(arguments, roads)
    for option, unsaid in (TERRAIN_ONLY if roads else ROADS_ONLY).items():
        value = getattr(arguments, option[2:].replace("-", "_"), unsaid)
        if value != unsaid and not (joined and option in WITH_TERRAIN):
            kind, other = ("rasters", "a road graph") if roads else ("road graphs", "none")
            raise InputError(
                f"is for {kind}, and {arguments.file} is {other}",
                where=option,
                advice="Leave it out, or name another file.",
            )
    return roads


def expect_roads(name: str, advice: str) -> None:
    """Raise InputError for a file that holds no roads; advice : what to do with a raster."""
    if not expanded(name).exists():
        raise InputError("there is no such file", where=name, advice="Check the name.")
    if not holds_roads(name):
        raise InputError("is no road graph", where=name, advice=advice)


def joins(arguments: Namespace, roads: bool) -> bool:
    """Whether roads are to be joined with terrain; raises InputError where they cannot be."""
    name, join = getattr(arguments, "roads", None), getattr(arguments, "join", None)
    if name is None:
        if join is not None:
            raise InputError(
                "there are no roads to join", where="--join", advice="Give --roads too."
            )
        return False
    if roads:
        raise InputError(
            f"is for rasters, and {arguments.file} is a road graph",
            where="--roads",
            advice="Name the raster first.",
        )
    if not expanded(name).exists():
        raise InputError("there is no such file", where=f"--roads {name}", advice="Check the name.")
    if not holds_roads(name):
        raise InputError(
            "is no road graph", where=f"--roads {name}", advice="`isofront info` says what it is."
        )
    return True
