"""Ticks: powers of two, as fine as the horizon lets them be, never past UNREACHED."""

from __future__ import annotations

import math

import pytest

from core.errors import ParameterError
from core.times import (
    COARSEST_TICK,
    FINEST_TICK,
    UNLIMITED,
    UNREACHED,
    finest_tick,
    limit_in_ticks,
    ticks_from_seconds,
)

HORIZONS = (0.0, 1e-6, 0.5, 59.999, 3600.0, 65536.0, 1e7, 1e12)


@pytest.mark.parametrize("horizon", HORIZONS)
def test_a_tick_counts_to_its_horizon_and_the_next_finer_would_not(horizon: float) -> None:
    tick = finest_tick(horizon)
    assert horizon / tick < UNREACHED - 1
    assert tick == FINEST_TICK or horizon / (tick / 2) >= UNREACHED - 1


@pytest.mark.parametrize("horizon", HORIZONS)
def test_a_tick_is_a_power_of_two(horizon: float) -> None:
    mantissa, _ = math.frexp(finest_tick(horizon))
    assert mantissa == 0.5


def test_a_horizon_at_the_very_end_of_the_scale_gets_the_coarser_tick() -> None:
    last = (UNREACHED - 1) * FINEST_TICK
    assert finest_tick(math.nextafter(last, 0)) == FINEST_TICK
    assert finest_tick(last) == 2 * FINEST_TICK


@pytest.mark.parametrize("horizon", [-1.0, math.nan, math.inf, COARSEST_TICK * 2.0**31])
def test_a_horizon_that_cannot_be_counted_is_refused_with_advice(horizon: float) -> None:
    with pytest.raises(ParameterError) as refused:
        finest_tick(horizon)
    assert refused.value.advice


def test_two_steps_past_the_last_label_still_fit_32_bits() -> None:
    assert UNREACHED + UNREACHED + UNREACHED < 2**32


def test_seconds_become_the_nearest_tick() -> None:
    assert ticks_from_seconds(10.0, 0.25) == 40
    assert ticks_from_seconds(10.1, 0.25) == 40
    assert ticks_from_seconds(10.2, 0.25) == 41


def test_seconds_past_the_countable_are_unreached() -> None:
    assert ticks_from_seconds(UNLIMITED, 1.0) == UNREACHED
    assert ticks_from_seconds(2.0**40, 1.0) == UNREACHED


def test_a_limit_is_rounded_down_so_that_no_label_says_more() -> None:
    assert limit_in_ticks(10.2, 0.25) == 40
    assert limit_in_ticks(10.25, 0.25) == 41


def test_a_label_at_the_limit_is_below_unreached() -> None:
    assert limit_in_ticks(UNLIMITED, 1.0) == UNREACHED - 1
    assert limit_in_ticks(2.0**40, 1.0) == UNREACHED - 1
