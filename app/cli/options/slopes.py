"""From options to the slopes of a raster: heights, a model, and which way times run."""

from __future__ import annotations

from argparse import Namespace
from pathlib import Path

from core.cancel import Cancel
from core.errors import InputError
from core.files.user_paths import expanded
from core.progress import Progress
from raster.files.elevation import elevation_beside
from raster.files.slopes.heights import read_heights
from raster.files.slopes.text import KNOWN, model_of
from raster.grid import VelocityGrid
from raster.slopes.models import LEVEL
from raster.slopes.slopes import GridSlopes


def slopes_asked(
    arguments: Namespace, grid: VelocityGrid, progress: Progress, cancel: Cancel
) -> GridSlopes | None:
    """What `--slope-model` and its companions ask for; `none` has heights for profiles. None where
    nothing was asked for. Raises InputError and ParameterError, CancelledError."""
    text = getattr(arguments, "slope_model", None)
    surface = bool(getattr(arguments, "surface_length", False))
    direction = getattr(arguments, "direction", None)
    if text is None:
        _expect_nothing(arguments, surface, direction)
        return None
    model, file = model_of(text), arguments.elevation
    if model == LEVEL and not surface and file is None:
        return None
    path = elevation_beside(Path(arguments.file)) if file is None else expanded(file)
    if path is None:
        raise InputError(
            "there are no heights", where=f"--slope-model {text}", advice="Give --elevation FILE."
        )
    progress(-1.0, f"opening {path.name}")
    heights = read_heights(path, grid, progress=progress, cancel=cancel)
    return GridSlopes(heights, model, surface, direction or "from")


def _expect_nothing(arguments: Namespace, surface: bool, direction: str | None) -> None:
    """Raise InputError for options that mean nothing without a model."""
    advice = f"Give --slope-model too: {', '.join(KNOWN)}."
    if getattr(arguments, "elevation", None) is not None and not getattr(arguments, "roads", None):
        raise InputError("nobody said what slopes do", where="--elevation", advice=advice)
    if surface:
        raise InputError("nobody said what slopes do", where="--surface-length", advice=advice)
    if direction == "to":
        burned = getattr(arguments, "roads", None) is not None
        what = "a raster with roads burned in" if burned else "a raster"
        raise InputError(
            f"{what} has no direction without slopes: times to a place are those from it",
            where="--direction",
            advice="Leave it out, or give --elevation and --slope-model.",
        )
