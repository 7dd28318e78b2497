"""Which kind of question a command line asks, so that no option is passed over in silence."""

from __future__ import annotations

from argparse import Namespace

from app.cli.options import JOINED, ROADS, TERRAIN, options_of
from app.roads.files import holds_roads
from core.errors import InputError
from core.files.user_paths import expanded


def kind_of(arguments: Namespace) -> str:
    """TERRAIN, ROADS or JOINED; raises InputError for options that are not for that kind, and
    where roads cannot be joined."""
    roads = holds_roads(arguments.file)
    kind = JOINED if _joins(arguments, roads) else ROADS if roads else TERRAIN
    for option in options_of(arguments.command):
        if kind not in option.kinds and getattr(arguments, option.name) != option.unsaid:
            kinds, other = ("rasters", "a road graph") if roads else ("road graphs", "none")
            raise InputError(
                f"is for {kinds}, and {arguments.file} is {other}",
                where=option.flag,
                advice="Leave it out, or name another file.",
            )
    return kind


def expect_roads(name: str, advice: str) -> None:
    """Raise InputError for a file that holds no roads; advice : what to do with a raster."""
    if not expanded(name).exists():
        raise InputError("there is no such file", where=name, advice="Check the name.")
    if not holds_roads(name):
        raise InputError("is not a road graph", where=name, advice=advice)


def _joins(arguments: Namespace, roads: bool) -> bool:
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
            "is not a road graph",
            where=f"--roads {name}",
            advice="`isofront info` says what it is.",
        )
    return True
