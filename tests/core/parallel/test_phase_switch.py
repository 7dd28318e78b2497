"""When kernels are switched, and how the thresholds are found."""

from __future__ import annotations

import math

import numpy as np
import pytest

from core.errors import ParameterError
from core.parallel.phase_switch import (
    ALL,
    ALWAYS_ALL,
    ALWAYS_LISTED,
    LISTED,
    PhaseTime,
    Switch,
    Thresholds,
    Variant,
    calibration_kernel,
    crossing,
)
from raster.grid import grid_from_kmh
from raster.solvers.calibration import calibration_starts
from tests.raster.terrains import noise


def kernels_after(switch: Switch, microseconds: list[float]) -> list[str]:
    return [switch.after(took) for took in microseconds]


def test_lists_are_left_when_two_phases_together_took_too_long() -> None:
    switch = Switch.starting(Thresholds(350, 330))
    assert switch.kernel == LISTED
    #        mean:          100     200  (100+500)/2=300  (500+240)/2=370
    assert kernels_after(switch, [100, 300, 100, 500, 240]) == [LISTED] * 4 + [ALL]


def test_lists_come_back_when_two_phases_together_were_short() -> None:
    switch = Switch.starting(Thresholds(350, 330))
    kernels_after(switch, [400])
    assert switch.kernel == ALL
    assert kernels_after(switch, [340, 340, 315, 100]) == [ALL, ALL, LISTED, LISTED]


def test_between_the_thresholds_nothing_changes() -> None:
    for before in (LISTED, ALL):
        switch = Switch(Thresholds(350, 330), before)
        assert set(kernels_after(switch, [340.0] * 10)) == {before}


def test_one_disturbed_phase_is_smoothed_away() -> None:
    switch = Switch.starting(Thresholds(350, 330))
    assert set(kernels_after(switch, [50, 50, 600, 50, 50])) == {LISTED}


def test_the_variants_never_switch() -> None:
    def timed() -> Thresholds:
        raise AssertionError("nothing need be timed")

    for variant, kernel in ((Variant.ALL_ELEMENTS, ALL), (Variant.LISTED_ONLY, LISTED)):
        switch = Switch.starting(Thresholds.of(variant, timed, Thresholds()))
        assert switch.kernel == kernel
        assert set(kernels_after(switch, [1e-3, 1.0, 1e9, 1e9, 1e-3, 1e-3])) == {kernel}


def test_only_a_missing_threshold_is_found() -> None:
    def timed() -> Thresholds:
        return Thresholds(12.0, 11.0)

    adaptive = Variant.ADAPTIVE
    assert Thresholds.of(adaptive, timed, Thresholds()) == Thresholds(12.0, 11.0)
    assert Thresholds.of(adaptive, timed, Thresholds(7.0, 0.0)) == Thresholds(7.0, 11.0)
    assert Thresholds.of(adaptive, timed, Thresholds(0.0, 6.0)) == Thresholds(12.0, 6.0)
    assert Thresholds.of(adaptive, timed, Thresholds(7.0, 6.0)) == Thresholds(7.0, 6.0)


@pytest.mark.parametrize("number", [-1.0, 3.0, math.nan])
def test_a_variant_that_does_not_exist_is_refused_with_those_that_do(number: float) -> None:
    with pytest.raises(ParameterError, match=r"Give 0 to switch, 1 .*, 2 "):
        Variant.of(number)


def test_a_knob_turned_part_of_the_way_means_the_nearest_variant() -> None:
    assert [Variant.of(number) for number in (0, 0.1, 0.9, 1.4, 2)] == [0, 0, 1, 1, 2]


# -- finding the thresholds


def phases(
    listed: tuple[float, float], every: tuple[float, float], interrupted: float = 0.0, seed: int = 1
) -> list[PhaseTime]:
    """Phases of both kernels whose times are a ground and a slope over cells, and 3 % of chance;
    a share of them is interrupted and takes up to six times as long."""
    random = np.random.default_rng(seed)
    timed = []
    for cells in np.geomspace(16, 1e6, 160):
        for kernel, (ground, slope) in ((LISTED, listed), (ALL, every)):
            took = (ground + slope * cells) * (1 + 0.03 * abs(random.standard_normal()))
            if random.random() < interrupted:
                took *= random.uniform(1.5, 6.0)
            timed.append(PhaseTime(kernel, int(cells), took))
    return timed


@pytest.mark.parametrize("interrupted", [0.0, 0.05, 0.25])
@pytest.mark.parametrize("every", [(11.8, 1e-5), (16.0, 1e-5), (30.0, 2e-6)])
def test_thresholds_lie_where_the_kernels_take_the_same(
    every: tuple[float, float], interrupted: float
) -> None:
    met = (every[0] - 9.0) / (3e-5 - every[1])
    same = 9.0 + 3e-5 * met
    found = crossing(phases((9.0, 3e-5), every, interrupted))
    assert same < found.to_all_us < 1.5 * same
    assert every[0] < found.to_listed_us < 1.05 * same


def test_a_crossing_past_the_timed_phases_is_seen_coming() -> None:
    found = crossing(phases((9.0, 3e-5), (80.0, 1e-5)))
    assert found.to_all_us == pytest.approx(9.0 + 3e-5 * 1.5 * 71.0 / 2e-5, rel=0.35)


def test_where_the_time_over_all_cells_tells_nothing_lists_are_left_all_the_same() -> None:
    found = crossing(phases((9.0, 3e-5), (40.0, 0.0)))
    assert 40.0 < found.to_all_us < 80.0
    assert found.to_listed_us == pytest.approx(40.0, rel=0.1)


def test_a_kernel_that_is_never_better_is_never_used() -> None:
    assert crossing(phases((9.5, 3e-5), (8.0, 1e-5))) == ALWAYS_ALL
    assert crossing(phases((9.0, 1e-5), (12.0, 3e-5))) == ALWAYS_LISTED


def test_from_few_phases_nothing_is_concluded() -> None:
    assert crossing(phases((9.0, 3e-5), (12.0, 1e-5))[:8]) == ALWAYS_LISTED
    assert crossing([]) == ALWAYS_LISTED
    same = [PhaseTime(calibration_kernel(k), 2, 10.0) for k in range(200)]
    assert crossing(same) in (ALWAYS_LISTED, ALWAYS_ALL)


def test_a_calibration_takes_both_kernels_on_about_as_many_cells() -> None:
    order = [calibration_kernel(phase) for phase in range(8)]
    assert order == [LISTED, ALL, ALL, LISTED, LISTED, ALL, ALL, LISTED]


@pytest.mark.parametrize("shape", [(1, 1), (1, 300), (300, 1), (3, 2), (130, 90)])
def test_calibration_starts_are_passable_cells_of_the_grid(shape: tuple[int, int]) -> None:
    grid = grid_from_kmh(noise(*shape, 3, 0.4), 10.0)
    starts = calibration_starts(grid, 0.0)
    assert len(starts) <= 16
    assert all(grid.passable(*divmod(start.element, grid.cols)) for start in starts)
    assert len(calibration_starts(grid, 1.0)) == min(4, shape[0]) * min(4, shape[1])
