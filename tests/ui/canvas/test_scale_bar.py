"""The scale bar names a round length and draws it true."""

from __future__ import annotations

import numpy as np
import pytest

from ui.canvas.scale_bar import round_length
from ui.canvas.wording import round_steps, speed_text
from ui.texts import length


@pytest.mark.parametrize("metres_per_pixel", np.geomspace(1e-3, 1e5, 57))
def test_the_length_is_round_true_and_fills_a_good_part_of_the_room(
    metres_per_pixel: float,
) -> None:
    length = round_length(metres_per_pixel, 140)
    leading = length.metres / 10 ** np.floor(np.log10(length.metres) + 1e-12)
    assert min(abs(leading - digit) for digit in (1, 2, 5)) < 1e-6
    assert length.pixels * metres_per_pixel == pytest.approx(length.metres)
    assert 140 / 2.5 - 1e-6 <= length.pixels <= 140 + 1e-6


def test_lengths_read_as_people_write_them() -> None:
    texts = {0.2: "20 cm", 5: "5 m", 500: "500 m", 1000: "1 km", 1500: "1.5 km", 200_000: "200 km"}
    for metres, text in texts.items():
        assert length(metres) == text


@pytest.mark.parametrize("top", [0.5, 7, 90, 600, 3600, 5000, 86400, 1e7])
def test_ticks_of_a_time_scale_are_few_and_even(top: float) -> None:
    steps = round_steps(top)
    assert steps[0] == 0
    assert steps[-1] <= top * (1 + 1e-9)
    assert len(steps) <= 6
    assert np.ptp(np.diff(steps)) == 0 if len(steps) > 1 else top < 1


def test_speeds_show_a_digit_where_it_tells_something() -> None:
    assert [speed_text(kmh) for kmh in (0.42, 5, 5.5, 49.7)] == ["0.4", "5", "5.5", "50"]
