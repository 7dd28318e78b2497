"""Chunks are handed out to workers that come, go, fail, differ and hang; each is kept once."""

from __future__ import annotations

import json
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any

import numpy as np
import pytest

from app.cluster import dispatch, job, working
from app.cluster.crew import LOST, CrewAnswer
from app.cluster.dispatch import MOST_TRIES, CrewReport, hand_out
from app.cluster.job import ANSWER, Arrays, ClusterError, ClusterJob
from core.cancel import Cancel
from core.errors import CancelledError, InputError
from core.progress import Progress, no_progress

JOB = ClusterJob("squares", "{}", {"numbers": bytes(range(20))})
CHUNKS = range(12)


class Squares:
    """Makes the square of a number that was sent."""

    def __init__(self, _spec: str, parts: Any, _progress: Progress) -> None:
        self.numbers = parts["numbers"]

    @property
    def chunks(self) -> int:
        return len(self.numbers)

    @property
    def told(self) -> str:
        return "squares on a slate"

    def chunk(self, number: int, progress: Progress, cancel: Cancel) -> Arrays:
        return {"square": np.array([self.numbers[number] ** 2])}

    def close(self) -> None:
        pass


@pytest.fixture(autouse=True)
def slate(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(job.KINDS, "squares", f"{__name__}:Squares")  # type: ignore[arg-type]
    monkeypatch.setattr(working, "_wanted_by_dask", lambda: lambda: True)
    monkeypatch.setattr(working, "_HELD", {})


class Bench:
    """Workers on a bench, who answer one request each when they are asked for answers.

    before : called with each request before it is answered; what it returns is the answer instead.
    """

    where = "the bench"

    def __init__(self, *workers: str) -> None:
        self.there = set(workers)
        self.asked: deque[tuple[int, str, str]] = deque()
        self.held: set[str] = set()
        self.sent: list[str] = []
        self.dropped: list[int] = []
        self.has: dict[str, list[Any]] = {}
        self.before: Callable[[str, Any], CrewAnswer | bytes | None] = lambda worker, want: None
        self._tickets = 0

    def present(self) -> frozenset[str]:
        return frozenset(self.there)

    def send(self, workers: Sequence[str]) -> int:
        self._tickets += 1
        self.sent.append(workers[0])
        self.held = {workers[0]}
        self.asked.append((self._tickets, "", ""))
        return self._tickets

    def ask(self, worker: str, request: str, *, with_parts: bool) -> int:
        self._tickets += 1
        self.asked.append((self._tickets, worker, request))
        assert with_parts == (json.loads(request)["want"] != "hello")
        return self._tickets

    def answers(self, seconds: float) -> Iterator[CrewAnswer]:
        for _ in range(len(self.asked)):
            ticket, worker, request = self.asked.popleft()
            if worker in self.there | {""}:
                answer = self._answer(ticket, worker, request)
                if worker in self.there | {""}:  # else nobody answers
                    yield answer

    def _answer(self, ticket: int, worker: str, request: str) -> CrewAnswer:
        if not worker:
            return CrewAnswer(ticket, b"")
        want = json.loads(request)["want"]
        instead = self.before(worker, want)
        if isinstance(instead, bytes):
            return CrewAnswer(ticket, instead)
        if want != "hello" and not self.held & self.there:
            return CrewAnswer(ticket, None, LOST)
        if instead is not None:
            return CrewAnswer(ticket, instead.data, instead.why)
        self.held |= {worker} if want != "hello" else set()
        self.has.setdefault(worker, []).append(want)
        parts = JOB.parts.values() if want != "hello" else ()
        return CrewAnswer(ticket, working.work(request, *parts))

    def drop(self, tickets: Iterable[int]) -> None:
        gone = set(tickets)
        self.dropped += gone
        self.asked = deque(each for each in self.asked if each[0] not in gone)


def worked(bench: Bench, **told: Any) -> tuple[dict[int, int], CrewReport]:
    """The squares that were kept, each once."""
    kept: dict[int, int] = {}

    def keep(number: int, arrays: Arrays) -> None:
        assert number not in kept
        kept[number] = int(arrays["square"][0])

    progress, cancel = told.get("progress", no_progress), told.get("cancel", Cancel())
    report = hand_out(bench, JOB, told.get("numbers", CHUNKS), keep, progress, cancel)
    assert kept == {n: n * n for n in told.get("numbers", CHUNKS)}
    assert not bench.asked  # whoever is still at it was told to stop
    return kept, report


def test_all_chunks_are_kept_and_all_workers_have_some() -> None:
    bench = Bench("a", "b", "c")
    told: list[tuple[float, str]] = []
    _, report = worked(bench, progress=lambda fraction, label: told.append((fraction, label)))
    assert report.told == dict.fromkeys("abc", "squares on a slate")
    assert (report.lost, report.refused, len(bench.sent)) == (0, {}, 1)
    assert {w: h[:2] for w, h in bench.has.items()} == {w: ["hello", "prepare"] for w in "abc"}
    assert told[0] == (-1.0, "preparing 3 workers (0 MB each)")
    assert told[-1][1] == "working on 3 workers"
    assert [f for f, _ in told] == sorted(f for f, _ in told)


def test_only_the_chunks_that_are_asked_for() -> None:
    worked(Bench("a"), numbers=[7, 3])


@pytest.mark.parametrize("want", ["hello", "prepare", 5])
def test_what_a_worker_had_when_it_went_is_done_by_others(want: Any) -> None:
    bench = Bench("a", "b", "c")

    def kill(worker: str, asked: Any) -> None:
        if asked == want and len(bench.there) == 3:
            bench.there.discard(worker)

    bench.before = kill
    _, report = worked(bench)
    assert len(bench.there) == 2
    assert report.lost == (want == 5)


def test_a_worker_that_comes_later_gets_its_share() -> None:
    bench = Bench("a")

    def join(worker: str, asked: Any) -> None:
        if asked == 2:
            bench.there.add("late")

    bench.before = join
    worked(bench)
    assert {"prepare", "hello"} < set(bench.has["late"])
    assert bench.sent == ["a"]


def test_parts_that_went_with_all_who_had_them_are_sent_again() -> None:
    bench = Bench("a", "b")

    def replace_all(worker: str, asked: Any) -> None:
        if asked == 4 and "c" not in bench.there:
            bench.there = {"c", "d"}

    bench.before = replace_all
    worked(bench)
    assert len(bench.sent) == 2


def test_parts_that_one_alone_had_are_sent_to_another_that_is_ready() -> None:
    """Dask keeps no more copies than it needs."""
    bench = Bench("a", "b")

    def lose(worker: str, asked: Any) -> None:
        if asked == 4 and "a" in bench.there:
            bench.there, bench.held = {"b"}, {"a"}

    bench.before = lose
    worked(bench)
    assert bench.sent[1:] == ["b"]


def test_a_worker_of_another_program_is_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    bench = Bench("a", "other")

    def other(worker: str, asked: Any) -> bytes | None:
        request = json.dumps({"program": "0.0.9 (abc)", "want": "hello"})
        return working.work(request) if worker == "other" else None

    bench.before = other
    _, report = worked(bench)
    assert list(report.refused) == ["other"]
    assert report.refused["other"].startswith("is Isofront 0.1.0 (")
    assert set(bench.has) == {"a"}
    bench = Bench("other")
    bench.before = other
    with pytest.raises(ClusterError) as caught:
        worked(bench)
    line = caught.value.one_line()
    assert line.startswith("the bench: the cluster has no worker that can do this: other: is Iso")
    assert line.endswith("not 0.0.9 (abc). Install the same there.")


def test_who_cannot_prepare_is_left_out_with_its_reason(monkeypatch: pytest.MonkeyPatch) -> None:
    def none(*_: Any) -> Any:
        raise InputError("no GPU", advice="Choose cpu.")

    monkeypatch.setattr(working, "maker_of", none)
    with pytest.raises(ClusterError, match=r"a: no GPU\. Choose cpu"):
        worked(Bench("a"))


def test_a_worker_without_isofront_is_left_out() -> None:
    bench = Bench("a", "bare")
    why = "ModuleNotFoundError: No module named 'app'"
    bench.before = lambda worker, asked: CrewAnswer(0, None, why) if worker == "bare" else None
    _, report = worked(bench)
    assert report.refused == {"bare": f"cannot run Isofront ({why})"}


@pytest.mark.parametrize("kind", ["fault", "damaged", "unheard", "of another chunk"])
@pytest.mark.parametrize("times", [1, MOST_TRIES])
def test_a_chunk_that_fails_is_tried_again_but_not_for_ever(kind: str, times: int) -> None:
    bench = Bench("a", "b")
    tried: list[str] = []
    answers: dict[str, Any] = {
        "fault": working._refusal("fault", "not enough memory"),
        "damaged": ANSWER.packed({"job": JOB.key, "want": 5, "told": ""}, {})[:-9],
        "unheard": CrewAnswer(0, None, "OSError: gone"),
        "of another chunk": ANSWER.packed({"job": JOB.key, "want": 6, "told": ""}, {}),
    }

    def fail(worker: str, asked: Any) -> Any:
        if asked == 5 and len(tried) < times:
            tried.append(worker)
            return answers[kind]
        return None

    bench.before = fail
    if times == 1:
        worked(bench)
        return
    with pytest.raises(ClusterError, match=f"chunk 5 failed {MOST_TRIES} times; at last"):
        worked(bench)
    assert not bench.asked


def test_a_chunk_that_ends_every_worker_does_not_end_them_all() -> None:
    bench = Bench(*"abcdefgh")

    def kill(worker: str, asked: Any) -> None:
        if asked == 5:
            bench.there.discard(worker)

    bench.before = kill
    with pytest.raises(ClusterError, match=r"chunk 5 failed 4 times; at last \w went"):
        worked(bench)
    assert len(bench.there) == 8 - MOST_TRIES


def test_a_chunk_that_a_worker_sits_on_is_done_by_another() -> None:
    class Sitting(Bench):
        who = ""

        def answers(self, seconds: float) -> Iterator[CrewAnswer]:
            of_3 = [each for each in self.asked if '"want": 3,' in each[2]]
            self.who = self.who or "".join(worker for _, worker, _ in of_3)
            stuck = [each for each in of_3 if each[1] == self.who]
            self.asked = deque(each for each in self.asked if each not in stuck)
            yield from super().answers(seconds)
            self.asked.extend(each for each in stuck if each[0] not in self.dropped)

    bench = Sitting("a", "b")
    worked(bench)
    (other,) = {"a", "b"} - {bench.who}
    assert 3 in bench.has[other]
    assert bench.dropped


def test_a_cluster_without_workers_is_told_after_a_while(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(dispatch, "WAIT_SECONDS", 0.0)
    with pytest.raises(ClusterError) as caught:
        worked(Bench())
    assert caught.value.one_line() == (
        "the bench: the cluster has no workers. "
        "Start some with `dask worker the bench --nthreads 1`."
    )


def test_a_cancel_leaves_nobody_at_work() -> None:
    bench, cancel = Bench("a", "b"), Cancel()

    def stop(worker: str, asked: Any) -> None:
        if asked == 3:
            cancel.set()

    bench.before = stop
    with pytest.raises(CancelledError):
        worked(bench, cancel=cancel)
    assert not bench.asked


def test_what_cannot_be_kept_ends_the_work() -> None:
    def full(number: int, arrays: Arrays) -> None:
        raise InputError("the disk is full")

    bench = Bench("a")
    with pytest.raises(InputError, match="disk is full"):
        hand_out(bench, JOB, CHUNKS, full, no_progress, Cancel())
    assert not bench.asked
