"""What edits make of a raster, against cells looked at one by one."""

from __future__ import annotations

import math
from dataclasses import replace
from itertools import pairwise
from typing import Any

import numpy as np
import pytest

from core.errors import InputError
from raster.edits import marks
from raster.edits.apply import EditedGrid
from raster.edits.edit import (
    EFFECTS,
    AreaShape,
    EditLayer,
    EditShape,
    FloodShape,
    GroundEdit,
    LineShape,
    layer_of_plain,
    plain_layer,
)
from raster.edits.marks import marked_cells
from raster.grid import VelocityGrid, grid_from_kmh

CELL = 10.0


def grid_of(kmh: np.ndarray, cell_y: float = CELL) -> VelocityGrid:
    return grid_from_kmh(kmh, CELL, cell_y, left=500.0, top=900.0)


def kmh_of(grid: VelocityGrid) -> np.ndarray:
    return grid.kmh(grid.whole(), grid.shape)


def held_by(shape: EditShape, grid: VelocityGrid) -> np.ndarray:
    mark, held = marked_cells(shape, grid), np.zeros(grid.shape, bool)
    if mark is not None:
        row, col, height, width = mark.window
        held[row : row + height, col : col + width] = mark.held
        first, last = (np.flatnonzero(mark.held)[[0, -1]] // width).tolist()
        assert (first, last) == (0, height - 1), "the window is the smallest"
    return held


def at(grid: VelocityGrid, row: float, col: float) -> tuple[float, float]:
    return grid.centre_of(row, col)


def test_a_line_holds_what_lies_within_half_its_width_and_what_it_crosses() -> None:
    grid, random = grid_of(np.ones((24, 31)), 16.0), np.random.default_rng(3)
    rows, cols = np.mgrid[0:24, 0:31]
    x = grid.left + (cols + 0.5) * grid.cell_x
    y = grid.top - (rows + 0.5) * grid.cell_y
    for width in (0.0, 3.0, 45.0):
        corners = [at(grid, *random.uniform(-6, 34, 2)) for _ in range(3)]
        held = held_by(LineShape(tuple(corners), width), grid)
        steps = np.linspace(0, 1, 4001)[:, None]
        pairs = pairwise(corners)
        along = np.concatenate([np.array(a) * (1 - steps) + np.array(b) * steps for a, b in pairs])
        away = np.hypot(x[..., None] - along[::4, 0], y[..., None] - along[::4, 1]).min(axis=-1)
        crossed = {cell for px, py in along if (cell := grid.cell_at(px, py)) is not None}
        assert held[away < width / 2 - 0.2].all()
        assert all(held[cell] for cell in crossed)
        far = away > width / 2 + 0.2
        far[tuple(np.array(sorted(crossed)).T)] = False
        # Corners may be touched between two points that were looked at.
        assert not held[far & (away > 0.5 * math.hypot(grid.cell_x, grid.cell_y) + 0.2)].any()


def test_nothing_slips_through_a_barrier_however_thin_it_is() -> None:
    grid, random = grid_of(np.ones((20, 20))), np.random.default_rng(5)
    for _ in range(40):
        bend = at(grid, *random.uniform(2, 17, 2))
        ends = at(grid, float(random.integers(0, 20)) - 0.5, -3), at(grid, 7.5, 23)
        held = held_by(LineShape((ends[0], bend, ends[1])), grid)
        above = np.zeros(grid.shape, bool)
        above[0] = ~held[0]
        for _ in range(200):  # steps to all eight neighbours
            wide, grown = np.pad(above, 1), above.copy()
            for down, right in np.ndindex(3, 3):
                grown |= wide[down : down + 20, right : right + 20]
            above = grown & ~held
        below = np.array([[y < _line_at(x, ends, bend) for x, y in row] for row in _centres(grid)])
        assert not (above & below).any()


def _centres(grid: VelocityGrid) -> list[list[tuple[float, float]]]:
    return [[grid.centre_of(row, col) for col in range(grid.cols)] for row in range(grid.rows)]


def _line_at(x: float, ends: tuple[tuple[float, float], ...], bend: tuple[float, float]) -> float:
    places = sorted((ends[0], bend, ends[1]))
    return float(np.interp(x, [p[0] for p in places], [p[1] for p in places]))


def test_an_area_holds_the_cells_whose_centre_it_holds_but_for_its_holes() -> None:
    grid = grid_of(np.ones((12, 12)))
    ring = tuple(at(grid, r, c) for r, c in ((1.6, 1.6), (1.6, 9.4), (9.4, 9.4), (9.4, 1.6)))
    hole = tuple(at(grid, r, c) for r, c in ((3.6, 3.6), (3.6, 5.4), (5.4, 5.4), (5.4, 3.6)))
    expected = np.zeros((12, 12), bool)
    expected[2:10, 2:10] = True
    expected[4:6, 4:6] = False
    assert (held_by(AreaShape(ring, (hole,)), grid) == expected).all()
    assert marked_cells(AreaShape(tuple((x + 900, y) for x, y in ring)), grid) is None


def test_a_flood_stops_at_edges_and_does_not_slip_between_corners() -> None:
    kmh = np.array(
        [
            [5, 5, 9, 5],
            [5, 9, 5, 5],
            [9, 5, 5, np.nan],
            [4, 5, np.nan, np.nan],
        ]
    )
    grid = grid_of(kmh)
    held = held_by(FloodShape(at(grid, 0, 0)), grid)
    assert (held == [[1, 1, 0, 0], [1, 0, 0, 0], [0] * 4, [0] * 4]).all()
    near = held_by(FloodShape(at(grid, 2, 1), tolerance_kmh=1.0), grid)
    assert (near == [[0, 0, 0, 1], [0, 0, 1, 1], [0, 1, 1, 0], [1, 1, 0, 0]]).all()
    assert held_by(FloodShape(at(grid, 3, 3)), grid).sum() == 3
    with pytest.raises(InputError, match="outside the raster"):
        marked_cells(FloodShape((0.0, 0.0)), grid)


def test_effects_say_which_cells_they_mean() -> None:
    kmh = np.array([[np.nan, 0.0, 8.0, 20.0]])
    grid = grid_of(kmh)
    whole = LineShape((at(grid, 0, 0), at(grid, 0, 3)))
    found = {
        effect: kmh_of(EditedGrid.of(grid, EditLayer((GroundEdit(whole, effect, 0.3),))).grid)[0]
        for effect in EFFECTS
    }
    nan, third = np.nan, np.float32(0.3)
    expected: dict[Any, list[Any]] = {
        "barrier": [nan] * 4,
        "open": [third, third, 8, 20],
        "speed": [nan, 0, third, third],
        "factor": [nan, 0, np.float32(8 * 0.3), np.float32(20 * 0.3)],
    }
    for effect, speeds in expected.items():
        assert np.array_equal(found[effect], np.array(speeds, np.float32), equal_nan=True), effect


@pytest.mark.parametrize("kind", ["codes", "all codes used", "speeds"])
def test_layers_that_change_step_by_step_give_what_they_give_at_once(kind: str) -> None:
    random = np.random.default_rng(11)
    kmh = random.integers(0, 30, (40, 50)).astype(np.float64)
    if kind == "all codes used":
        kmh.flat[:255] = np.arange(255)
        kmh.flat[255] = np.nan
    if kind == "speeds":
        kmh += 0.25
    grid = grid_of(kmh)
    before, values = kmh_of(grid).copy(), grid.values.copy()
    edited = EditedGrid.of(grid, EditLayer())
    edits: list[GroundEdit] = []
    for _ in range(60):
        if edits and random.random() < 0.35:
            number = int(random.integers(len(edits)))
            change = random.random()
            if change < 0.5:
                del edits[number]
            elif change < 0.8:
                edits[number] = _hidden(edits[number])
        else:
            edits.append(_drawn(grid, random))
        layer = EditLayer(tuple(edits))
        edited = edited.with_layer(layer)
        fresh = EditedGrid.of(grid, layer)
        assert np.array_equal(kmh_of(edited.grid), kmh_of(fresh.grid), equal_nan=True)
        assert edited.cells == fresh.cells
        assert (
            fresh.grid.values.dtype
            == (
                {"codes": "uint8", "all codes used": fresh.grid.values.dtype, "speeds": "float32"}[
                    kind
                ]
            )
        )
    assert np.array_equal(kmh_of(grid), before, equal_nan=True), "the raster is as it was"
    assert np.array_equal(grid.values, values, equal_nan=kind == "speeds")
    assert edited.with_layer(EditLayer()).grid is grid
    if kind == "all codes used":
        assert edited.grid.values.dtype == np.uint16


def _hidden(edit: GroundEdit) -> GroundEdit:
    return GroundEdit(edit.shape, edit.effect, edit.value, edit.name, not edit.visible)


def _drawn(grid: VelocityGrid, random: np.random.Generator) -> GroundEdit:
    places = [at(grid, *random.uniform((-2, -2), (41, 51))) for _ in range(4)]
    inside = at(grid, *random.uniform((0, 0), (39, 49)))
    shapes: list[EditShape] = [
        LineShape(tuple(places[:2]), float(random.integers(0, 60))),
        AreaShape(tuple(places)),
        FloodShape(inside, float(random.integers(0, 6))),
        LineShape((inside,), 35.0),
    ]
    shape = shapes[int(random.integers(4))]
    effect = EFFECTS[int(random.integers(4))]
    value = [0.0, 12.0, 7.0, 0.8][EFFECTS.index(effect)] + float(random.integers(4)) / 10
    return GroundEdit(shape, effect, max(value, 0.1))


def test_layers_are_plain_values_and_back() -> None:
    grid, random = grid_of(np.ones((4, 4))), np.random.default_rng(1)
    layer = EditLayer(tuple(_drawn(grid, random) for _ in range(12)))
    layer = layer.with_edit(GroundEdit(layer.edits[0].shape, "open", 3.0, "ford", False))
    assert layer_of_plain(plain_layer(layer)) == layer
    for plain, words in (
        ({}, "is no list"),
        ([{"shape": "line"}], "edit 1.*incomplete"),
        ([*plain_layer(layer)[:1], {**plain_layer(layer)[0], "effect": "mud"}], "edit 2.*mud"),
        ([{"shape": "area", "corners": [[0, 0], [1, 1]], "effect": "barrier"}], "2 corners"),
        ([{"shape": "line", "corners": [[0, math.nan]], "effect": "barrier"}], "coordinates"),
    ):
        with pytest.raises(InputError, match=words):
            layer_of_plain(plain)
    with pytest.raises(InputError, match="at most"):
        GroundEdit(layer.edits[0].shape, "speed", 4000.0)


def test_a_barrier_has_no_value_whatever_a_file_says() -> None:
    edit = GroundEdit(LineShape(((0.0, 0.0), (5.0, 5.0)), 1.0), "barrier", math.nan)
    assert edit.value == 0.0


def test_floods_are_drawn_as_the_areas_that_they_hold(monkeypatch: pytest.MonkeyPatch) -> None:
    kmh = np.where(np.random.default_rng(8).random((40, 53)) < 0.35, 9.0, 20.0)
    kmh[:3], kmh[:, :5], kmh[20, 20] = 50.0, 50.0, 20.0
    grid = grid_of(kmh, 16.0)
    line = GroundEdit(LineShape((at(grid, 0, 0), at(grid, 3, 3))), "speed", 5.0)
    lake = GroundEdit(FloodShape(at(grid, 20, 20)), "barrier", name="lake")
    hidden = replace(lake, visible=False)
    layer = EditLayer((line, hidden, lake))
    held = held_by(lake.shape, EditedGrid.of(grid, EditLayer((line,))).grid)
    shown = EditedGrid.of(grid, layer).shown.edits
    assert shown[:2] == (line, hidden)
    area = shown[2].shape
    assert isinstance(area, AreaShape)
    assert area.holes
    assert held.sum() > 500
    corners = sum(map(len, (area.corners, *area.holes)))
    np.testing.assert_array_equal(held_by(area, grid), held)
    assert replace(shown[2], shape=lake.shape) == lake
    for name, bound, drawn in (
        ("MOST_CORNERS", corners, True), ("MOST_CORNERS", corners - 1, False),
        ("MOST_OUTLINED", 500, False),
    ):  # fmt: skip
        monkeypatch.setattr(marks, name, bound)
        assert (EditedGrid.of(grid, layer).shown != layer) == drawn
        monkeypatch.undo()
