"""Travel times seen through windows, in seconds and in bands."""

from __future__ import annotations

import math

import numpy as np
import pytest
from numpy.typing import NDArray

from core.times import UNREACHED
from raster.grid import Window
from raster.travel_times import NO_CLASS, TravelTimeGrid

TICK = 2.0**-10


def field(rows: int = 20, cols: int = 30, seed: int = 1) -> TravelTimeGrid:
    """Random labels up to about 1000 s, a fifth of the cells unreached."""
    rng = np.random.default_rng(seed)
    labels = rng.integers(0, 1_000_000, (rows, cols)).astype(np.uint32)
    labels[rng.random((rows, cols)) < 0.2] = UNREACHED
    return TravelTimeGrid(labels, TICK)


def of_seconds(*seconds: float) -> TravelTimeGrid:
    ticks = [UNREACHED if math.isinf(s) else round(s / TICK) for s in seconds]
    return TravelTimeGrid(np.array([ticks], np.uint32), TICK)


def whole(times: TravelTimeGrid) -> NDArray[np.float32]:
    return times.seconds(Window(0, 0, *times.shape), times.shape)


def test_seconds_are_ticks_times_the_tick_and_unreached_is_infinite() -> None:
    times = field()
    seconds = whole(times)
    assert seconds.dtype == np.float32
    reached = times.labels < UNREACHED
    np.testing.assert_array_equal(np.isinf(seconds), ~reached)
    exact = times.labels[reached] * TICK
    np.testing.assert_array_equal(seconds[reached], exact.astype(np.float32))
    for row, col in [(0, 0), (7, 11), (19, 29)]:
        assert np.float32(times.seconds_at(row, col)) == seconds[row, col]


def test_asking_for_seconds_leaves_the_labels_alone() -> None:
    times = field()
    before = times.labels.copy()
    whole(times)[:] = 0
    times.classes(Window(0, 0, 20, 30), (20, 30), [10])
    np.testing.assert_array_equal(times.ticks(), before)


@pytest.mark.parametrize("shape", [(6, 9), (1, 1), (12, 18), (3, 4), (50, 5)])
def test_a_window_at_any_size_takes_the_nearest_cells(shape: tuple[int, int]) -> None:
    times = field()
    window = Window(5, 7, 6, 9)
    # Written out cell by cell: the cell that holds the middle of each sample.
    rows = [5 + int((i + 0.5) * 6 / shape[0]) for i in range(shape[0])]
    cols = [7 + int((j + 0.5) * 9 / shape[1]) for j in range(shape[1])]
    found = times.seconds(window, shape)
    assert found.shape == shape
    np.testing.assert_array_equal(found, whole(times)[np.ix_(rows, cols)])
    bands = times.classes(window, shape, [300, 600])
    np.testing.assert_array_equal(
        bands, times.classes(Window(0, 0, 20, 30), (20, 30), [300, 600])[np.ix_(rows, cols)]
    )


def test_a_band_holds_its_own_limit() -> None:
    # Limits lie exactly on ticks: 60 s belongs to the first band, one tick more to the second.
    times = of_seconds(0, 60 - TICK, 60, 60 + TICK, 120, 120 + TICK, math.inf)
    bands = times.classes(Window(0, 0, 1, 7), (1, 7), [60, 120])
    assert bands.dtype == np.uint8
    assert bands.tolist() == [[0, 0, 0, 1, 1, NO_CLASS, NO_CLASS]]


def test_a_limit_between_two_ticks_cuts_below_it() -> None:
    times = of_seconds(60, 60 + TICK)
    assert times.classes(Window(0, 0, 1, 2), (1, 2), [60 + TICK * 0.75]).tolist() == [[0, NO_CLASS]]


def test_bands_agree_with_seconds() -> None:
    times = field(seed=3)
    limits = [0.0, 100.5, 400.0, 977.125]
    bands = times.classes(Window(0, 0, 20, 30), (20, 30), limits)
    for row in range(20):
        for col in range(30):
            seconds = times.seconds_at(row, col)
            inside = [k for k, limit in enumerate(limits) if seconds <= limit]
            assert bands[row, col] == (inside[0] if inside else NO_CLASS)


def test_unreached_is_in_no_band_not_even_an_endless_one() -> None:
    times = of_seconds(5, math.inf)
    assert times.classes(Window(0, 0, 1, 2), (1, 2), [math.inf]).tolist() == [[0, NO_CLASS]]
    assert times.classes(Window(0, 0, 1, 2), (1, 2), []).tolist() == [[NO_CLASS, NO_CLASS]]


def test_as_many_bands_as_a_byte_can_tell_apart() -> None:
    seconds = np.arange(0.5, 256.5)
    times = of_seconds(*seconds)
    bands = times.classes(Window(0, 0, 1, 256), (1, 256), list(range(1, 256)))
    assert bands[0].tolist() == [*range(255), NO_CLASS]


def test_the_longest_time_is_exact() -> None:
    times = TravelTimeGrid(np.zeros((1, 1), np.uint32), TICK, max_ticks=12345)
    assert times.max_seconds == 12345 * TICK
