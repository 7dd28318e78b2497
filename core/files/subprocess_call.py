"""Calls in a process of their own: what a library does not stop when asked is ended with it, and
what it crashes on ends it alone."""

from __future__ import annotations

import contextlib
import os
import pickle
import signal
import subprocess
import sys
import tempfile
import threading
from collections.abc import Callable, Iterator
from typing import Any, BinaryIO

from core.cancel import Cancel

LOOK_SECONDS = 0.02
"""Seconds between two looks for a cancel."""

PATIENCE = 20
"""Times as long as it may work that a call may take in all: a process waits for its turn on a busy
machine, or for a slow disk, and may not wait for ever."""


def call_in_subprocess(
    function: Callable[..., None], *arguments: Any, cancel: Cancel, what: str
) -> None:
    """Call a function of a module in a new process and wait for its end.

    function : found by its name there; arguments : what can be pickled.
    Raises what it raises; CancelledError, once the process has ended, where a stop is requested
    before its end; SubprocessDiedError where it dies.
    """
    with tempfile.TemporaryFile() as question, tempfile.TemporaryFile() as answer:
        pickle.dump((function, arguments), question, protocol=pickle.HIGHEST_PROTOCOL)
        question.seek(0)
        cancel.check(what)
        status = _run(question, answer, cancel)
        cancel.check(what)  # whatever came of it: a terminal interrupts both
        answer.seek(0)
        error = _read(answer.read(), status)
    if error is not None:
        raise error


class SubprocessDiedError(OSError):
    """The other process ended before it had answered."""


class SubprocessHangsError(SubprocessDiedError):
    """It had no answer in the time that it was given, and was ended."""


class ObjectInSubprocess:
    """An object in a new process, whose methods are called there until it is closed.

    make : returns the object, found by its name there; arguments : what can be pickled.
    Raises what `make` raises; SubprocessDiedError where the process dies.
    """

    def __init__(self, make: Callable[..., Any], *arguments: Any) -> None:
        self._process = _started("serve_object", subprocess.PIPE, subprocess.PIPE)
        try:
            self.call(make, *arguments)
        except BaseException:
            self.close()
            raise

    def call(
        self, method: str | Callable[..., Any], *arguments: Any, seconds: float | None = None
    ) -> Any:
        """What a method returns; raises what it raises, or SubprocessDiedError.

        seconds : of a processor after which a call without an answer ends the process, or PATIENCE
        times as many of any kind; where the system does not count the former, the latter alone.
        """
        question, answer = self._process.stdin, self._process.stdout
        assert question is not None
        assert answer is not None
        late = threading.Event()

        def end() -> None:
            late.set()
            self._process.kill()

        clock = threading.Timer(PATIENCE * (seconds or 0.0), end)
        try:
            pickle.dump((method, arguments, seconds), question, protocol=pickle.HIGHEST_PROTOCOL)
            question.flush()
            if seconds is not None:
                clock.start()
            found = pickle.load(answer)
        except (BrokenPipeError, EOFError, pickle.UnpicklingError) as error:
            self._process.kill()  # an answer that is none may come from one that lives
            if late.is_set() or has_worked_too_long(self._process.wait()):
                raise SubprocessHangsError(f"no answer in {seconds} s") from error
            raise SubprocessDiedError("the process died") from error
        finally:
            clock.cancel()
        if isinstance(found, Exception):
            raise found
        return found

    def close(self) -> None:
        """End the process; it may be ended already."""
        self._process.kill()
        self._process.communicate()


def serve_object() -> None:
    """The other process of an object: make it, then answer until nobody asks any more."""
    answer = _answers()
    made: Any = None
    with answer, contextlib.suppress(EOFError):
        while True:
            method, arguments, seconds = pickle.load(sys.stdin.buffer)
            try:
                with ended_after(seconds):
                    if made is None:
                        made, found = method(*arguments), None
                    else:
                        found = getattr(made, method)(*arguments)
            except Exception as raised:
                answer.write(_pickled(raised))
            else:
                pickle.dump(found, answer, protocol=pickle.HIGHEST_PROTOCOL)
            answer.flush()


@contextlib.contextmanager
def ended_after(seconds: float | None) -> Iterator[None]:
    """This process ends if the body takes so many seconds of a processor, or twice PATIENCE times
    as many in all: who keeps that time may have been killed. Not where the system has no alarms."""
    work_for(seconds)
    try:
        yield
    finally:
        work_for(None)


def work_for(seconds: float | None) -> None:
    """Let this process work for so many seconds from now on; None: for as long as it takes."""
    set_alarm = getattr(signal, "setitimer", None)
    if set_alarm is not None:
        set_alarm(signal.ITIMER_PROF, seconds or 0.0)
        set_alarm(signal.ITIMER_REAL, 2 * PATIENCE * (seconds or 0.0))


def has_worked_too_long(status: int) -> bool:
    """Whether the process with this status was ended by `work_for`."""
    return status == -getattr(signal, "SIGPROF", 0) != 0


def _started(serve: str, question: Any, answer: Any) -> subprocess.Popen[bytes]:
    # -P: not the modules of the folder where the user happens to be.
    command = [sys.executable, "-P", "-c", f"from {__name__} import {serve}; {serve}()"]
    modules = {"PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
    return subprocess.Popen(
        command,
        stdin=question,
        stdout=answer,
        stderr=subprocess.DEVNULL,
        env={**os.environ, **modules},
    )


def _answers() -> BinaryIO:
    """Where answers go; what libraries print is none, and goes where nobody hears it."""
    answer = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)
    return answer


def _run(question: Any, answer: Any, cancel: Cancel) -> int:
    with _started("serve", question, answer) as process:
        while True:
            try:
                return process.wait(LOOK_SECONDS)
            except subprocess.TimeoutExpired:
                if cancel.requested:
                    process.kill()


def _read(answer: bytes, status: int) -> Exception | None:
    if not answer and has_worked_too_long(status):
        return SubprocessHangsError("it worked for too long")
    if not answer:
        return SubprocessDiedError(f"the process that writes it ended with status {status}")
    error = pickle.loads(answer)
    assert error is None or isinstance(error, Exception)
    return error


def serve() -> None:
    """The other process: make the call that standard input names, and say what it raised."""
    answer = _answers()
    function, arguments = pickle.load(sys.stdin.buffer)
    error: Exception | None = None
    try:
        function(*arguments)
    except Exception as raised:
        error = raised
    with answer:
        answer.write(_pickled(error))


def _pickled(error: Exception | None) -> bytes:
    try:
        text = pickle.dumps(error)
        pickle.loads(text)
    except Exception:  # an error of a library that cannot be made again from its arguments
        return pickle.dumps(OSError(str(error)))
    return text
