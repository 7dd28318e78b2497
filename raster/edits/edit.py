"""An edit of the ground as a plain value, and a layer of them in the order in which they count.

Shapes are in the coordinates of the raster. Every edit has the speeds before it that the edits
before it left. What they do to cells: `raster.edits.apply`; which cells a shape holds:
`raster.edits.marks`.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any, Literal, get_args

from core.errors import InputError

Corner = tuple[float, float]
Ring = tuple[Corner, ...]

EffectName = Literal["barrier", "open", "speed", "factor"]
EFFECTS: tuple[EffectName, ...] = get_args(EffectName)

MOST_KMH = 1000.0
"""Fastest speed in km/h that an edit may give; more is a slip of the keyboard."""

MOST_FACTOR = 100.0
"""Largest factor that an edit may multiply speeds by."""


@dataclass(frozen=True)
class LineShape:
    """A line, or the stroke of a brush. corners : at least one. width_m : metres; 0 for the cells
    alone that the line crosses."""

    corners: Ring
    width_m: float = 0.0

    def __post_init__(self) -> None:
        _expect_corners(self.corners, 1)
        if not (math.isfinite(self.width_m) and self.width_m >= 0):
            raise InputError(f"a line {self.width_m:g} m wide", advice="Give 0 or more metres.")


@dataclass(frozen=True)
class AreaShape:
    """An area by the even-odd rule. corners : at least three. holes : rings that it leaves out."""

    corners: Ring
    holes: tuple[Ring, ...] = ()

    def __post_init__(self) -> None:
        for ring in (self.corners, *self.holes):
            _expect_corners(ring, 3)


@dataclass(frozen=True)
class FloodShape:
    """All that is reached from a place, from edge to edge of cells, over cells whose speed differs
    from that of the place by no more than a tolerance in km/h."""

    place: Corner
    tolerance_kmh: float = 0.0

    def __post_init__(self) -> None:
        _expect_corners((self.place,), 1)
        if not (math.isfinite(self.tolerance_kmh) and self.tolerance_kmh >= 0):
            raise InputError(
                f"a tolerance of {self.tolerance_kmh:g} km/h", advice="Give 0 km/h or more."
            )


EditShape = LineShape | AreaShape | FloodShape


@dataclass(frozen=True)
class GroundEdit:
    """What is done to the cells of a shape.

    effect : "barrier": nothing enters the cells, whatever 0 km/h counts as.
        "open": cells that cannot be entered get the speed `value`; others keep theirs.
        "speed": cells that can be entered get the speed `value`; others stay as they are.
        "factor": speeds are multiplied by `value`.
    value : km/h, or the factor; no part of a barrier, which has 0.
    visible : whether it counts, and is shown.
    """

    shape: EditShape
    effect: EffectName
    value: float = 0.0
    name: str = ""
    visible: bool = True

    def __post_init__(self) -> None:
        if self.effect not in EFFECTS:
            raise InputError(
                f"the effect '{self.effect}'", advice=f"Choose one of: {', '.join(EFFECTS)}."
            )
        if self.effect == "barrier":
            object.__setattr__(self, "value", 0.0)  # whatever a file says: NaN is none to be kept
        most = MOST_FACTOR if self.effect == "factor" else MOST_KMH
        if self.effect != "barrier" and not 0 < self.value <= most:
            unit = "" if self.effect == "factor" else " km/h"
            raise InputError(
                f"the effect '{self.effect}' with {self.value:g}{unit}",
                advice=f"Give more than 0{unit} and at most {most:g}{unit}.",
            )


@dataclass(frozen=True)
class EditLayer:
    """Edits in the order in which they count: later ones see what earlier ones left."""

    edits: tuple[GroundEdit, ...] = ()

    def __bool__(self) -> bool:
        return bool(self.edits)

    @property
    def counting(self) -> tuple[GroundEdit, ...]:
        """Those that are not hidden."""
        return tuple(edit for edit in self.edits if edit.visible)

    def with_edit(self, edit: GroundEdit) -> EditLayer:
        """One more, after all others."""
        return EditLayer((*self.edits, edit))

    def with_edits(self, others: EditLayer) -> EditLayer:
        """Those of another layer, too, after all others."""
        return EditLayer((*self.edits, *others.edits))

    def without(self, index: int) -> EditLayer:
        """All others; raises InputError where there is none of that number, from 0."""
        self._expect(index)
        return EditLayer((*self.edits[:index], *self.edits[index + 1 :]))

    def changed(self, index: int, **fields: Any) -> EditLayer:
        """One of them otherwise, such as hidden or renamed; raises InputError as `without`."""
        self._expect(index)
        edit = replace(self.edits[index], **fields)
        return EditLayer((*self.edits[:index], edit, *self.edits[index + 1 :]))

    def _expect(self, index: int) -> None:
        if not 0 <= index < len(self.edits):
            raise InputError(f"there is no edit {index + 1}", advice="Draw one first.")


NO_EDITS = EditLayer()


# -- plain values, for files of other programs and of projects


def plain_layer(layer: EditLayer) -> list[dict[str, Any]]:
    """A layer as lists, dicts, texts and numbers, from which `layer_of_plain` makes the same."""
    return [_plain_edit(edit) for edit in layer.edits]


def _plain_edit(edit: GroundEdit) -> dict[str, Any]:
    shape = edit.shape
    plain: dict[str, Any] = {
        "effect": edit.effect,
        "value": edit.value,
        "name": edit.name,
        "visible": edit.visible,
    }
    if isinstance(shape, FloodShape):
        return plain | {
            "shape": "flood",
            "place": list(shape.place),
            "tolerance_kmh": shape.tolerance_kmh,
        }
    corners = [list(corner) for corner in shape.corners]
    if isinstance(shape, LineShape):
        return plain | {"shape": "line", "corners": corners, "width_m": shape.width_m}
    holes = [[list(corner) for corner in hole] for hole in shape.holes]
    return plain | {"shape": "area", "corners": corners, "holes": holes}


def layer_of_plain(plain: object, where: str = "edits") -> EditLayer:
    """The layer that such a value says. Raises InputError that names the edit, from 1."""
    if not isinstance(plain, list):
        raise InputError("is no list of edits", where=where, advice="Save the edits again.")
    edits = []
    for number, one in enumerate(plain, start=1):
        try:
            edits.append(_edit_of_plain(one))
        except InputError as error:
            place = f"{where}, edit {number}"
            raise InputError(error.found, where=place, advice=error.advice) from error
        except (TypeError, ValueError, KeyError) as error:
            raise InputError(
                "is incomplete or damaged",
                where=f"{where}, edit {number}",
                advice="Save the edits again.",
            ) from error
    return EditLayer(tuple(edits))


def _edit_of_plain(plain: Mapping[str, Any]) -> GroundEdit:
    shape: EditShape = _SHAPES[plain["shape"]](plain)
    visible, name = plain.get("visible", True), plain.get("name", "")
    if not isinstance(visible, bool) or not isinstance(name, str):
        raise ValueError
    return GroundEdit(shape, plain["effect"], float(plain.get("value", 0.0)), name, visible)


def _line(plain: Mapping[str, Any]) -> LineShape:
    return LineShape(_ring(plain["corners"]), float(plain.get("width_m", 0.0)))


def _area(plain: Mapping[str, Any]) -> AreaShape:
    return AreaShape(_ring(plain["corners"]), tuple(map(_ring, plain.get("holes", ()))))


def _flood(plain: Mapping[str, Any]) -> FloodShape:
    (place,) = _ring([plain["place"]])
    return FloodShape(place, float(plain.get("tolerance_kmh", 0.0)))


_SHAPES: Mapping[str, Callable[[Mapping[str, Any]], EditShape]] = {
    "line": _line,
    "area": _area,
    "flood": _flood,
}
"""Functions by the word that plain values have for a shape."""


def _ring(plain: Any) -> Ring:
    return tuple((float(x), float(y)) for x, y in plain)


def _expect_corners(corners: Ring, least: int) -> None:
    """Raise InputError for fewer corners, and for those that lie nowhere."""
    if len(set(corners)) < least:
        what = "an area" if least == 3 else "a line"
        raise InputError(f"{what} of {len(set(corners))} corners", advice=f"Draw at least {least}.")
    if not all(math.isfinite(x) and math.isfinite(y) for x, y in corners):
        raise InputError("a corner without coordinates", advice="Draw it again.")
