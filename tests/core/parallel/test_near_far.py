"""The step width of near and far queues; searches are tested where cells and states are served."""

from __future__ import annotations

import numpy as np
import pytest

from core.parallel.near_far import FAR, Queues, StepWidth
from core.times import UNREACHED


def test_a_step_width_that_was_given_stays_and_another_follows_the_work() -> None:
    given = StepWidth(1000, given=True)
    given.follow(visits=10_000, settled=100)
    assert given.ticks == 1000
    width = StepWidth(1000, given=False)
    width.follow(visits=200, settled=100)  # every element served twice
    assert width.ticks < 1000
    narrow = width.ticks
    width.follow(visits=100, settled=100)  # none served twice
    assert width.ticks > narrow


def test_a_step_width_stays_countable() -> None:
    width = StepWidth(1, given=False)
    width.follow(visits=1000, settled=1)
    assert width.ticks == 1
    for _ in range(200):
        width.follow(visits=1, settled=1)
    assert width.ticks == UNREACHED


@pytest.mark.parametrize(("ticks", "nearest"), [(0.2, 1), (7.6, 8), (1e300, UNREACHED)])
def test_a_step_width_is_a_whole_number_of_ticks(ticks: float, nearest: int) -> None:
    assert StepWidth.of(ticks, given=True).ticks == nearest


def test_what_a_cancelled_solve_left_is_forgotten() -> None:
    queues = Queues.of(10)
    queues.begin(np.array([3, 7]))
    assert (queues.near, queues.far, queues.length(FAR)) == (0, 2, 2)
    queues.clear()
    assert (queues.near, queues.far) == (0, 0)
