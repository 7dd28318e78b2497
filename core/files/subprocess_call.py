"""A call in a process of its own: what a library does not stop when asked is ended with it."""

from __future__ import annotations

import os
import pickle
import subprocess
import sys
import tempfile
from collections.abc import Callable
from typing import Any

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


def _run(question: Any, answer: Any, cancel: Cancel) -> int:
    # -P: not the modules of the folder where the user happens to be.
    command = [sys.executable, "-P", "-c", f"from {__name__} import serve; serve()"]
    modules = {"PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
    with subprocess.Popen(
        command,
        stdin=question,
        stdout=answer,
        stderr=subprocess.DEVNULL,
        env={**os.environ, **modules},
    ) as process:
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
    answer = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # what libraries print is no answer
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
