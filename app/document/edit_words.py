"""What files of results say of edits of the ground, and what is told of a layer."""

from __future__ import annotations

from collections.abc import Sequence

from core.files.checksums import checksum_of
from core.numerals import counted
from raster.edits.apply import EditedGrid
from raster.edits.edit import GroundEdit

MOST_NAMED = 50
"""Edits that a file names one by one; more are counted."""

EFFECT_COLOURS = {"barrier": "#c2185b", "open": "#1a9641", "speed": "#2b6cb0", "factor": "#b7791f"}
"""Colours of effects on maps, by light; streets that were closed have that of a barrier."""


def tags_of_edits(edited: EditedGrid | None) -> tuple[tuple[str, str], ...]:
    """(name, text) of what counts; nothing where no edit does."""
    if edited is None or not edited.layer.counting:
        return ()
    counting = edited.layer.counting
    listed = [told_of_edit(edit) for edit in counting[:MOST_NAMED]]
    more = len(counting) - MOST_NAMED
    listed += [f"and {more} more"] if more > 0 else []
    return (
        ("ISOFRONT_EDITS", "; ".join(listed)),
        ("ISOFRONT_EDITED_CELLS", str(edited.cells)),
        ("ISOFRONT_KEY_EDITS", key_of([(e.shape, e.effect, e.value) for e in counting])),
    )


def key_of(listed: Sequence[object]) -> str:
    """How many there are and a checksum of all that they are, as programs compare them."""
    return f"{len(listed)}-{checksum_of(repr(list(listed)).encode()):08x}"


def told_of_edit(edit: GroundEdit) -> str:
    """What an edit does, in plain English: `speed 5 km/h (mud)`."""
    value = f"{edit.value:.10g}"
    what = {
        "barrier": "barrier",
        "open": f"open {value} km/h",
        "speed": f"speed {value} km/h",
        "factor": f"factor {value}",
    }[edit.effect]
    return f"{what} ({edit.name})" if edit.name else what


def edit_notes(edited: EditedGrid | None) -> tuple[str, ...]:
    """What there is to say of a layer that was read."""
    if edited is None:
        return ()
    counting, beside = edited.layer.counting, sum(mark is None for mark in edited.marks)
    hidden = len(edited.layer.edits) - len(counting)
    notes = [f"{counted(len(counting), 'edit')} over {counted(edited.cells, 'cell')}"]
    notes += [f"{counted(beside, 'edit')} over no cell"] if beside else []
    notes += [f"{counted(hidden, 'hidden edit')} left out"] if hidden else []
    return (", ".join(notes) + ".",)
