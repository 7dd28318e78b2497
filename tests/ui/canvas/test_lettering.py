"""Names drawn by Qt."""

from __future__ import annotations

import numpy as np
from pytestqt.qtbot import QtBot

from ui.canvas.lettering import LETTERING
from ui.pictures.names import Label
from ui.pictures.theme import DARK, LIGHT


def test_a_name_is_drawn_around_its_middle_with_a_halo(qtbot: QtBot) -> None:
    label = Label("Avenue", 100.0, 50.0, 0.0, 16.0, "street", False)
    wide = LETTERING.width("Avenue", 16.0, False)
    for theme in (LIGHT, DARK):
        pixels = LETTERING.draw((100, 200), [label], theme)
        rows, cols = np.nonzero(pixels >> 24)
        assert abs((cols.min() + cols.max()) / 2 - 100) < 3
        assert abs((rows.min() + rows.max()) / 2 - 50) < 6
        assert wide * 0.8 < np.ptp(cols) < wide * 1.3 + 8
        tones = pixels[pixels >> 24 > 0x80] & 0xFF
        assert np.ptp(tones) > 80  # letters stand out from their halo


def test_a_turned_name_is_as_long_the_other_way(qtbot: QtBot) -> None:
    label = Label("Avenue", 100.0, 100.0, -90.0, 16.0, "street", False)
    rows, cols = np.nonzero(LETTERING.draw((200, 200), [label], LIGHT) >> 24)
    assert np.ptp(rows) > 2 * np.ptp(cols)


def test_widths_grow_with_text_and_size(qtbot: QtBot) -> None:
    short, long = (LETTERING.width(text, 12.0, False) for text in ("A", "Avenue"))
    assert long > 3 * short
    assert LETTERING.width("Avenue", 24.0, False) > 1.8 * long
