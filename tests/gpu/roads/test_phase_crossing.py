"""Thresholds from timed phases: about the crossing, whatever disturbs some of them."""

from __future__ import annotations

from itertools import pairwise

import numpy as np

from core.parallel.phase_switch import ALL, ALWAYS_ALL, ALWAYS_LISTED, LISTED, PhaseTime
from gpu.roads.solvers.phase_crossing import LEAVE, RATIO, crossing


def phases(listed_us: float, all_us: float, widest: int = 10**6) -> list[PhaseTime]:
    """A listed phase takes 5 µs and `listed_us` a thousand elements, one over all 20 and `all_us`;
    one in twenty is interrupted for a millisecond."""
    found = []
    for index, elements in enumerate(np.geomspace(1, widest, 400).astype(int).tolist()):
        kernel = (LISTED, ALL)[index % 2]
        ground, each = (5.0, listed_us) if kernel == LISTED else (20.0, all_us)
        late = 1000.0 if index % 20 == 7 else 0.0
        found.append(PhaseTime(kernel, elements, ground + each * elements / 1000 + late))
    return found


def test_lists_are_left_a_little_before_the_curves_cross() -> None:
    # 5 + 0.10 x = 20 + 0.02 x at x = 187.5 thousand elements
    found = crossing(phases(0.10, 0.02))
    np.testing.assert_allclose(found.to_all_us, 5 + 0.10 * 187.5 * LEAVE, rtol=0.15)
    np.testing.assert_allclose(found.to_listed_us, RATIO * found.to_all_us)


def test_a_kernel_that_is_better_everywhere_stays() -> None:
    assert crossing(phases(0.001, 0.02)) == ALWAYS_LISTED
    slow = [
        PhaseTime(p.kernel, p.elements, p.microseconds * (9 if p.kernel == LISTED else 1))
        for p in phases(0.1, 0.02)
    ]
    assert crossing(slow) == ALWAYS_ALL


def test_too_few_phases_conclude_nothing() -> None:
    assert crossing(phases(0.1, 0.02)[:9]) == ALWAYS_LISTED


def test_the_threshold_falls_as_lists_get_dearer() -> None:
    found = [crossing(phases(each, 0.02)).to_all_us for each in (0.05, 0.1, 0.2, 0.4)]
    assert all(earlier > later for earlier, later in pairwise(found))
