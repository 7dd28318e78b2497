"""A frame in one piece, while some of its layers stay and others change."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from core.geometry.blending import as_one
from tests.ui.canvas.worlds import CELL, MINUTE, solved, split_world
from ui.canvas.painter_thread import flattened
from ui.pictures.scene import Frame, draw_frame
from ui.pictures.style import OverlayStyle
from ui.pictures.terrain import TerrainScene
from ui.pictures.theme import DARK, LIGHT, Theme

GRID = split_world()


def step(col: int, before: Frame | None, style: OverlayStyle, theme: Theme = LIGHT) -> Frame:
    """The frame of times from a cell, after another."""
    scene = TerrainScene.of(GRID, solved(GRID, col=col)).dressed(MINUTE, style, theme)
    patch = scene.ground.patch(scene.ground.bounds, CELL / 2)
    assert patch is not None
    frame = draw_frame(scene, patch, before=before)
    assert frame is not None
    return flattened(frame, before)


@pytest.mark.parametrize("relief", ["none", "times"])
def test_what_stays_below_is_laid_together_once(relief: str) -> None:
    style = OverlayStyle(opacity=0.6, relief=relief)
    frames: list[Frame] = []
    for col in (20, 24, 28, 32):
        frames.append(step(col, frames[-1] if frames else None, style))
    for frame in frames:
        assert frame.flat is not None
        whole = as_one([layer.pixels for layer in frame.layers], int(frame.scene.backdrop[1:], 16))
        np.testing.assert_array_equal(frame.flat.pixels, whole)
    first, second, third, fourth = frames
    assert first.floor is None
    assert second.floor is not None
    assert second.floor.layers == second.layers[:1]
    assert second.floor is third.floor is fourth.floor
    again = flattened(replace(fourth, flat=None, floor=None), fourth)
    assert (again.flat, again.floor) == (fourth.flat, fourth.floor)


def test_of_another_theme_nothing_stays() -> None:
    style = OverlayStyle(opacity=0.6, relief="none")
    before = step(24, step(20, None, style), style)
    dark = step(28, before, style, DARK)
    assert dark.floor is None
    assert dark.flat is not None
    whole = as_one([layer.pixels for layer in dark.layers], int(dark.scene.backdrop[1:], 16))
    np.testing.assert_array_equal(dark.flat.pixels, whole)


def test_a_floor_goes_with_what_lies_in_it() -> None:
    style = OverlayStyle(opacity=0.6, relief="times")
    first, other = step(20, None, style), step(32, None, style)
    ground, times, light = first.layers
    lit = replace(light, pixels=np.full_like(light.pixels, 0x20000000))
    second = flattened(replace(first, layers=(ground, times, lit), flat=None), first)
    third = flattened(replace(other, layers=(ground, other.layers[1], lit), flat=None), second)
    black = second.scene.dressed(MINUTE, style, DARK)
    fourth = flattened(replace(second, scene=black, flat=None, floor=None), third)
    floors = [frame.floor and frame.floor.layers for frame in (second, third, fourth)]
    assert floors == [(ground, times), (ground,), None]
    for frame in (second, third, fourth):
        assert frame.flat is not None
        whole = as_one([layer.pixels for layer in frame.layers], int(frame.scene.backdrop[1:], 16))
        np.testing.assert_array_equal(frame.flat.pixels, whole)
