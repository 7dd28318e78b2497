"""Calls in a process of their own: they end when asked, and what they raise arrives."""

from __future__ import annotations

import os
import threading
import time
from pathlib import Path

import pytest

from core.cancel import NEVER, Cancel
from core.errors import CancelledError
from core.files.subprocess_call import call_in_subprocess


class UnmakeableError(Exception):
    """Cannot be made again from its arguments."""

    def __init__(self, one: str, other: str) -> None:
        super().__init__(f"{one} and {other}")


def leave_a_note(path: Path, text: str) -> None:
    print("heard by nobody", flush=True)
    os.write(1, b"nor this")
    path.write_text(f"{text} {os.getpid()}")


def begin_and_linger(path: Path) -> None:
    path.write_text("begun")
    while True:
        time.sleep(3600)


def fail(kind: str) -> None:
    raise {"value": ValueError("so many cells"), "odd": UnmakeableError("this", "that")}[kind]


def die() -> None:
    os._exit(7)


def test_a_call_happens_in_another_process(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    call_in_subprocess(leave_a_note, tmp_path / "note", "written by", cancel=NEVER, what="a note")
    *words, number = (tmp_path / "note").read_text().split()
    assert words == ["written", "by"]
    assert int(number) != os.getpid()
    assert capfd.readouterr() == ("", "")


@pytest.mark.parametrize(
    ("kind", "error", "text"),
    [("value", ValueError, "so many cells"), ("odd", OSError, "this and that")],
)
def test_what_it_raises_is_raised_here(kind: str, error: type[Exception], text: str) -> None:
    with pytest.raises(error, match=text):
        call_in_subprocess(fail, kind, cancel=NEVER, what="a failure")


def test_a_process_that_dies_is_an_error_of_the_system() -> None:
    with pytest.raises(OSError, match="status 7"):
        call_in_subprocess(die, cancel=NEVER, what="a death")


def test_a_cancel_ends_it_wherever_it_is(tmp_path: Path) -> None:
    cancel, note = Cancel(), tmp_path / "note"

    def stop_once_begun() -> None:
        while not note.exists():
            time.sleep(0.005)
        cancel.set()

    thread = threading.Thread(target=stop_once_begun)
    thread.start()
    with pytest.raises(CancelledError):
        call_in_subprocess(begin_and_linger, note, cancel=cancel, what="waiting")
    thread.join()


def test_what_is_cancelled_before_does_not_begin(tmp_path: Path) -> None:
    cancel = Cancel()
    cancel.set()
    with pytest.raises(CancelledError):
        call_in_subprocess(leave_a_note, tmp_path / "note", "", cancel=cancel, what="a note")
    assert not (tmp_path / "note").exists()
