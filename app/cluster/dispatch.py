"""Hands out chunks to workers that come and go, until each chunk is kept.

A worker is greeted, and must be of this very program; it gets the parts of the job and prepares;
then it has two chunks at a time, one in work and one waiting. What a worker had when it went is
handed out again. When no chunk is left, who has nothing to do gets one that another has had for
long: the first answer counts, and all are the same. Whatever goes wrong ends in a bounded time.
"""

from __future__ import annotations

import json
import math
import statistics
import time
from collections import Counter, deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from enum import Enum
from typing import Any

from app.cluster.crew import LOST, Crew, CrewAnswer
from app.cluster.job import ANSWER, Arrays, ClusterError, ClusterJob
from app.cluster.program import program
from app.cluster.working import HELLO, PREPARE
from core.cancel import Cancel
from core.errors import IsofrontError
from core.files.array_layout import DamagedArraysError, OtherLayoutError
from core.numerals import counted
from core.progress import Progress

AT_ONCE = 2
"""Chunks that a worker has at a time: one in work, one so that it need not wait for the next."""

MOST_TRIES = 4
"""Times that a chunk is handed out before the run ends: a chunk that takes every worker's memory
must not take them all."""

MOST_SENDINGS = 5
"""Times that the parts are sent, where all workers that had them went, without a chunk between."""

SEND_AGAIN_SECONDS = 1.0
"""Seconds between two sendings: while a worker is being lost, Dask may lose them again at once."""

LATE = 2.0
"""Times the usual time of a chunk after which it is handed out to another worker, too, if one has
nothing to do."""

WAIT_SECONDS = 30.0
"""Seconds for which a cluster may be without workers."""

POLL_SECONDS = 0.1
"""Seconds between two looks at a cancel and at the workers."""

SEND = "send"

Keep = Callable[[int, Arrays], None]


class Standing(Enum):
    """How far a worker is."""

    GREETED = "greeted"
    WELCOME = "welcome"
    PREPARING = "preparing"
    READY = "ready"


@dataclass(frozen=True)
class Ticket:
    """A request under way. want : as in `app.cluster.working.work`, or SEND; that has no worker."""

    want: str | int
    worker: str
    since: float


@dataclass(frozen=True)
class CrewReport:
    """How it went. told : of each worker that worked, by its name, its method and device.
    refused : why others were not let. lost : workers that went. prepare_seconds : until the first
    was ready."""

    told: dict[str, str]
    refused: dict[str, str]
    lost: int
    prepare_seconds: float


def hand_out(
    crew: Crew,
    job: ClusterJob,
    numbers: Sequence[int],
    keep: Keep,
    progress: Progress,
    cancel: Cancel,
) -> CrewReport:
    """Have the chunks of these numbers kept, in any order, each once, by the calling thread.

    Raises CancelledError, ClusterError, and what `keep` raises; what was kept by then stays.
    """
    dispatch = Dispatch(crew, job, deque(numbers), keep, progress)
    try:
        while dispatch.missing:
            cancel.check("the work")
            dispatch.look_round()
            dispatch.hand_out()
            for answer in crew.answers(POLL_SECONDS):
                dispatch.take(answer)
        return dispatch.report
    finally:
        crew.drop(dispatch.tickets)


@dataclass(eq=False)
class Dispatch:
    """Who has what; see the module's text. waiting : chunks that nobody has."""

    crew: Crew
    job: ClusterJob
    waiting: deque[int]
    keep: Keep
    progress: Progress
    clock: Callable[[], float] = time.monotonic
    tickets: dict[int, Ticket] = field(default_factory=dict)
    standing: dict[str, Standing] = field(default_factory=dict)
    refused: dict[str, str] = field(default_factory=dict)
    told: dict[str, str] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.missing = set(self.waiting)
        self._chunks = len(self.missing)
        self._tries = Counter[int | str]()
        self._seconds: list[float] = []
        self._began = self._workers_since = self.clock()
        self._prepared: float | None = None
        self._sendings = self._lost = 0
        self._has_parts, self._parts_since = False, self._began
        self._heard: dict[str, float] = {}
        self._sent = -math.inf

    @property
    def report(self) -> CrewReport:
        prepared = self._began if self._prepared is None else self._prepared
        return CrewReport(self.told, self.refused, self._lost, prepared - self._began)

    def look_round(self) -> None:
        """See who is there."""
        present = self.crew.present()
        for worker in present - self.standing.keys() - self.refused.keys():
            self.standing[worker] = Standing.GREETED
            self._ask(worker, HELLO)
        for worker in self.standing.keys() - present:
            self._lose(worker)
        for worker in self.refused.keys() - present:
            del self.refused[worker]
        if self.standing:
            self._workers_since = self.clock()
        elif self.refused:
            raise self._nobody_fits()
        elif self.clock() - self._workers_since > WAIT_SECONDS:
            raise self._error(
                "has no workers",
                f"Start some with `dask worker {self.crew.where} --nthreads 1`.",
            )
        self._tell()

    def hand_out(self) -> None:
        """Give everybody something to do."""
        able = {w: s for w, s in self.standing.items() if s in (Standing.WELCOME, Standing.READY)}
        if able and not self._has_parts:
            # To who has answered last: one that hangs or is gone hands them to nobody.
            self._send(sorted(able, key=lambda worker: -self._heard[worker]))
        for worker, standing in able.items() if self._has_parts else ():
            if standing == Standing.READY:
                self._keep_busy(worker)
            else:
                self.standing[worker] = Standing.PREPARING
                self._ask(worker, PREPARE)

    def take(self, answer: CrewAnswer) -> None:
        """Do what follows from an answer."""
        ticket = self.tickets.pop(answer.ticket, None)
        if ticket is None or ticket.worker not in ("", *self.standing):
            return
        if answer.data is not None:
            self._heard[ticket.worker] = self.clock()
        if ticket.want == SEND:
            self._has_parts = answer.data is not None
            self._parts_since = self.clock()
            return
        if answer.data is None:
            self._unanswered(ticket, answer.why)
            return
        try:
            meta, arrays = ANSWER.unpacked(answer.data)
            refusal = meta.get("error")
            if refusal is not None:
                self._refusal(ticket, **refusal)
            else:
                self._answered(ticket, meta, arrays)
        except (DamagedArraysError, OtherLayoutError, LookupError, TypeError) as error:
            self._failed(ticket, f"its answer is damaged: {error}")

    def _answered(self, ticket: Ticket, meta: dict[str, Any], arrays: Arrays) -> None:
        if ticket.want == HELLO:
            self.standing[ticket.worker] = Standing.WELCOME
            return
        if (meta["job"], meta["want"]) != (self.job.key, ticket.want):
            raise LookupError("it is of another chunk")
        self.told[ticket.worker] = str(meta["told"])
        if ticket.want == PREPARE:
            self.standing[ticket.worker] = Standing.READY
            if self._prepared is None:
                self._prepared = self.clock()
        elif ticket.want in self.missing:
            assert isinstance(ticket.want, int)
            self.keep(ticket.want, arrays)
            self.missing.discard(ticket.want)
            self._sendings = 1
            self._seconds.append(self.clock() - ticket.since)
            self._drop(lambda other: other.want == ticket.want)

    def _unanswered(self, ticket: Ticket, why: str) -> None:
        """Dask has no answer: what it should have called is not there, or the parts are gone."""
        if why == LOST and ticket.want != HELLO:
            if ticket.since >= self._parts_since:  # those that are sent now
                self._has_parts = False
            self._again_ready(ticket)
        elif ticket.want == HELLO:
            self._refuse(ticket.worker, f"cannot run Isofront ({why})")
        else:
            self._failed(ticket, why)

    def _refusal(
        self, ticket: Ticket, kind: str, found: str, where: str = "", advice: str = ""
    ) -> None:
        words = IsofrontError(found, where=where, advice=advice).one_line()
        if kind == "other program" or (kind == "advice" and ticket.want == PREPARE):
            self._hand_back(ticket)
            self._refuse(ticket.worker, words)
        else:
            self._failed(ticket, words)

    def _failed(self, ticket: Ticket, why: str) -> None:
        """Once more, but not for ever: a chunk by anybody, to be prepared by the same worker."""
        tried = ticket.want if isinstance(ticket.want, int) else ticket.worker
        self._tries[tried] += 1
        if isinstance(ticket.want, int):
            self._expect_better(ticket, f"{ticket.worker}: {why}")
        elif ticket.want == HELLO or self._tries[tried] >= MOST_TRIES:
            self._refuse(ticket.worker, why)
            return
        self._again_ready(ticket)

    def _again_ready(self, ticket: Ticket) -> None:
        if ticket.want == PREPARE:
            self.standing[ticket.worker] = Standing.WELCOME
        self._hand_back(ticket)

    def _expect_better(self, ticket: Ticket, why: str) -> None:
        """Raise ClusterError for a chunk that was tried too often."""
        if ticket.want in self.missing and self._tries[ticket.want] >= MOST_TRIES:
            raise ClusterError(
                f"chunk {ticket.want} failed {MOST_TRIES} times; at last {why}",
                where=self.crew.where,
                advice="What is finished is kept: run it again when that is mended.",
            )

    def _hand_back(self, ticket: Ticket) -> None:
        """Put a chunk first in the line, unless somebody else has it, too."""
        held = any(other.want == ticket.want for other in self.tickets.values())
        if ticket.want in self.missing and not held:
            assert isinstance(ticket.want, int)
            self.waiting.appendleft(ticket.want)

    def _lose(self, worker: str) -> None:
        del self.standing[worker]
        self._lost += worker in self.told
        self._drop_of(worker, f"{worker} went")

    def _refuse(self, worker: str, why: str) -> None:
        self.refused[worker] = why
        self.standing.pop(worker, None)
        self._drop_of(worker, "")

    def _drop_of(self, worker: str, why: str) -> None:
        """Its requests; why : "" where that is no failure of theirs."""
        for ticket in self._drop(lambda other: other.worker == worker):
            if why and isinstance(ticket.want, int):
                self._tries[ticket.want] += 1
                self._expect_better(ticket, why)
            self._hand_back(ticket)

    def _drop(self, those: Callable[[Ticket], bool]) -> list[Ticket]:
        """Ask no more for these."""
        dropped = {number: ticket for number, ticket in self.tickets.items() if those(ticket)}
        self.crew.drop(dropped)
        for number in dropped:
            del self.tickets[number]
        return list(dropped.values())

    def _keep_busy(self, worker: str) -> None:
        has = sum(ticket.worker == worker for ticket in self.tickets.values())
        while has < AT_ONCE and self.waiting:
            self._ask(worker, self.waiting.popleft())
            has += 1
        late = self._late() if not has else None
        if late is not None:
            self._ask(worker, late)

    def _late(self) -> int | None:
        """The chunk that one worker alone has had for longest, if that is too long."""
        chunks: Counter[int | str] = Counter(
            t.want for t in self.tickets.values() if isinstance(t.want, int)
        )
        alone = [t for t in self.tickets.values() if chunks[t.want] == 1]
        if not alone or not self._seconds:
            return None
        oldest = min(alone, key=lambda ticket: ticket.since)
        late = self.clock() - oldest.since > LATE * statistics.median(self._seconds)
        return int(oldest.want) if late else None

    def _send(self, workers: Sequence[str]) -> None:
        if any(ticket.want == SEND for ticket in self.tickets.values()):
            return
        if self.clock() - self._sent < SEND_AGAIN_SECONDS:
            return
        self._sendings, self._sent = self._sendings + 1, self.clock()
        if self._sendings > MOST_SENDINGS:
            raise self._error("lost all workers again and again", "See why they end.")
        self.tickets[self.crew.send(workers)] = Ticket(SEND, "", self.clock())

    def _ask(self, worker: str, want: str | int) -> None:
        request: dict[str, Any] = {"program": program(), "want": want}
        if want != HELLO:
            names = list(self.job.parts)
            request |= {"job": self.job.key, "kind": self.job.kind, "names": names}
            request |= {"spec": self.job.spec}
        text = json.dumps(request)
        ticket = self.crew.ask(worker, text, with_parts=want != HELLO)
        self.tickets[ticket] = Ticket(want, worker, self.clock())

    def _tell(self) -> None:
        ready = sum(standing == Standing.READY for standing in self.standing.values())
        if ready:
            done = 1 - len(self.missing) / self._chunks
            self.progress(done, f"working on {counted(ready, 'worker')}")
        elif self.standing:
            size = f"{self.job.bytes_sent / 1e6:.0f} MB"
            self.progress(-1.0, f"preparing {counted(len(self.standing), 'worker')} ({size} each)")
        else:
            self.progress(-1.0, "waiting for workers")

    def _nobody_fits(self) -> ClusterError:
        worker, why = next(iter(self.refused.items()))
        more = f", and {len(self.refused) - 1} more" if len(self.refused) > 1 else ""
        return self._error(f"has no worker that can do this: {worker}{more}: {why}", "")

    def _error(self, found: str, advice: str) -> ClusterError:
        return ClusterError(f"the cluster {found}", where=self.crew.where, advice=advice)
