"""Costs move under contracted roads: who answers, by what the last contraction took."""

from __future__ import annotations

import re
import threading
import time
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

import app.catalog.algorithms
import app.solving.contracting
import app.solving.hierarchies
from app.catalog.algorithms import find
from app.catalog.rows import ROADS
from app.document.roads import RoadsDocument
from app.editing.session import Session
from app.solving.contracting import LastContraction
from app.solving.jobs import SolveDone, SolveOutcome, SolverThread
from app.solving.one_solve import made_ready
from app.solving.result import Result
from app.solving.solve import Solving
from app.starts import PlacedStart
from core.cancel import NEVER
from core.errors import CancelledError
from core.progress import no_progress
from road.ch.contraction import contract
from road.properties import RoadClass
from road.search.search_graph import SearchGraph
from tests.app.drawn_roads import opened
from tests.app.editing.test_following import CrpOnGpu, NearFarOnGpu, know_cells, slide
from tests.app.gpu_rows import TWO_GPUS, use_gpus, use_rows

PATIENCE = 240.0
ALWAYS, NEVER_MS = 1e9, -1.0
"""Milliseconds for the bound of a quick contraction: all are, none is."""


@pytest.fixture
def contracted(monkeypatch: pytest.MonkeyPatch) -> list[SearchGraph]:
    """What was contracted, of the open roads alone."""
    made: list[SearchGraph] = []

    def counted(search: SearchGraph, *arguments: Any, **told: Any) -> Any:
        if search.graph.name != "warm up":
            made.append(search)
        return contract(search, *arguments, **told)

    monkeypatch.setattr(app.solving.hierarchies, "contract", counted)
    return made


@pytest.fixture
def session() -> Session:
    """A town whose solves set out from a contraction."""
    made = Session()
    made.open(RoadsDocument(opened()))
    made.set_options(replace(made.options, algorithm="phast", backend="cpu"))
    made.set_starts((PlacedStart(*opened().position(0)),))
    return made


def quick_up_to(monkeypatch: pytest.MonkeyPatch, ms: float) -> None:
    monkeypatch.setattr(app.solving.contracting, "QUICK_MS", ms)


def labels_of(result: Result) -> Any:
    assert result.on_graph is not None
    return result.on_graph.times.labels


def by_dijkstra(session: Session) -> Any:
    options = replace(session.options, algorithm="dijkstra")
    return labels_of(Solving().run(replace(session.request(), options=options)))


def test_where_contracting_is_slow_another_algorithm_answers_and_says_why(
    session: Session, contracted: list[SearchGraph], monkeypatch: pytest.MonkeyPatch
) -> None:
    quick_up_to(monkeypatch, NEVER_MS)
    solving = Solving()
    first = solving.run(session.request())
    assert (first.algorithm, first.stale, first.notes) == ("phast", "", ())
    assert first.contraction is not None
    for kmh in (20.0, 25.0):
        slide(session, kmh)
        for preview in (True, False):
            answer = solving.run(session.request(preview=preview, patient=False))
            assert answer.algorithm == "dijkstra"
            assert answer.contraction is None
            assert answer.stale.startswith("Dijkstra answered: contracting the roads")
            assert re.search(r"takes about \d+\.\d s\. The times are the same\.$", answer.stale)
            assert answer.notes == (answer.stale,)
            np.testing.assert_array_equal(labels_of(answer), by_dijkstra(session))
    assert len(contracted) == 1


def test_where_contracting_is_quick_every_step_has_one(
    session: Session, contracted: list[SearchGraph], monkeypatch: pytest.MonkeyPatch
) -> None:
    quick_up_to(monkeypatch, ALWAYS)
    solving = Solving()
    solving.run(session.request())
    for done, kmh in enumerate((20.0, 25.0), start=2):
        slide(session, kmh)
        for preview in (True, False):
            answer = solving.run(session.request(preview=preview, patient=False))
            assert (answer.algorithm, answer.stale) == ("phast", "")
            np.testing.assert_array_equal(labels_of(answer), by_dijkstra(session))
        assert len(contracted) == done, "the slider rested where it was"


def test_before_the_first_contraction_nobody_knows_what_it_takes(session: Session) -> None:
    slide(session, 20.0)
    answer = Solving().run(session.request(patient=False))
    assert answer.algorithm == "dijkstra"
    assert "may take a while" in answer.stale


def test_a_contraction_of_another_backend_tells_nothing_of_the_next() -> None:
    assert LastContraction((), None, 1.0).quick
    assert not LastContraction((), None, None).quick


def test_what_was_contracted_beside_answers_from_then_on(
    session: Session, contracted: list[SearchGraph], monkeypatch: pytest.MonkeyPatch
) -> None:
    quick_up_to(monkeypatch, NEVER_MS)
    solving = Solving()
    solving.run(session.request())
    slide(session, 20.0)
    assert solving.run(session.request(patient=False)).stale
    made_ready(session.request(), no_progress, NEVER)
    waited = solving.run(session.request())
    assert (waited.algorithm, waited.stale) == ("phast", "")
    assert len(contracted) == 2
    session.set_starts((PlacedStart(*opened().position(3)),))
    moved = solving.run(session.request(preview=True, patient=False))
    assert moved.algorithm == "phast", "a start moves no costs"
    np.testing.assert_array_equal(labels_of(moved), by_dijkstra(session))
    assert len(contracted) == 2


def test_other_algorithms_are_asked_nothing_of_this(session: Session) -> None:
    assert session.request(patient=False).meanwhile == "dijkstra"
    assert session.request().meanwhile == ""
    session.set_options(replace(session.options, algorithm="crp"))
    assert session.request(patient=False).meanwhile == ""


def test_on_a_gpu_cells_answer_once_they_are_known(
    session: Session, monkeypatch: pytest.MonkeyPatch
) -> None:
    use_gpus(monkeypatch, TWO_GPUS[0])
    here = NearFarOnGpu.__module__
    rows = [(find("near-far", ROADS), NearFarOnGpu), (find("crp", ROADS), CrpOnGpu)]
    use_rows(monkeypatch, *(replace(row, gpu=f"{here}:{c.__name__}") for row, c in rows))
    monkeypatch.setattr(app.catalog.algorithms, "LARGE_GRAPH_ARCS", 1)
    quick_up_to(monkeypatch, NEVER_MS)
    solving = Solving()
    expected = []
    for known in (False, True):
        if known:
            know_cells(session)
        slide(session, 20.0 + known)
        answer = solving.run(session.request(preview=True, patient=False))
        assert (answer.algorithm, answer.backend) == ("crp" if known else "near-far", "cpu")
        expected.append(by_dijkstra(session))
        np.testing.assert_array_equal(labels_of(answer), expected[-1])
    assert (expected[0] != expected[1]).any()


def test_a_contraction_for_costs_that_have_moved_is_given_up(
    session: Session, monkeypatch: pytest.MonkeyPatch
) -> None:
    begun, given_up = threading.Event(), threading.Event()

    def long(search: SearchGraph, *arguments: Any, cancel: Any = NEVER, **told: Any) -> Any:
        if search.graph.name == "warm up":
            return contract(search, *arguments, cancel=cancel, **told)
        begun.set()
        until = time.monotonic() + PATIENCE
        while not cancel.requested and time.monotonic() < until:
            time.sleep(0.001)
        given_up.set()
        raise CancelledError("the contraction")

    monkeypatch.setattr(app.solving.hierarchies, "contract", long)
    thread = SolverThread()
    try:
        thread.submit(session.request())
        assert begun.wait(PATIENCE)
        thread.submit(session.request(preview=True, patient=False))
        assert not given_up.wait(0.05), "the costs are the same"
        costs = session.driven.costs.with_speed(RoadClass.RESIDENTIAL, 20.0)
        session.set_road_costs(costs)
        newest = thread.submit(session.request(preview=True, patient=False))
        assert given_up.wait(PATIENCE)
        until = time.monotonic() + PATIENCE
        outcomes: list[SolveOutcome] = []
        while not outcomes and time.monotonic() < until:
            outcomes = thread.poll()
            time.sleep(0.001)
        (done,) = outcomes
        assert isinstance(done, SolveDone), done
        assert (done.request.generation, done.solved.algorithm) == (newest, "dijkstra")
    finally:
        thread.close()
