"""A velocity raster with a layer of edits in it.

The raster stays as it is: an edited one is another, of the same cells. Only what a changed layer
can change is worked out again. Speeds that the raster has no code for yet take codes that no cell
has; where there are too few, uint8 becomes uint16, and uint16 float32.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from core.errors import InputError
from raster.edits.edit import AreaShape, EditLayer, FloodShape, GroundEdit
from raster.edits.marks import MarkedCells, marked_cells
from raster.grid import VelocityGrid, Window
from raster.steps import codes_in_use

CODES_8, CODES_16 = 256, 65536
"""Codes of a raster of uint8, and of uint16."""


@dataclass(frozen=True, eq=False)
class EditedGrid:
    """A raster and what edits make of it.

    base : as it was read. layer : of edits. grid : with them in it; `base` itself where none
    changes a cell. marks : the cells of each edit that counts, None for none. codes : that edited
    cells have had; no other speed takes one of them.
    """

    base: VelocityGrid
    layer: EditLayer
    grid: VelocityGrid
    marks: tuple[MarkedCells | None, ...] = ()
    codes: frozenset[int] = frozenset()

    @classmethod
    def of(cls, base: VelocityGrid, layer: EditLayer) -> EditedGrid:
        """Raises InputError for a raster that memory holds only in part, and for floods that begin
        outside it."""
        return cls(base, EditLayer(), base).with_layer(layer)

    @cached_property
    def shown(self) -> EditLayer:
        """The layer as it is to be drawn: floods as the areas that they hold. One that is too large
        for that, or hidden, stays as it is."""
        marks = iter(self.marks)
        held = [next(marks, None) if edit.visible else None for edit in self.layer.edits]
        pairs = zip(self.layer.edits, held, strict=True)
        return EditLayer(tuple(self._as_area(edit, mark) for edit, mark in pairs))

    def _as_area(self, edit: GroundEdit, mark: MarkedCells | None) -> GroundEdit:
        if not isinstance(edit.shape, FloodShape) or mark is None or not mark.outline:
            return edit
        corner, cell = (self.base.left, self.base.top), (self.base.cell_x, -self.base.cell_y)
        outer, *holes = (
            tuple((x, y) for x, y in (corner + ring * cell).tolist()) for ring in mark.outline
        )
        return replace(edit, shape=AreaShape(outer, tuple(holes)))

    @property
    def cells(self) -> int:
        """How many cells lie under edits that count."""
        if not self.marks:
            return 0
        held = [mark for mark in self.marks if mark is not None]
        if len(held) == 1:
            return int(np.count_nonzero(held[0].held))
        under = np.zeros(self.base.shape, np.bool_)
        for mark in held:
            row, col, height, width = mark.window
            under[row : row + height, col : col + width] |= mark.held
        return int(np.count_nonzero(under))

    def with_layer(self, layer: EditLayer) -> EditedGrid:
        """The raster with another layer, for which only the cells are looked at where the two
        differ. Raises InputError as `of`."""
        before, after = self.layer.counting, layer.counting
        if before == after:
            return replace(self, layer=layer)
        if not after:
            return EditedGrid(self.base, layer, self.base)
        if isinstance(self.base.values, np.memmap):
            raise InputError(
                "the raster does not fit into memory, where edits are made",
                where=self.base.name,
                advice="Cut out the part to be edited, as by gdal_translate -projwin, and put the "
                "edited one back with gdalwarp.",
            )
        same = _in_common(before, after)
        drawn = _Drawing(self.base, self.grid, self.codes)
        for mark in self.marks[same:]:
            if mark is not None:
                drawn.restore(mark.window)
                drawn.repeat(zip(before[:same], self.marks[:same], strict=True), mark.window)
        marks = list(self.marks[:same])
        for edit in after[same:]:
            mark = marked_cells(edit.shape, drawn.grid)
            if mark is not None:
                drawn.edit(mark, edit)
            marks.append(mark)
        if all(mark is None for mark in marks):
            return EditedGrid(self.base, layer, self.base, tuple(marks))
        return EditedGrid(self.base, layer, drawn.grid, tuple(marks), frozenset(drawn.codes))


def _in_common(one: tuple[GroundEdit, ...], other: tuple[GroundEdit, ...]) -> int:
    """How many edits both begin with that do the same."""
    pairs = zip(one, other, strict=False)
    same = [(a.shape, a.effect, a.value) == (b.shape, b.effect, b.value) for a, b in pairs]
    return same.index(False) if False in same else len(same)


class _Drawing:
    """Cells of a raster while they are edited."""

    def __init__(self, base: VelocityGrid, before: VelocityGrid, codes: Iterable[int]) -> None:
        self.codes = set(codes)
        self._base = base
        self._before = before
        self._values: NDArray[Any] = before.values.copy()
        self._code_speed = before.code_speed

    @property
    def grid(self) -> VelocityGrid:
        """As it is now; its values change as it is edited."""
        return replace(self._before, values=self._values, code_speed=self._code_speed)

    def restore(self, window: Window) -> None:
        """The cells of a window as they were read."""
        part, base = _slices(window), self._base
        codes = base.code_speed is not None and self._code_speed is None
        self._values[part] = base.kmh_of(base.values[part]) if codes else base.values[part]

    def repeat(
        self, edits: Iterable[tuple[GroundEdit, MarkedCells | None]], window: Window
    ) -> None:
        """Do what these edits did to the cells of a window."""
        for edit, mark in edits:
            part = None if mark is None else mark.within(window)
            if part is not None:
                self.edit(part, edit)

    def edit(self, mark: MarkedCells, edit: GroundEdit) -> None:
        """Do what an edit does to the cells of its shape."""
        part = _slices(mark.window)
        if self._code_speed is None:
            held = self._values[part][mark.held]
            self._values[part][mark.held] = speeds_after(held.astype(np.float64), edit)
            return
        codes = self._values[part][mark.held]
        present = np.flatnonzero(np.bincount(codes, minlength=len(self._code_speed)))
        speeds = self._code_speed[present]
        after = speeds_after(speeds, edit)
        other = ~((speeds == after) | (np.isnan(speeds) & np.isnan(after)))
        found = self._codes_of(np.unique(after[other]))
        if found is None:
            self._widen()
            self.edit(mark, edit)
            return
        table = np.arange(len(self._code_speed))
        table[present[other]] = [found[_key(speed)] for speed in after[other].tolist()]
        self._values[part][mark.held] = table[codes].astype(self._values.dtype)

    def _codes_of(self, speeds: NDArray[np.float64]) -> dict[float | None, int] | None:
        """A code for each speed, of which new ones take codes that no cell has; None where there
        are too few."""
        assert self._code_speed is not None
        codes: dict[float | None, int] = {}
        for speed in speeds.tolist():
            alike = self._code_speed == speed if speed == speed else np.isnan(self._code_speed)
            if alike.any():
                codes[_key(speed)] = int(np.argmax(alike))
        missing = [speed for speed in speeds.tolist() if _key(speed) not in codes]
        if missing:
            used = codes_in_use(self._base)
            taken = np.zeros(len(self._code_speed), np.bool_)
            taken[: len(used)] = used
            taken[[*self.codes, *codes.values()]] = True
            free = np.flatnonzero(~taken)
            if len(free) < len(missing):
                return None
            self._code_speed = self._code_speed.copy()
            for speed, code in zip(missing, free.tolist(), strict=False):
                self._code_speed[code] = speed
                codes[_key(speed)] = code
        self.codes.update(codes.values())
        return codes

    def _widen(self) -> None:
        """Have room for more speeds."""
        assert self._code_speed is not None
        if len(self._code_speed) == CODES_8:
            more = np.full(CODES_16 - CODES_8, np.nan)
            self._values = self._values.astype(np.uint16)
            self._code_speed = np.concatenate((self._code_speed, more))
        else:
            self._values = self._code_speed.astype(np.float32)[self._values]
            self._code_speed = None


def speeds_after(kmh: NDArray[np.float64], edit: GroundEdit) -> NDArray[np.float64]:
    """Speeds of cells after an edit of them; both float64 km/h, NaN for no data. New ones are of
    float32, as files hold them."""
    passable, value = kmh > 0, float(np.float32(edit.value))
    if edit.effect == "barrier":
        return np.full(kmh.shape, np.nan)
    if edit.effect == "open":
        return np.where(passable, kmh, value)
    if edit.effect == "speed":
        return np.where(passable, value, kmh)
    return np.where(passable, (kmh * edit.value).astype(np.float32).astype(np.float64), kmh)


def _key(speed: float) -> float | None:
    """A speed as what a dict finds again."""
    return speed if speed == speed else None


def _slices(window: Window) -> tuple[slice, slice]:
    row, col, height, width = window
    return slice(row, row + height), slice(col, col + width)
