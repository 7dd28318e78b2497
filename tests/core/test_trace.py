"""Events of a solve and the places they can be sent to."""

from __future__ import annotations

import io
import json
import threading

from core.trace import SILENT, Iteration, JsonLines, Ring, SolveFinished, SolveStarted, Tee

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
