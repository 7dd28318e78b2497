"""Few random actions, so that the many of `python -m tests.soak` do not begin with a surprise."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tests.soak.parent import judged, soaked, told_of_memory

ACTIONS = 24
SOUND: dict[str, Any] = {
    "kind": "roads", "large": False, "faults": [], "done": [], "threads": [], "timers": 0,
    "widgets": 0, "windows": 0, "held": 100.0, "kernels": 7, "actions": 25,
}  # fmt: skip
"""What a turn tells after which nothing stayed behind."""


@pytest.mark.timeout(900)
def test_random_hands_leave_nothing_behind(tmp_path: Path) -> None:
    turns, faults = soaked(
        tmp_path / "soak", scale=1.5, seed=1, actions=ACTIONS, rounds=1, kinds=["terrain", "joined"]
    )
    assert not faults, "\n".join(faults)
    assert sum(turn["actions"] for turn in turns) == ACTIONS
    assert [(turn["kind"], turn["large"]) for turn in turns] == [
        (kind, large) for kind in ("terrain", "joined") for large in (False, True)
    ]


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        (
            {"faults": ["KeyError"], "done": ["key A"]},
            "turn 39 (roads): KeyError\n  after",
        ),
        ({"timers": 2}, "2 timers run on"),
        ({"widgets": 1000}, "1000 widgets live on"),
        ({"threads": ["solver"]}, "threads ['solver'], half way []"),
    ],
)
def test_what_goes_wrong_is_told(wrong: dict[str, Any], said: str) -> None:
    assert judged([SOUND] * 40) == []
    assert judged([*[SOUND] * 39, {**SOUND, "threads": ["short_0"]}]) == []  # made just now
    told = judged([*[SOUND] * 39, {**SOUND, **wrong}])
    assert len(told) == 1
    assert said in told[0]


def _growing(mib_each: float) -> list[dict[str, Any]]:
    return [{**SOUND, "held": 100 + mib_each * turn} for turn in range(40)]


def test_memory_that_grows_turn_by_turn_is_told() -> None:
    assert judged(_growing(0.4)) == []
    assert "memory: flat, +16.0 MiB held in 1,000 actions" in told_of_memory(_growing(0.4))
    [told] = judged(_growing(1.2))
    assert told.startswith("memory: not flat, +48.0 MiB held in 1,000 actions")


def test_a_large_turn_and_loaded_kernels_are_no_growth() -> None:
    loaded = {**SOUND, "held": 200.0, "kernels": 8}
    assert judged([*[SOUND] * 30, {**SOUND, "held": 900.0}, *[loaded] * 9]) == []
    leaks = [*[SOUND] * 20, *[{**loaded, "held": 200 + 2.0 * turn} for turn in range(20)]]
    assert len(judged(leaks)) == 1


def test_of_few_turns_memory_cannot_be_told() -> None:
    assert "too few turns" in told_of_memory([SOUND] * 6)


def test_a_window_may_outlive_its_turn_and_not_the_next() -> None:
    held = {**SOUND, "windows": 1}
    assert judged([SOUND, held, SOUND, held]) == []
    assert judged([held, held]) == ["turn 1 (roads): 1 windows live on"]


def test_a_fault_in_a_slot_is_seen(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SOAK_FAULT", "1")
    _, faults = soaked(
        tmp_path / "soak", scale=1, seed=1, actions=2, rounds=1, kinds=["nothing"]
    )  # fmt: skip
    assert any("ZeroDivisionError" in fault for fault in faults)


def test_what_is_held_is_counted_and_what_was_given_back_is_not() -> None:
    from tests.soak.child import _held

    before = _held()
    large, small = np.ones(8 << 20), [np.ones(1 << 10) for _ in range(1 << 12)]
    between = _held()
    assert between - before == pytest.approx(64 + 32, abs=8)
    del large, small
    assert _held() - before == pytest.approx(0, abs=8)
