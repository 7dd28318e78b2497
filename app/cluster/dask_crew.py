"""The workers of a Dask scheduler; the only module besides `working` that knows Dask.

Each request is a task pinned to a worker, so that who hands out work decides, and knows, who has
what. Parts are scattered under names by their content; tasks name them, and Dask brings them to a
worker once, from one that has them. Answers come through the scheduler, a few at a time.
"""

from __future__ import annotations

import itertools
import logging
import os
import queue
import subprocess
import sys
import threading
import time
import uuid
import warnings
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import CancelledError as FutureCancelled
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from app.cluster.crew import LOST, CrewAnswer
from app.cluster.job import ClusterError, ClusterJob
from app.cluster.working import work
from app.settings import debug_wanted
from gpu.device import devices

LOCAL = "local"
"""Address of a cluster on this machine that is there as long as the work."""

CONNECT_SECONDS = 10.0
"""Seconds in which a scheduler has to answer."""

LOOK_SECONDS = 0.5
"""Seconds between two questions to the scheduler who is there."""

ANSWERS_HELD = 2
"""Answers that are fetched at a time, and held until they are asked for; each may be as large as a
chunk."""

STUCK_SECONDS = 10.0
"""Seconds after which an answer on its way counts no more among those: its worker may hang."""

MOST_FETCHING = 64
"""Threads that wait for answers at most, each that of one worker."""

CLOSE_SECONDS = 3.0
"""Seconds that a scheduler has to hear that we go."""

END_SECONDS = 0.5
"""Seconds that workers of ours have to end before they are ended; all that they did is kept."""


class DaskCrew:
    """A `app.cluster.crew.Crew` for one job. client : a `distributed.Client`."""

    def __init__(self, client: Any, job: ClusterJob, where: str) -> None:
        self.where, self._client, self._job = where, client, job
        self._run, self._count = uuid.uuid4().hex[:12], itertools.count(1)
        self._futures: dict[int, Any] = {}
        self._parts: list[Any] = []
        self._came: queue.Queue[CrewAnswer] = queue.Queue(ANSWERS_HELD)
        self._fetching = ThreadPoolExecutor(MOST_FETCHING, "isofront-answers")
        self._since: dict[int, float] = {}
        self._room = threading.Condition()
        self._sending = ThreadPoolExecutor(1, "isofront-parts")
        self._present: frozenset[str] = frozenset()
        self._looked, self._closed = -LOOK_SECONDS, False

    def present(self) -> frozenset[str]:
        now = time.monotonic()
        if now - self._looked >= LOOK_SECONDS:
            self._looked = now
            try:
                asked = self._client.scheduler.ncores
                found = self._client.sync(asked, callback_timeout=CONNECT_SECONDS)
            except (OSError, TimeoutError, RuntimeError) as error:
                raise ClusterError(
                    "the Dask scheduler is gone",
                    where=self.where,
                    advice="What is finished is kept: run it again when it is back.",
                ) from error
            self._present = frozenset(found)
        return self._present

    def send(self, workers: Sequence[str]) -> int:
        ticket, first = next(self._count), list(workers[:1])

        def scatter() -> bytes:
            data = dict(zip(self._job.part_names, self._job.parts.values(), strict=True))
            found = self._client.scatter(data, workers=first) if data else {}
            self._parts = [found[name] for name in data]
            return b""

        self._sending.submit(lambda: self._hold(ticket, scatter))
        return ticket

    def ask(self, worker: str, request: str, *, with_parts: bool) -> int:
        ticket = next(self._count)
        future = self._client.submit(
            work,
            request,
            *(self._parts if with_parts else ()),
            key=f"isofront-{self._run}-{ticket}",
            workers=[worker],
            allow_other_workers=False,
            pure=False,
        )
        self._futures[ticket] = future

        def fetch(_: Any) -> None:
            with suppress(RuntimeError):  # closed meanwhile
                self._fetching.submit(self._fetch, ticket, future)

        future.add_done_callback(fetch)
        return ticket

    def answers(self, seconds: float) -> Iterator[CrewAnswer]:
        with suppress(queue.Empty):
            answer = self._came.get(timeout=seconds)
            while True:
                self._futures.pop(answer.ticket, None)
                yield answer
                answer = self._came.get_nowait()

    def drop(self, tickets: Iterable[int]) -> None:
        dropped = [self._futures.pop(t) for t in list(tickets) if t in self._futures]
        if dropped:
            with suppress(Exception):  # without a scheduler there is nobody to be told
                self._client.cancel(dropped, force=True)

    def close(self) -> None:
        """Let go of the tasks and of the parts."""
        self._closed = True
        self.drop(list(self._futures))
        self._parts = []
        for pool in (self._fetching, self._sending):
            pool.shutdown(wait=False, cancel_futures=True)

    def _fetch(self, ticket: int, future: Any) -> None:
        """Hold an answer when there is room for it.

        Asked of the scheduler by itself: `Future.result` asks for several at a time, and if one of
        their workers hangs, it waits for all.
        """
        with self._room:
            while self._full() and not self._closed:
                self._room.wait(LOOK_SECONDS)
            self._since[ticket] = time.monotonic()

        def get() -> bytes:
            if future.status != "finished":
                return bytes(future.result(timeout=CONNECT_SECONDS))  # raises why there is none
            gather = self._client.scheduler.gather
            found = self._client.sync(gather, keys=[future.key])
            if found["status"] != "OK":
                raise OSError("its answer went with it")
            return bytes(found["data"][future.key])

        try:
            self._hold(ticket, get)
        finally:
            with self._room:
                del self._since[ticket]
                self._room.notify_all()

    def _full(self) -> bool:
        late = time.monotonic() - STUCK_SECONDS
        return sum(since > late for since in self._since.values()) >= ANSWERS_HELD

    def _hold(self, ticket: int, get: Callable[[], bytes]) -> None:
        """Hold an answer until it is asked for."""
        try:
            answer = CrewAnswer(ticket, get())
        except (FutureCancelled, TimeoutError):
            answer = CrewAnswer(ticket, None, LOST)
        except Exception as error:
            answer = CrewAnswer(ticket, None, f"{type(error).__name__}: {error}")
        while not self._closed:
            with suppress(queue.Full):
                self._came.put(answer, timeout=LOOK_SECONDS)
                return


@contextmanager
def dask_crew(address: str, job: ClusterJob) -> Iterator[DaskCrew]:
    """The workers of a scheduler. address : of it, "tcp://HOST:PORT" or "HOST:PORT"; or "local" or
    "local:N" for N workers of a cluster that is made here and ends afterwards.

    Raises ClusterError where Dask is not installed, and where nobody answers.
    """
    distributed = _distributed()
    with ExitStack() as stack, warnings.catch_warnings():
        warnings.simplefilter("ignore")
        where = address
        if address.partition(":")[0] == LOCAL:
            where = stack.enter_context(_local(distributed, _workers_of(address)))
        client = stack.enter_context(_connected(distributed, where))
        crew = DaskCrew(client, job, where)
        stack.callback(crew.close)
        yield crew


def _distributed() -> Any:
    try:
        import distributed
    except ImportError as error:
        raise ClusterError(
            f"Dask is not installed ({error})",
            where="--scheduler",
            advice="Run `python3 start.py install cluster`.",
        ) from error
    if not debug_wanted():
        logging.getLogger("distributed").setLevel(logging.CRITICAL + 1)
    return distributed


@contextmanager
def _connected(distributed: Any, where: str) -> Iterator[Any]:
    client = _client(distributed, where)
    try:
        yield client
    finally:
        with suppress(Exception):
            client.close(timeout=CLOSE_SECONDS)


def _client(distributed: Any, where: str) -> Any:
    """Made in a thread that is left behind where it takes too long: Dask waits without end for a
    server that takes the call and says nothing."""
    made: queue.Queue[Any] = queue.Queue()
    over = threading.Event()

    def make() -> None:
        try:
            client = distributed.Client(where, timeout=CONNECT_SECONDS, set_as_default=False)
        except BaseException as error:  # asyncio has some that are no Exception
            made.put(error)
            return
        made.put(client)
        if over.is_set():
            with suppress(Exception):
                client.close(timeout=CLOSE_SECONDS)

    threading.Thread(target=make, name="isofront-connect", daemon=True).start()
    found: Any = None
    with suppress(queue.Empty):
        found = made.get(timeout=CONNECT_SECONDS + LOOK_SECONDS)
    if isinstance(found, distributed.Client):
        return found
    over.set()
    raise ClusterError(
        f"no Dask scheduler answers within {CONNECT_SECONDS:.0f} s",
        where=where,
        advice="Start one with `dask scheduler`, check HOST:PORT, or choose local.",
    ) from found


@contextmanager
def _local(distributed: Any, workers: int) -> Iterator[str]:
    """The address of a scheduler in this process, with workers in others, which share the cores and
    the GPUs. They end with it, whatever ends it."""
    gpus = sum(device.backend == "gpu" and device.usable for device in devices())
    workers = workers or max(gpus, 1)
    options = {"host": "127.0.0.1", "port": 0, "dashboard": False, "dashboard_address": None}
    scheduler = {"cls": distributed.Scheduler, "options": options}
    started: list[subprocess.Popen[bytes]] = []
    with (
        TemporaryDirectory(prefix="isofront-workers-", ignore_cleanup_errors=True) as folder,
        distributed.SpecCluster({}, scheduler, silence_logs=False) as cluster,
    ):
        where = str(cluster.scheduler_address)
        words = [sys.executable, "-m", "distributed.cli.dask_worker", where, *_FLAGS]
        words += ["--local-directory", folder]
        try:
            for number in range(workers):
                env = _environment(number, workers, gpus)
                started.append(subprocess.Popen(words, env=env, **_SILENT))
            yield where
        except OSError as error:
            raise ClusterError(
                f"worker {len(started) + 1} of {workers} cannot be started here ({error})",
                where=LOCAL,
                advice="Choose fewer.",
            ) from error
        finally:
            _end(started)


_FLAGS = (
    *("--nthreads", "1", "--no-nanny", "--no-dashboard", "--memory-limit", "0"),
    *("--death-timeout", str(CONNECT_SECONDS)),
)
_SILENT: Any = dict.fromkeys(("stdin", "stdout", "stderr"), subprocess.DEVNULL)


def _environment(number: int, workers: int, gpus: int) -> dict[str, str]:
    """What a worker reads before it loads anything: its share of the cores, and its GPU."""
    env = dict(os.environ)
    root = str(Path(__file__).parents[2])
    env["PYTHONPATH"] = os.pathsep.join((root, *filter(None, [env.get("PYTHONPATH")])))
    env["NUMBA_NUM_THREADS"] = str(max((os.cpu_count() or 1) // workers, 1))
    if gpus > 1:
        env["CUDA_VISIBLE_DEVICES"] = str(number % gpus)
    return env


def _end(started: Sequence[subprocess.Popen[bytes]]) -> None:
    for process in started:
        process.terminate()
    until = time.monotonic() + END_SECONDS
    for process in started:
        try:
            process.wait(max(until - time.monotonic(), 0.1))
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()


def _workers_of(address: str) -> int:
    """Of "local:N"; 0 where that is left out."""
    _, colon, text = address.partition(":")
    if not colon:
        return 0
    if not (text.isascii() and text.isdigit() and int(text) > 0):
        raise ClusterError(
            f"'{text}' is no number of workers", where=address, advice="Give local:3, say."
        )
    return int(text)
