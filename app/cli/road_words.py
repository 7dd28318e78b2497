"""Which options belong to terrain and which to roads, so that none is passed over in silence."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Mapping
from typing import Any

from app.road_files import holds_roads
from core.errors import InputError

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
    "--png": None,
}
"""Option: its value where it was not given."""

_ROAD_OPTIONS = (
    "--coordinates --elevation --profile --metric --overrides --direction "
    "--vertices --cell-size --area-method --tolerance"
)

ROADS_ONLY: Mapping[str, Any] = dict.fromkeys(_ROAD_OPTIONS.split())


def asks_for_roads(arguments: Namespace) -> bool:
    """Whether the file holds roads; raises InputError for options that are not for such a file."""
    roads = holds_roads(arguments.file)
    for option, unsaid in (TERRAIN_ONLY if roads else ROADS_ONLY).items():
        value = getattr(arguments, option[2:].replace("-", "_"), unsaid)
        if value != unsaid:
            kind, other = ("rasters", "a road graph") if roads else ("road graphs", "none")
            raise InputError(
                f"is for {kind}, and {arguments.file} is {other}",
                where=option,
                advice="Leave it out, or name another file.",
            )
    return roads
