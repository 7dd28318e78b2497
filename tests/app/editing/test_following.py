"""What solves roads on a GPU where nobody chose: for a single solve, and once costs move."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import app.catalog.algorithms
from app.catalog.algorithms import find
from app.catalog.rows import JOINED, ROADS
from app.document.joined import JoinedDocument, JoinRequest, open_joined
from app.document.roads import RoadsDocument
from app.editing.session import Session
from app.roads.open_roads import OpenRoads
from app.solving.partitions import PartitionPreprocessing
from app.solving.solve import Solving
from app.solving.warm_up_roads import streets_of
from app.starts import PlacedStart
from core.cancel import NEVER
from core.progress import no_progress
from road.crp.query.isochrone import Crp
from road.properties import RoadClass
from road.solvers.near_far import NearFar
from tests.app.cli.test_joined import CELL, LEFT, TOP, write_roads, write_terrain
from tests.app.drawn_roads import opened
from tests.app.gpu_rows import TWO_GPUS, use_gpus, use_rows

Pretended = dict[str, list[str]]


class NearFarOnGpu(NearFar):
    """The CPU's in truth."""

    def __init__(self, *roads: Any, device: int, **options: Any) -> None:
        super().__init__(*roads, **options)


class CrpOnGpu(Crp):
    """The CPU's in truth."""

    def __init__(self, *roads: Any, device: int = 0, **options: Any) -> None:
        super().__init__(*roads, **options)


@pytest.fixture
def session(monkeypatch: pytest.MonkeyPatch) -> Session:
    """A town that counts as large, and a GPU that is none."""
    use_gpus(monkeypatch, TWO_GPUS[0])
    pretended = (("near-far", "NearFarOnGpu"), ("crp", "CrpOnGpu"))
    rows = [(find(name, domain), made) for name, made in pretended for domain in (ROADS, JOINED)]
    use_rows(monkeypatch, *(replace(row, gpu=f"{__name__}:{name}") for row, name in rows))
    monkeypatch.setattr(app.catalog.algorithms, "LARGE_GRAPH_ARCS", 1)
    made = Session()
    made.open(RoadsDocument(opened()))
    made.set_starts((PlacedStart(*opened().position(0)),))
    return made


def slide(session: Session, kmh: float) -> None:
    costs = session.driven.costs
    session.set_road_costs(costs.with_speed(RoadClass.RESIDENTIAL, kmh))


def know_cells(session: Session) -> None:
    """As if their algorithm had been chosen before."""
    told: Any = {"progress": no_progress, "cancel": NEVER, "on_disk": _nowhere}
    PartitionPreprocessing().build(session.driven.graph, **told)


def find_cells(session: Session) -> None:
    assert session.document is not None
    work = session.document.groundwork
    assert work is not None
    work(no_progress, NEVER)
    assert session.document.groundwork is None


def test_a_single_solve_is_near_far_and_crp_follows_sliders_once_its_cells_are_known(
    session: Session,
) -> None:
    assert session.options.algorithm == "near-far"
    assert session.document is not None
    assert session.document.groundwork is None, "nothing has moved"
    slide(session, 20.0)
    assert session.options.algorithm == "near-far", "there are no cells yet"
    find_cells(session)
    slide(session, 30.0)
    assert session.options.algorithm == "crp"


def test_whatever_solves_the_bits_are_the_same(session: Session) -> None:
    solving = Solving()
    slide(session, 20.0)
    find_cells(session)
    slide(session, 30.0)
    found = {}
    for algorithm in ("near-far", "crp", "dijkstra"):
        session.set_options(replace(session.options, algorithm=algorithm))
        result = solving.run(session.request())
        found[algorithm] = result.on_graph
        assert result.backend == ("cpu" if algorithm == "dijkstra" else "gpu")
    for other in (found["near-far"], found["crp"]):
        assert other is not None
        assert found["dijkstra"] is not None
        np.testing.assert_array_equal(other.times.labels, found["dijkstra"].times.labels)


def test_who_chose_is_not_overruled(session: Session) -> None:
    PartitionPreprocessing().build(
        session.driven.graph, progress=no_progress, cancel=NEVER, on_disk=_nowhere
    )
    slide(session, 20.0)
    assert session.options.algorithm == "crp"
    session.set_options(replace(session.options, algorithm="near-far"))
    slide(session, 30.0)
    assert session.options.algorithm == "near-far"
    session.open(RoadsDocument(opened()))
    session.set_options(replace(session.options, algorithm="bellman-ford"))
    PartitionPreprocessing().build(
        session.driven.graph, progress=no_progress, cancel=NEVER, on_disk=_nowhere
    )
    slide(session, 40.0)
    assert session.options.algorithm == "bellman-ford"


def test_other_roads_begin_with_single_solves_again(session: Session) -> None:
    PartitionPreprocessing().build(
        session.driven.graph, progress=no_progress, cancel=NEVER, on_disk=_nowhere
    )
    slide(session, 20.0)
    assert session.options.algorithm == "crp"
    session.open(RoadsDocument(opened()))
    assert session.options.algorithm == "near-far"


def test_roads_on_the_ground_are_solved_by_what_solves_once(
    session: Session, tmp_path: Path
) -> None:
    ground, roads = write_terrain(tmp_path / "ground.tif"), write_roads(tmp_path / "roads.gpkg")
    session.open(open_joined(JoinRequest(ground, roads)))
    session.set_starts((PlacedStart(LEFT + CELL, TOP - CELL),))
    assert session.options.algorithm == "near-far"
    slide(session, 20.0)
    assert session.options.algorithm == "near-far"
    document = session.document
    assert isinstance(document, JoinedDocument)
    assert document.groundwork is None, "customizing cells of a raster takes longer than solving"
    PartitionPreprocessing().build(
        document.ground, progress=no_progress, cancel=NEVER, on_disk=_nowhere
    )
    slide(session, 30.0)
    assert session.options.algorithm == "near-far"
    assert Solving().run(session.request()).backend == "gpu"


def test_the_rule_holds_for_whatever_is_opened_next(
    session: Session, monkeypatch: pytest.MonkeyPatch
) -> None:
    large, small = OpenRoads.of(streets_of(50)), opened()
    assert small.graph.arc_count < 20 < large.graph.arc_count
    monkeypatch.setattr(app.catalog.algorithms, "LARGE_GRAPH_ARCS", 20)
    for roads, algorithm in ((large, "near-far"), (small, "dijkstra"), (large, "near-far")):
        session.open(RoadsDocument(roads))
        assert session.options.algorithm == algorithm


def test_the_direction_alone_moves_no_costs(session: Session) -> None:
    PartitionPreprocessing().build(
        session.driven.graph, progress=no_progress, cancel=NEVER, on_disk=_nowhere
    )
    session.set_direction("to")
    assert session.options.algorithm == "near-far"


def test_without_a_gpu_nothing_follows(session: Session, monkeypatch: pytest.MonkeyPatch) -> None:
    use_gpus(monkeypatch)
    session.open(RoadsDocument(opened()))
    session.set_options(replace(session.options, algorithm="dijkstra"))
    slide(session, 20.0)
    assert session.document is not None
    assert session.document.groundwork is None
    assert session.options.algorithm == "dijkstra"


def _nowhere() -> Any:
    raise AssertionError("drawn roads have no import to lie beside")
