"""Long work seen from a terminal: its result, its errors, its progress, its end."""

from __future__ import annotations

import io
import signal
import threading
import time
from collections.abc import Callable
from types import SimpleNamespace

import pytest

from app.cli.foreground import Foreground
from app.progress_bar import ProgressBar
from core.cancel import Cancel
from core.errors import CancelledError, InputError
from core.progress import Progress


class Terminal(io.StringIO):
    """A stream that says it is a terminal, and what it shows."""

    def isatty(self) -> bool:
        return True

    @property
    def line(self) -> str:
        """What stands on the line, the cursor having gone back and over it."""
        shown = ""
        for part in self.getvalue().split("\r"):
            shown = part + shown[len(part) :]
        return shown.rstrip()


@pytest.fixture
def foreground() -> Foreground:
    return Foreground(ProgressBar(None))


def _interrupting(then: Callable[[Cancel], None]) -> Callable[[Progress, Cancel], str]:
    """Work that interrupts the process as a person would, and then does something."""

    def work(progress: Progress, cancel: Cancel) -> str:
        signal.raise_signal(signal.SIGINT)
        then(cancel)
        return "done"

    return work


def _obey(cancel: Cancel) -> None:
    while True:
        cancel.check("the work")
        time.sleep(0.001)


def test_the_result_of_the_work_comes_back(foreground: Foreground) -> None:
    assert foreground.run("adding", lambda progress, cancel: 1 + 1) == 2
    assert foreground.run("nothing", lambda progress, cancel: None) is None


def test_an_error_of_the_work_comes_back_with_its_place(foreground: Foreground) -> None:
    def work(progress: Progress, cancel: Cancel) -> None:
        raise InputError("no such band")

    with pytest.raises(InputError) as raised:
        foreground.run("opening", work)
    assert raised.traceback[-1].name == "work"


def test_an_interrupt_asks_the_work_to_stop(foreground: Foreground) -> None:
    with pytest.raises(CancelledError):
        foreground.run("solving", _interrupting(_obey))


def test_two_interrupts_at_once_are_one(foreground: Foreground) -> None:
    def again(cancel: Cancel) -> None:
        signal.raise_signal(signal.SIGINT)
        _obey(cancel)

    with pytest.raises(CancelledError):
        foreground.run("solving", _interrupting(again))


def test_deaf_work_is_left_behind(foreground: Foreground) -> None:
    hear, ended = threading.Event(), threading.Event()

    def deaf(cancel: Cancel) -> None:
        hear.wait(240)
        ended.set()

    with pytest.raises(CancelledError):
        foreground.run("compiling", _interrupting(deaf))
    assert not ended.is_set(), "nobody waited for it"
    hear.set()


def test_deaf_work_with_a_file_open_is_waited_for(foreground: Foreground) -> None:
    closed = []

    def slowly(cancel: Cancel) -> None:
        with foreground.on_disk():
            time.sleep(0.5)  # longer than the grace of other work
            closed.append(True)

    with pytest.raises(CancelledError):
        foreground.run("writing", _interrupting(slowly))
    assert closed


def test_work_in_the_main_thread_can_be_interrupted_too(foreground: Foreground) -> None:
    def draw(cancel: Cancel) -> None:
        signal.raise_signal(signal.SIGINT)
        assert cancel.requested

    with pytest.raises(CancelledError):
        foreground.run_here("drawing", draw)


def test_handlers_are_as_before_afterwards(foreground: Foreground) -> None:
    before = signal.getsignal(signal.SIGINT), signal.getsignal(signal.SIGTERM)
    foreground.run("adding", lambda progress, cancel: 1)
    with pytest.raises(CancelledError):
        foreground.run("solving", _interrupting(_obey))
    assert (signal.getsignal(signal.SIGINT), signal.getsignal(signal.SIGTERM)) == before


def test_outside_the_main_thread_it_works_without_handlers(foreground: Foreground) -> None:
    results: list[int] = []
    thread = threading.Thread(
        target=lambda: results.append(foreground.run("adding", lambda progress, cancel: 3))
    )
    thread.start()
    thread.join(240)
    assert results == [3]


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """One value: the seconds that the bar takes for now."""
    now = [1000.0]
    monkeypatch.setattr("app.progress_bar.time", SimpleNamespace(monotonic=lambda: now[0]))
    return now


def test_progress_is_shown_and_wiped(clock: list[float]) -> None:
    terminal = Terminal()
    bar = ProgressBar(terminal)
    clock[0] += 0.09
    bar.show(0.5, "solving")
    assert terminal.line == "", "quick commands leave no flicker"
    clock[0] += 0.02
    bar.show(0.5, "solving")
    assert terminal.line.startswith("Solving [##############..............]")
    assert terminal.line.endswith("50%")
    clock[0] += 0.11
    bar.show(-1.0, "x")
    assert terminal.line == "X … 0 s"
    clock[0] += 7.0
    bar.show(-1.0, "x")
    assert terminal.line == "X … 7 s"
    bar.clear()
    assert terminal.line == ""


def test_nothing_is_shown_where_nobody_looks(clock: list[float]) -> None:
    stream = io.StringIO()
    bar = ProgressBar(stream)
    clock[0] += 0.11
    bar.show(0.5, "solving")
    bar.clear()
    assert stream.getvalue() == ""


def test_a_terminal_that_goes_away_does_not_stop_the_work(clock: list[float]) -> None:
    terminal = Terminal()
    bar = ProgressBar(terminal)
    terminal.close()
    clock[0] += 0.11
    bar.show(0.5, "solving")
    bar.clear()


def test_a_narrow_terminal_never_wraps(clock: list[float], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "20")
    terminal = Terminal()
    bar = ProgressBar(terminal)
    clock[0] += 0.11
    bar.show(0.5, "writing a file with a very long name indeed.tif")
    assert len(terminal.line) == 19
