"""Calls in a process of their own: what a library does not stop when asked is ended with it, and
what it crashes on ends it alone."""

from __future__ import annotations

import contextlib
import os
import pickle
import subprocess
import sys
import tempfile
from collections.abc import Callable
from typing import Any, BinaryIO

from core.cancel import Cancel

LOOK_SECONDS = 0.02
"""Seconds between two looks for a cancel."""


def call_in_subprocess(
    function: Callable[..., None], *arguments: Any, cancel: Cancel, what: str
) -> None:
    """Call a function of a module in a new process and wait for its end.

    function : found by its name there; arguments : what can be pickled.
    Raises what it raises; CancelledError, once the process has ended, where a stop is requested
    before its end; OSError where it dies.
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

    def call(self, method: str | Callable[..., Any], *arguments: Any) -> Any:
        """What a method returns; raises what it raises, or SubprocessDiedError."""
        question, answer = self._process.stdin, self._process.stdout
        assert question is not None
        assert answer is not None
        try:
            pickle.dump((method, arguments), question, protocol=pickle.HIGHEST_PROTOCOL)
            question.flush()
            found = pickle.load(answer)
        except (BrokenPipeError, EOFError, pickle.UnpicklingError) as error:
            raise SubprocessDiedError("the process died") from error
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
            method, arguments = pickle.load(sys.stdin.buffer)
            try:
                if made is None:
                    made, found = method(*arguments), None
                else:
                    found = getattr(made, method)(*arguments)
            except Exception as raised:
                answer.write(_pickled(raised))
            else:
                pickle.dump(found, answer, protocol=pickle.HIGHEST_PROTOCOL)
            answer.flush()


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
    if not answer:
        return OSError(f"the process that writes it ended with status {status}")
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
