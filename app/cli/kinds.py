"""Which kind of question a command line asks, so that no option is passed over in silence."""

from __future__ import annotations

from argparse import Namespace

from app.cli.options import COMBINED, options_of
from app.document.kinds import kind_held_by
from app.roads.files import holds_roads
from core.errors import InputError
from core.files.user_paths import expanded


def kind_of(arguments: Namespace) -> str:
    """The id of a kind of documents, COMBINED or BURNED; raises InputError for options that are not
    for that kind, and where roads cannot be joined."""
    roads = holds_roads(arguments.file)
    kind = _join(arguments, roads) or kind_held_by(expanded(arguments.file)).id
    for option in options_of(arguments.command):
        if kind not in option.kinds and getattr(arguments, option.name) != option.unsaid:
            kinds, other = ("rasters", "a road graph") if roads else ("road graphs", "not one")
            raise InputError(
                f"is for {kinds}, and {arguments.file} is {other}",
                where=option.flag,
                advice="Leave it out, or name another file.",
            )
    return kind


def expect_roads(name: str, advice: str, where: str = "") -> None:
    """Raise InputError for a file that holds no roads; advice : what to do with a raster."""
    where = where or name
    if not expanded(name).exists():
        raise InputError("there is no such file", where=where, advice="Check the name.")
    if not holds_roads(name):
        raise InputError("is not a road graph", where=where, advice=advice)


def _join(arguments: Namespace, roads: bool) -> str:
    """How roads are to be joined with terrain, "" where they are not; raises InputError where they
    cannot be."""
    name, join = getattr(arguments, "roads", None), getattr(arguments, "join", None)
    if name is None:
        if join is not None:
            raise InputError(
                "there are no roads to join", where="--join", advice="Give --roads too."
            )
        return ""
    if roads:
        raise InputError(
            f"is for rasters, and {arguments.file} is a road graph",
            where="--roads",
            advice="Name the raster first.",
        )
    expect_roads(name, "`isofront info` says what it is.", f"--roads {name}")
    return join or COMBINED
