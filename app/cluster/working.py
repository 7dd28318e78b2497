"""What workers run: one function, from bytes to bytes, that never raises.

Dask calls it by its name in this module, which is why workers have Isofront installed; what makes
chunks is kept from one call to the next, for one job at a time.
"""

from __future__ import annotations

import json
import threading
import traceback
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any

from app.cluster.job import ANSWER, Arrays, ChunkMaker, maker_of
from app.cluster.program import program
from core.cancel import Cancel
from core.errors import IsofrontError
from core.progress import no_progress

LOOK_SECONDS = 0.2
"""Seconds between two looks whether an answer is still wanted."""

HELLO, PREPARE = "hello", "prepare"
"""Requests that are no chunk: to say who one is, and to be ready for the job."""

_TURN = threading.Lock()
_HELD: dict[str, ChunkMaker] = {}
"""Maker of the chunks of the latest job, by the job's key."""


def work(request: str, *parts: bytes) -> bytes:
    """Answer a request, in the words of `app.cluster.job.ANSWER`.

    request : JSON, an object: "program" that asks; "want", HELLO, PREPARE or the number of a chunk;
        of the latter two also "job", its key, "kind", "spec" and "names" of the parts.
    """
    values = json.loads(request)
    if values["program"] != program():
        found = f"is Isofront {program()}, not {values['program']}"
        return _refusal("other program", found, advice="Install the same there.")
    if values["want"] == HELLO:
        return ANSWER.packed({"program": program()}, {})
    with _TURN, _while_wanted() as cancel:  # one job at a time takes all cores
        try:
            return _answered(values, dict(zip(values["names"], parts, strict=True)), cancel)
        except IsofrontError as error:
            return _refusal("advice", error.found, error.where, error.advice)
        except MemoryError:
            return _refusal("fault", "not enough memory")
        except Exception as error:  # told by whoever asked, with the worker's name
            where = traceback.extract_tb(error.__traceback__)[-1]
            place = f"{where.filename}:{where.lineno}"
            return _refusal("fault", f"{type(error).__name__}: {error}", place)


def _answered(values: Mapping[str, Any], parts: Mapping[str, bytes], cancel: Cancel) -> bytes:
    key = values["job"]
    if key not in _HELD:
        for made in _HELD.values():
            made.close()
        _HELD.clear()
        _HELD[key] = maker_of(values["kind"], values["spec"], parts, no_progress)
    made, want = _HELD[key], values["want"]
    arrays: Arrays = {} if want == PREPARE else made.chunk(want, no_progress, cancel)
    return ANSWER.packed({"job": key, "want": want, "told": made.told}, arrays)


def _refusal(kind: str, found: str, where: str = "", advice: str = "") -> bytes:
    error = {"kind": kind, "found": found, "where": where, "advice": advice}
    return ANSWER.packed({"error": error}, {})


@contextmanager
def _while_wanted() -> Iterator[Cancel]:
    """A cancel that is set as soon as Dask has no more use for this call's answer: it was
    cancelled, or who asked is gone."""
    cancel, over = Cancel(), threading.Event()
    wanted = _wanted_by_dask()

    def look() -> None:
        while not over.wait(LOOK_SECONDS):
            if not wanted():
                cancel.set()
                return

    threading.Thread(target=look, name="isofront-wanted", daemon=True).start()
    try:
        yield cancel
    finally:
        over.set()


def _wanted_by_dask() -> Callable[[], bool]:
    """Function that says whether the task that runs in this thread is still wanted."""
    from distributed import get_worker

    try:
        worker = get_worker()
    except ValueError:  # nobody's worker, as in a test
        return lambda: True
    key, tasks = worker.get_current_task(), worker.state.tasks

    def wanted() -> bool:
        task = tasks.get(key)
        return task is not None and task.state != "cancelled"

    return wanted
