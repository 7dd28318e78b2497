"""The nearest origins of all places as classes of a picture, with what its legend says."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QCoreApplication

from core.parallel.nearest_rows import NOBODY, NearestRows
from resources.colormaps import DEFAULT
from resources.start_colours import DISTINCT
from ui.pictures.classes import Classes, ramp_colours
from ui.pictures.scene import Named
from ui.texts import count, one_line

MOST_STEPS = 8
"""Classes of numbers of origins, at most: more colours cannot be told apart."""

NAME_LETTERS = 24

NOBODYS_COLOUR = (150, 150, 150)


def _tr(text: str) -> str:
    return QCoreApplication.translate("Matrices", text)


def colours_of_places(colours: NDArray[np.uint8], row: NDArray[np.int32]) -> NDArray[np.uint8]:
    """uint8, (n, 3): of places by who is first there."""
    table = np.concatenate((colours, np.array([NOBODYS_COLOUR], np.uint8)))
    return table[row]


def nearest_origins(
    nearest: NearestRows, names: Sequence[str], owners: NDArray[np.uint8], limit: float
) -> Classes:
    """Each place in the colour of the origin that reaches it first; those that are first at most
    places are named."""
    row = nearest.row[0]
    held = np.bincount(row[row != NOBODY], minlength=len(names))
    order = np.argsort(-held, kind="stable")[:DISTINCT]
    order = np.sort(order[held[order] > 0])
    entries = tuple(
        (_colour(owners[k]), one_line(str(names[k]), NAME_LETTERS)) for k in order.tolist()
    )
    rest = int((held > 0).sum()) - len(entries)
    more = _tr("{count} more, in the same colours").format(count=count(rest)) if rest else ""
    named = Named(_tr("First origin"), entries, more, limit)
    return Classes(row, owners, named, nearest.seconds[0], limit)


def counts(
    nearest: NearestRows, names: Sequence[str], owners: NDArray[np.uint8], limit: float
) -> Classes:
    """Each place by how many origins reach it."""
    found = nearest.count
    most = max(int(found.max(initial=0)), 1)
    steps = min(most, MOST_STEPS)
    ends = np.unique(np.ceil(np.arange(1, steps + 1) * (most / steps)).astype(np.int64))
    step = np.searchsorted(ends, found, side="left").astype(np.int32)
    step[found == 0] = NOBODY
    begins = [1, *(ends[:-1] + 1).tolist()]
    labels = [
        count(end) if begin == end else f"{count(begin)}–{count(end)}"
        for begin, end in zip(begins, ends.tolist(), strict=True)
    ]
    colours = ramp_colours(len(ends), DEFAULT)
    entries = tuple((_colour(c), label) for c, label in zip(colours, labels, strict=True))
    named = Named(_tr("Origins within reach"), entries, limit_seconds=limit)
    return Classes(step, colours, named)


def counted_origins(origins: int, number: int) -> str:
    """Of the origins within whose reach a place is."""
    words = _tr("{number} of {all} origins")
    return words.format(number=count(number), all=count(origins))


def _colour(colour: NDArray[np.uint8]) -> tuple[int, int, int]:
    red, green, blue = colour.tolist()
    return red, green, blue
