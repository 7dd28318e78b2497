"""Events of a solve and the places they can be sent to."""

from __future__ import annotations

import io
import json
import re
import threading

from core.trace import SILENT, Event, Iteration, JsonLines, Ring, SolveFinished, SolveStarted, Tee
from tests.test_architecture import ROOT, SOURCES

STARTED = SolveStarted("dijkstra", "cpu", "cpu", 100, "cells", 0.5, 0.0)
FINISHED = SolveFinished(1, 100, 12.5, 0.25, False)


def _iteration(index: int) -> Iteration:
    return Iteration(index, 0.1, 12.5, 3, 4, 100, "heap", 1500.0)


def test_a_ring_gives_the_events_once_and_in_order() -> None:
    ring = Ring()
    for event in (STARTED, _iteration(0), FINISHED):
        ring.emit(event)
    assert ring.drain() == [STARTED, _iteration(0), FINISHED]
    assert ring.drain() == []


def test_a_full_ring_forgets_the_oldest() -> None:
    ring = Ring(capacity=3)
    for index in range(10):
        ring.emit(_iteration(index))
    assert [event.index for event in ring.drain() if isinstance(event, Iteration)] == [7, 8, 9]


def test_no_event_is_lost_or_doubled_between_two_threads() -> None:
    ring, count = Ring(), 20_000

    def send() -> None:
        for index in range(count):
            ring.emit(_iteration(index))

    sender = threading.Thread(target=send)
    sender.start()
    received = []
    while sender.is_alive():
        received += ring.drain()
    received += ring.drain()
    assert [event.index for event in received if isinstance(event, Iteration)] == list(range(count))


def test_json_lines_hold_one_object_an_event_with_its_name() -> None:
    stream = io.StringIO()
    sink = JsonLines(stream)
    for event in (STARTED, _iteration(0), FINISHED):
        sink.emit(event)
    records = [json.loads(line) for line in stream.getvalue().splitlines()]
    assert [record["event"] for record in records] == ["SolveStarted", "Iteration", "SolveFinished"]
    assert records[1]["threshold_seconds"] == 12.5
    assert records[2]["partial"] is False


def test_a_tee_feeds_every_sink() -> None:
    one, other = Ring(), Ring()
    Tee(one, SILENT, other).emit(STARTED)
    assert one.drain() == other.drain() == [STARTED]


def test_a_sink_says_whether_it_wants_events() -> None:
    assert Ring().wants_events
    assert not SILENT.wants_events
    assert Tee(SILENT, Ring()).wants_events
    assert not Tee(SILENT, SILENT).wants_events


def test_events_are_made_where_somebody_wants_them_and_when() -> None:
    made: list[str] = []

    def events() -> list[Event]:
        made.append("now")
        return [STARTED, FINISHED]

    ring, stream = Ring(), io.StringIO()
    Tee(SILENT, ring).emit_later(events)
    assert made == []
    assert ring.drain() == [STARTED, FINISHED]
    JsonLines(stream).emit_later(events)
    assert len(stream.getvalue().splitlines()) == 2
    assert made == ["now", "now"]


def test_nobody_asks_for_the_class_of_a_trace() -> None:
    asks = re.compile(
        r"isinstance\([\w.]*trace,|isinstance\([^)]*\bSilent\b|\bis (?:not )?SILENT\b"
    )
    sources = [file for file in SOURCES if file != ROOT / "core" / "trace.py"]
    assert [f.name for f in sources if asks.search(f.read_text(encoding="utf-8"))] == []


def test_the_newest_solve_alone_is_drained_where_asked() -> None:
    def made() -> list[Event]:
        raise AssertionError("nobody wants these")

    ring = Ring()
    ring.emit(STARTED)
    ring.emit_later(made)
    ring.emit(FINISHED)
    ring.emit(STARTED)
    ring.emit_later(made, last=True)
    later: list[Event] = [STARTED, _iteration(0), FINISHED, STARTED, _iteration(1)]
    for event in later:
        ring.emit(event)
    assert ring.drain(newest=True) == later
    assert ring.drain() == []
    for event in later[3:]:  # none has ended yet
        ring.emit(event)
    assert ring.drain(newest=True) == later[3:]
    ring.emit(STARTED)
    ring.emit(STARTED)
    ring.emit_later(lambda: later[1:3], last=True)
    assert ring.drain(newest=True) == later[:3], "it ends by what is made"
