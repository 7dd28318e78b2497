"""Who is first where as classes of a picture, with what its legend says."""

from __future__ import annotations

import numpy as np
from PySide6.QtCore import QCoreApplication

from app.solving.result import Result
from app.starts import PlacedStart, coloured
from resources.start_colours import DISTINCT, rgb_of
from ui.controllers.matrix.classes import NAME_LETTERS
from ui.pictures.classes import Classes, EnteredClasses
from ui.pictures.scene import Named
from ui.texts import count, one_line


def _tr(text: str) -> str:
    return QCoreApplication.translate("Owners", text)


def start_names(starts: tuple[PlacedStart, ...]) -> tuple[str, ...]:
    """What starts are called in the window: "Start 2" where nobody gave a name."""
    plain = _tr("Start {number}")
    return tuple(
        one_line(start.name, NAME_LETTERS) if start.name else plain.format(number=number)
        for number, start in enumerate(starts, start=1)
    )


def owner_classes(result: Result | None) -> Classes | None:
    """The classes of a result; None where one start has it all, or nobody asked."""
    if result is None or result.owners is None or len(result.starts) < 2:
        return None
    owners, starts, limit = result.owners, result.starts, result.times.limit_seconds
    tones = [rgb_of(start.colour) for start in coloured(starts)]
    entries = tuple(zip(tones, start_names(starts), strict=True))
    rest = len(entries) - DISTINCT
    more = _tr("{count} more").format(count=count(rest)) if rest > 0 else ""
    return Classes(
        owners.of.ravel(),
        np.array(tones, np.uint8),
        Named(_tr("First start"), entries[:DISTINCT], more, limit),
        owners.seconds,
        limit,
        EnteredClasses(*owners.entered) if owners.entered is not None else None,
        owners.factor,
        borders=True,
    )
