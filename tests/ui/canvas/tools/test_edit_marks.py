"""Edits of the ground as they are drawn: pixels of real pictures."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.typing import NDArray
from PySide6.QtGui import QImage, QPainter

from ui.canvas.tools.edit_marks import EditMark, draw_edit
from ui.canvas.viewport import Viewport
from ui.pictures.theme import LIGHT

VIEW = Viewport(x=0.0, y=0.0, scale=1.0, width=200, height=160)
SQUARE = np.array([(-60.0, -50.0), (60.0, -50.0), (60.0, 50.0), (-60.0, 50.0)])
LINE = np.array([(-60.0, 0.0), (60.0, 0.0)])


def drawn(mark: EditMark, view: Viewport = VIEW) -> NDArray[np.uint8]:
    """Red, green and blue on white, uint8, (rows, cols, 3)."""
    image = QImage(view.width, view.height, QImage.Format.Format_RGB32)
    image.fill(0xFFFFFFFF)
    painter = QPainter(image)
    draw_edit(painter, mark, view, LIGHT)
    painter.end()
    words = np.frombuffer(image.constBits(), np.uint8)
    return words.reshape(view.height, view.width, 4)[..., 2::-1].copy()


def shades(picture: NDArray[np.uint8]) -> int:
    """How many colours the inner part has, which has no outline."""
    return len(np.unique(picture[40:60, 60:140].reshape(-1, 3), axis=0))


@pytest.mark.parametrize("effect", ["open", "speed", "factor"])
def test_an_area_is_washed_evenly(effect: str) -> None:
    assert shades(drawn(EditMark((SQUARE,), effect, area=True))) == 1


def test_an_area_that_is_a_barrier_is_hatched_within_its_outline() -> None:
    picture = drawn(EditMark((SQUARE,), "barrier", area=True))
    assert shades(picture) > 1
    outside = np.ones(picture.shape[:2], np.bool_)
    outside[28:132, 38:162] = False
    assert (picture[outside] == 255).all()


def test_a_hole_of_a_barrier_is_not_hatched() -> None:
    picture = drawn(EditMark((SQUARE, SQUARE / 2), "barrier", area=True))
    assert (picture[58:102, 73:127] == 255).all()


def test_strokes_stay_put_on_the_ground_while_panning() -> None:
    mark = EditMark((SQUARE * 3,), "barrier", area=True)  # also where it ends off the canvas
    still, panned = drawn(mark), drawn(mark, VIEW.panned(3.0, 5.0))
    np.testing.assert_array_equal(still[40:120, 50:150], panned[45:125, 53:153])
    assert (still[40:120, 50:150] != panned[40:120, 50:150]).any()


def test_a_wide_line_that_is_a_barrier_is_hatched_and_a_narrow_one_is_not() -> None:
    wide = drawn(EditMark((LINE,), "barrier", width=40.0))
    assert len(np.unique(wide[64:76, 60:140].reshape(-1, 3), axis=0)) > 1
    narrow = drawn(EditMark((LINE,), "barrier", width=6.0))
    assert len({tuple(row.ravel()) for row in np.swapaxes(narrow[:, 60:140], 0, 1)}) == 1


def test_nothing_is_hatched_off_the_canvas() -> None:
    away = VIEW.panned(1000.0, 0.0)
    assert (drawn(EditMark((SQUARE,), "barrier", area=True), away) == 255).all()
