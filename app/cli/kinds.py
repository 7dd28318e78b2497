"""Which kind of question a command line asks, so that no option is passed over in silence."""

from __future__ import annotations

from argparse import Namespace

from app.cli.options.option import ALONE, COMBINED
from app.cli.options.table import options_of
from app.document.kinds import kind_held_by
from app.roads.files import holds_roads
from core.errors import InputError
from core.files.user_paths import expanded

_LEFT_OUT = {
    (COMBINED, ALONE): (
        "does not count where terrain and roads are one graph",
        "give --join burned",
    )
}
"""Why an option of some kinds means nothing to another, and what to do instead; for those of which
there is more to say than that."""


def kind_of(arguments: Namespace) -> str:
    """The id of a kind of documents, COMBINED or BURNED; raises InputError for options that are not
    for that kind, and where roads cannot be joined."""
    roads = holds_roads(arguments.file)
    kind = _join(arguments, roads) or kind_held_by(expanded(arguments.file)).id
    for option in options_of(arguments.command):
        if kind not in option.kinds and getattr(arguments, option.name) != option.unsaid:
            kinds, other = ("rasters", "a road graph") if roads else ("road graphs", "not one")
            usual = f"is for {kinds}, and {arguments.file} is {other}", "name another file"
            found, instead = _LEFT_OUT.get((kind, option.kinds), usual)
            advice = f"Leave it out, or {instead}."
            raise InputError(found, where=option.flag, advice=advice)
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
