"""Pictures and steps of the window: what is told of them, and how a step is taken apart."""

from __future__ import annotations

import json
import subprocess
import sys
import threading
from collections.abc import Callable
from functools import partial
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from app.solving.solve import Solving
from benchmarks.measuring.timings import STEP_PARTS
from benchmarks.window.hand import told, told_parts
from benchmarks.window.step_parts import StepParts, StepTimes
from gpu.grids.pictures import TimePainter
from gpu.host_memory import PinnedPictures
from gpu.roads.pictures.streets import StreetPainter
from ui.canvas.painter_thread import PainterThread

ROOT = Path(__file__).resolve().parents[2]

PAINTERS: tuple[tuple[type, str], ...] = ((StreetPainter, "draw"), (TimePainter, "paint"))
"""Methods by which a device paints."""

WRAPPED = (
    *PAINTERS,
    (Solving, "_answer"),
    (PainterThread, "_draw"),
    (PinnedPictures, "lend"),
)
"""Methods that are wrapped while steps are taken apart."""

GIVEN, GIVEN_UP = False, True
"""Fates of a picture that a fake device paints."""

DRAG = """
import json, os
import benchmarks.window.hand as hand
hand.SETTLING_S, hand.STEP_PATIENCE_S = 1.0, 120.0
watch = hand.WindowWatch(hand.Path("resources/sample/island_roads.osm.pbf"), (700, 500))
kept = []
end = hand.StepParts.end
def keep(parts, times, at):
    found = end(parts, times, at)
    kept.append([*found, (at - parts._began) * 1e3])
    return found
hand.StepParts.end = keep
print(json.dumps([watch.drag(4), kept, watch.map.frames.frame.flat.pixels.nbytes]), flush=True)
os._exit(0)  # as benchmarks.window.pictures does
"""
"""A window of its own process: what tests of windows have set up would be another's."""


def test_quantiles_of_what_a_picture_took_and_of_what_the_window_worked() -> None:
    found = told([(float(k), k / 10) for k in range(101)])
    assert found == {
        "n": 101,
        "wall": {"min": 0.0, "median": 50.0, "p95": 95.0, "p99": 99.0, "longest": 100.0},
        "own": {"min": 0.0, "median": 5.0, "p95": 9.5, "p99": 9.9, "longest": 10.0},
    }


def test_no_picture_in_time_is_no_failure() -> None:
    assert told([]) == {"n": 0, "wall": {}, "own": {}}


def test_quantiles_of_the_parts_of_steps() -> None:
    found = told_parts([StepTimes(1.0, 2.0, 3.0, 4.0, 5.0, size) for size in (600, 800)])
    medians = {
        "asked": 1.0, "solved": 2.0, "coloured": 3.0, "copied": 4.0, "painted": 5.0,
        "picture_bytes": 700.0,
    }  # fmt: skip
    of_each = {name: _median(quantiles) for name, quantiles in found.items() if name != "n"}
    assert (found["n"], of_each) == (2, medians)


def _median(quantiles: Any) -> Any:
    return quantiles["median"]


def test_a_drag_in_the_window_is_taken_apart() -> None:
    done = subprocess.run(
        [sys.executable, "-c", DRAG], cwd=ROOT, capture_output=True, text=True, timeout=280
    )
    assert done.returncode == 0, done.stderr
    found, steps, frame_bytes = json.loads(done.stdout.splitlines()[-1])
    assert found["n"] == found["parts"]["n"] == len(steps) > 0
    for *parts, size, whole in steps:
        assert sum(parts) == pytest.approx(whole)
        asked, solved, coloured, copied, painted = parts
        assert min(asked, solved, coloured, painted) > 0
        assert copied == 0.0  # no device
        assert size == frame_bytes > 0
    assert max(whole for *_, whole in steps) == pytest.approx(found["wall"]["longest"], abs=0.01)


class Times:
    """Of a fake answer: no more than what can be told from another."""


def _call(owner: type, name: str, given: object) -> Any:
    """A method of the fake program."""
    return getattr(owner, name)(None, given)


class FakeProgram:
    """The program's methods on a clock of their own: each does what it is told.

    now : milliseconds on that clock. kernels : that those on the device take until they are done.
    waits : how often who launched them waited. frame_ms : what else drawing a frame takes, before
    and after the device's pictures. pictures : what makes each of those.
    """

    def __init__(self, patch: pytest.MonkeyPatch) -> None:
        self.now, self.kernels, self.waits = 0.0, 7.0, 0
        self.frame_ms = 4.0, 5.0
        self.pictures: list[Callable[[], Any]] = []
        self._done_at = 0.0
        patch.setattr(Solving, "_answer", lambda _, times: self._answer(times))
        patch.setattr(PainterThread, "_draw", lambda _, times: self._draw(times))
        for painter, name in PAINTERS:
            patch.setattr(painter, name, lambda _, given_up: self._paint(given_up))
        patch.setattr(PinnedPictures, "lend", lambda _, shape: np.empty(shape, np.uint32))
        self.parts = StepParts(lambda: self.now / 1e3, self._wait)

    def step(self, times: Times, at: float = 100.0) -> StepTimes:
        """From 10 ms on: asked at once, painted `at` ms."""
        self.now = 10.0
        self.parts.begin()
        self.now += 1.0
        _call(Solving, "_answer", times)
        self.now += 2.0
        _call(PainterThread, "_draw", times)
        self.now = at
        return self.parts.end(times, at / 1e3)

    def _answer(self, times: Times) -> object:
        self.now += 3.0
        return SimpleNamespace(times=times)

    def _draw(self, times: Times) -> object:
        before, after = self.frame_ms
        self.now += before
        for picture in self.pictures:
            picture()
        self.now += after
        layer = SimpleNamespace(pixels=np.empty((2, 3), np.uint32))
        return SimpleNamespace(scene=SimpleNamespace(times=times), layers=(layer,), flat=None)

    def _paint(self, given_up: bool) -> object:
        self.now += 0.5
        self._done_at = self.now + self.kernels
        if given_up:
            return None
        found = _call(PinnedPictures, "lend", (5, 4))
        self.now = max(self.now, self._done_at) + 6.0  # the copy
        return found

    def _wait(self) -> None:
        self.waits += 1
        self.now = max(self.now, self._done_at)


@pytest.fixture
def program(monkeypatch: pytest.MonkeyPatch) -> FakeProgram:
    return FakeProgram(monkeypatch)


def test_a_step_without_a_device_is_coloured_until_its_frame_is_drawn(
    program: FakeProgram,
) -> None:
    with program.parts:
        found = program.step(Times())
    assert tuple(found) == pytest.approx((1.0, 3.0, 2 + 4 + 5, 0.0, 75.0, 24))
    assert sum(found.ms.values()) == pytest.approx(90.0)
    assert tuple(found.ms) == STEP_PARTS
    assert program.waits == 0


@pytest.mark.parametrize("paint", PAINTERS)
def test_colouring_on_a_device_ends_with_its_kernels(
    program: FakeProgram, paint: tuple[type, str]
) -> None:
    with program.parts:
        program.pictures = [partial(_call, *paint, GIVEN)]
        found = program.step(Times())
    assert tuple(found) == pytest.approx((1.0, 3.0, 2 + 4 + 7.5, 6.0, 66.5, 80))
    assert sum(found.ms.values()) == pytest.approx(90.0)
    assert program.waits == 1


def test_two_pictures_of_a_device_in_a_frame_are_copied_twice(program: FakeProgram) -> None:
    with program.parts:
        program.pictures = [partial(_call, *painter, GIVEN) for painter in PAINTERS]
        found = program.step(Times())
    assert tuple(found) == pytest.approx((1.0, 3.0, 2 + 4 + 2 * 7.5, 12.0, 53.0, 160))


def test_a_picture_that_the_device_gave_up_is_the_frame_s(program: FakeProgram) -> None:
    with program.parts:
        program.pictures = [partial(_call, TimePainter, "paint", GIVEN_UP)]
        found = program.step(Times())
    assert tuple(found) == pytest.approx((1.0, 3.0, 2 + 4 + 0.5 + 5, 0.0, 74.5, 24))


def test_pictures_beside_the_frame_are_not_waited_for(program: FakeProgram) -> None:
    with program.parts:
        finer = _call(StreetPainter, "draw", GIVEN)
        _call(PinnedPictures, "lend", (1, 1))
        program.pictures = [_paint_elsewhere]
        found = program.step(Times())
    assert finer.shape == (5, 4)
    assert program.waits == 0
    assert (found.copied, found.picture_bytes) == (0.0, 24)


def _paint_elsewhere() -> None:
    """In another thread, which draws no frame."""
    thread = threading.Thread(target=_call, args=(StreetPainter, "draw", GIVEN))
    thread.start()
    thread.join()


def test_answers_that_are_not_shown_count_as_asking(program: FakeProgram) -> None:
    shown = Times()
    with program.parts:
        program.parts.begin()
        _call(Solving, "_answer", Times())
        _call(Solving, "_answer", shown)
        _call(PainterThread, "_draw", shown)
        found = program.parts.end(shown, program.now / 1e3)
    assert (found.asked, found.solved, found.painted) == pytest.approx((3.0, 3.0, 0.0))


def test_a_frame_drawn_later_is_not_the_one_that_was_painted(program: FakeProgram) -> None:
    shown = Times()
    with program.parts:
        first = program.step(shown)
        _call(PainterThread, "_draw", shown)
        assert program.parts.end(shown, 0.1) == first


@pytest.mark.parametrize("seen", [(Solving, "_answer"), (PainterThread, "_draw")])
def test_times_that_nobody_was_seen_to_find_or_draw_are_told_of(
    program: FakeProgram, seen: tuple[type, str]
) -> None:
    times = Times()
    with program.parts:
        program.step(times)
        program.parts.begin()  # what was seen before is of another step
        _call(*seen, times)
        with pytest.raises(LookupError, match="nobody was seen"):
            program.parts.end(times, 1.0)


def test_what_follows_a_frame_in_its_thread_is_not_waited_for(program: FakeProgram) -> None:
    with program.parts:
        program.pictures = [
            partial(_call, StreetPainter, "draw", GIVEN),
            partial(_call, PinnedPictures, "lend", (1, 1)),  # to nobody who paints
        ]
        program.step(Times())
        _call(StreetPainter, "draw", GIVEN)
    assert program.waits == 1


def test_the_program_is_as_before_when_steps_have_been_taken(program: FakeProgram) -> None:
    before = [getattr(*method) for method in WRAPPED]
    with program.parts:
        wrapped = [getattr(*method) for method in WRAPPED]
        assert not set(before) & set(wrapped)
    assert [getattr(*method) for method in WRAPPED] == before


def test_an_answer_s_memory_is_not_held(program: FakeProgram) -> None:
    times = Times()
    with program.parts:
        program.step(times)
        of = program.parts._answers[-1].of, program.parts._frames[-1].of
        assert [each() for each in of] == [times, times]
        del times
        assert [each() for each in of] == [None, None]
