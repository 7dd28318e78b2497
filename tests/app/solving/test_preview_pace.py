"""What a step of a drag solves follows from how long the last solves took."""

from __future__ import annotations

import math

import pytest

from app.solving.preview_pace import (
    AGAIN,
    EXACT_STEP_MS,
    LAST,
    MOST_AGAIN,
    MOST_SKIPPED,
    PreviewPace,
)

CELLS = 100_000_000


def pace(*exact_ms: float, coarse_ms: tuple[float, ...] = ()) -> PreviewPace:
    made = PreviewPace()
    for ms in exact_ms:
        made.took(ms, 1)
    for ms in coarse_ms:
        made.took(ms, 3)
    return made


def test_steps_are_exact_where_the_last_exact_solves_were_quick() -> None:
    assert pace(59.0).factor(CELLS) == 1
    assert pace(61.0, 61.0).factor(CELLS) > 1
    assert pace(239.0).factor(CELLS) == 1, "the first finds memory that nobody has touched"
    assert pace(241.0).factor(CELLS) > 1
    assert pace(150.0, 150.0).factor(CELLS, "gpu") == 1
    assert pace(210.0, 210.0).factor(CELLS, "gpu") > 1


def test_the_first_solve_of_a_gpu_does_not_make_a_drag_coarse() -> None:
    assert pace(900.0).factor(CELLS, "gpu") == 1
    assert pace(900.0, 12.0).factor(CELLS, "gpu") == 1
    assert pace(900.0, 900.0).factor(CELLS, "gpu") > 1
    assert pace(4000.0).factor(CELLS, "gpu") == 1  # kernels were compiled
    assert pace(11_000.0).factor(CELLS, "gpu") > 1
    assert pace(900.0, coarse_ms=(12.0,)).factor(CELLS, "gpu") > 1


def test_one_disturbed_solve_decides_nothing() -> None:
    for disturbed in ((20.0, 500.0, 20.0), (20.0, 20.0, 500.0)):
        assert pace(*disturbed).factor(CELLS) == 1
    for lucky in ((300.0, 20.0, 300.0), (300.0, 300.0, 20.0)):
        assert pace(*lucky).factor(CELLS) > 1


def test_only_the_last_solves_count() -> None:
    assert pace(*[500.0] * 9, 20.0, 20.0).factor(CELLS) == 1
    assert pace(*[20.0] * 9, 500.0, 500.0).factor(CELLS) > 1


@pytest.mark.parametrize(("exact_ms", "factor"), [(70, 2), (230, 2), (400, 3), (1000, 5)])
def test_the_grid_is_as_coarse_as_a_fluent_step_needs(exact_ms: float, factor: int) -> None:
    found = pace(exact_ms, exact_ms).factor(CELLS)
    assert found == factor
    assert exact_ms / found**2 <= EXACT_STEP_MS


def test_a_preview_keeps_enough_cells_to_look_at() -> None:
    assert pace(1e6).factor(9_000_000) == 3
    assert pace(1e6).factor(1000) == 2


def test_coarse_steps_that_save_nothing_give_way_to_exact_ones() -> None:
    slow = pace(100.0, 100.0)
    assert slow.factor(CELLS) == 2
    slow.took(100.0, 2)
    assert slow.factor(CELLS) == 1
    assert pace(100.0, 100.0, coarse_ms=(130.0, 30.0)).factor(CELLS) == 2
    assert pace(100.0, 100.0, coarse_ms=(30.0, 30.0, 100.0)).factor(CELLS) == 1, "one is enough"
    assert pace(100.0, 100.0, 80.0, coarse_ms=(85.0,)).factor(CELLS) == 1, "80 ms is what it takes"
    for _ in range(AGAIN):
        slow.took(100.0, 1)
    assert slow.factor(CELLS) == 2, "tried once more"


def _until_tried(made: PreviewPace, exact_ms: float = 100.0) -> int:
    """Exact steps until one is coarse again."""
    steps = 0
    while made.factor(CELLS) == 1:
        made.took(exact_ms, 1)
        steps += 1
    return steps


def test_a_grid_that_saves_nothing_is_tried_ever_more_seldom() -> None:
    made, steps = pace(100.0, 100.0), []
    for _ in range(6):
        made.took(120.0, made.factor(CELLS))
        made.trusted()  # it was on the screen, and too slow all the same
        steps.append(_until_tried(made))
    assert steps == [AGAIN, 40, 80, 160, MOST_AGAIN, MOST_AGAIN]
    made.took(50.0, made.factor(CELLS))
    made.trusted()
    made.took(120.0, 2)
    assert _until_tried(made) == AGAIN, "one that saved time begins anew"


def test_what_was_slower_than_exact_is_wanted_once_exact_answers_are_slower_still() -> None:
    made = pace(100.0, 100.0, coarse_ms=(40.0, 120.0))
    assert _until_tried(made, 300.0) == LAST, "the machine has other work now"


def test_a_grid_whose_times_are_far_off_gives_way_to_a_finer_one() -> None:
    made = pace(1000.0)
    assert made.factor(CELLS) == 5
    made.was_off(0.04, 5)
    assert made.factor(CELLS) == 5
    made.was_off(0.09, 5)
    assert made.factor(CELLS) == 2
    made.was_off(0.03, 2)
    assert made.factor(CELLS) == 3, "as far off as 4.5 %"
    made.was_off(math.inf, 3)
    assert made.factor(CELLS) == 1


def test_after_previews_in_doubt_more_and_more_steps_are_exact() -> None:
    made = pace(1000.0)
    exact = []
    for _ in range(9):
        assert made.factor(CELLS) > 1
        made.doubted()
        exact.append(0)
        while exact[-1] == 0 or made.factor(CELLS) == 1:
            made.took(1000.0, 1)
            exact[-1] += 1
    assert exact == [1, 2, 4, 8, 16, 32, 64, MOST_SKIPPED, MOST_SKIPPED]
    made.trusted()
    made.doubted()
    made.took(1000.0, 1)
    assert made.factor(CELLS) > 1, "one that is shown begins anew"


def test_errors_may_leap_and_half_as_wide_a_cell_be_near_enough() -> None:
    made = pace(5000.0)
    assert made.factor(400_000_000) == 10
    made.was_off(0.41, 10)
    assert made.factor(400_000_000) == 5
    made.took(20.0, 5)
    assert made.factor(400_000_000) == 5
    assert not made.untried, "what was tried is not tried at every step"
    made.was_off(0.31, 5)
    tried = []
    for _ in range(6):  # errors of which none tells the next
        tried.append(made.factor(400_000_000))
        made.was_off({2: 0.006, 3: 0.024, 4: 0.037, 5: 0.25}[tried[-1]], tried[-1])
    assert tried == [2, 3, 4, 4, 4, 4]


def test_the_coarse_grid_stays_until_another_is_much_better() -> None:
    made = pace(800.0)
    assert made.factor(CELLS) == 4
    for ms in (1400.0, 1400.0):
        made.took(ms, 1)
    assert made.factor(CELLS) == 4
    for ms in (6000.0, 6000.0):
        made.took(ms, 1)
    assert made.factor(CELLS) == 10


def test_before_anything_is_measured_the_number_of_cells_decides() -> None:
    assert pace().factor(2_500_000) == 1
    assert pace().factor(CELLS) == 6
