"""Hierarchies are contracted once for a metric: kept beside an import, in memory elsewhere."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import contextmanager, nullcontext
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import app.solving.hierarchies
from app.roads.costs import RoadCosts
from app.solving.hierarchies import MOST_FILES, HierarchyPreprocessing, KeptHierarchies
from app.solving.solve import Solving
from core.cancel import NEVER, Cancel
from core.errors import CancelledError, ExportError
from core.files.import_cache import cache_size, clear_cache
from core.progress import no_progress
from core.solver import Start
from road.ch.contraction import contract
from road.ch.query.phast import Phast
from road.ch.settings import ContractionSettings
from road.costs.metric import Weights
from road.files.source import cache as source_cache
from road.graph import RoadGraph
from road.search.search_graph import SearchGraph
from tests.app.asking import on_roads
from tests.app.drawn_roads import opened
from tests.road.ch.overlays import arrays_of
from tests.road.drawn import chain

SETTINGS = ContractionSettings(core=20)
Open = Callable[[], RoadGraph]


@pytest.fixture
def opens(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Open:
    """Opens the same import again and again, each time as another object."""
    monkeypatch.setattr(source_cache, "WORTH_BYTES", 0)
    source = tmp_path / "chain.gr"
    source.write_text("roads")
    return lambda: source_cache.cached(source, [source], {}, lambda: chain(400), tmp_path / "kept")


def kept_of(graph: RoadGraph, on_disk: Any = nullcontext) -> KeptHierarchies:
    told: Any = {"progress": no_progress, "cancel": NEVER, "on_disk": on_disk}
    return HierarchyPreprocessing().build(graph, **told)["hierarchies"]


def search_of(graph: RoadGraph, cost: int = 7) -> SearchGraph:
    return SearchGraph.of(graph, Weights(np.full(graph.arc_count, cost, np.uint32)))


def files_in(folder: Path) -> list[Path]:
    return sorted((folder / "kept").glob("*.hierarchy"))


@pytest.fixture
def contracted(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """States of each contraction since."""
    states: list[int] = []

    def counted(search: SearchGraph, *arguments: Any, **told: Any) -> Any:
        states.append(search.states)
        return contract(search, *arguments, **told)

    monkeypatch.setattr(app.solving.hierarchies, "contract", counted)
    return states


def test_in_memory_the_latest_is_kept_as_long_as_the_graph(contracted: list[int]) -> None:
    graph = chain(300)
    first = kept_of(graph).contracted(search_of(graph), SETTINGS)
    assert kept_of(graph).contracted(search_of(graph), SETTINGS) is first
    assert contracted == [300]
    kept_of(graph).contracted(search_of(graph, 8), SETTINGS)
    kept_of(graph).contracted(search_of(graph, 8), ContractionSettings(core=21))
    assert contracted == [300, 300, 300]


def test_beside_an_import_it_is_stored_and_opened(
    opens: Open, tmp_path: Path, contracted: list[int]
) -> None:
    graph = opens()
    made = kept_of(graph).contracted(search_of(graph), SETTINGS)
    (path,) = files_in(tmp_path)
    other = opens()
    found = kept_of(other).contracted(search_of(other), SETTINGS)
    assert contracted == [400]
    assert found.report == made.report
    for one, two in zip(arrays_of(made.hierarchy), arrays_of(found.hierarchy), strict=True):
        np.testing.assert_array_equal(one, two)
        assert (one.dtype, one.flags.writeable) == (two.dtype, two.flags.writeable)
    assert cache_size(tmp_path / "kept").files == 2
    assert clear_cache(tmp_path / "kept").files == 2
    assert not path.exists()


def test_at_hand_is_what_serves_these_costs(opens: Open) -> None:
    phase, usual = HierarchyPreprocessing(), ContractionSettings()

    def unasked() -> SearchGraph:
        raise AssertionError("nothing is kept, so that costs are not looked at")

    graph = opens()
    assert not phase.at_hand(graph, unasked)
    kept_of(graph).contracted(search_of(graph), usual)
    assert phase.at_hand(graph, lambda: search_of(graph))
    assert not phase.at_hand(graph)
    assert not phase.at_hand(graph, lambda: search_of(graph, 8))
    kept_of(graph).contracted(search_of(graph, 8), usual)
    assert phase.at_hand(graph, lambda: search_of(graph, 8))
    again = opens()  # as another run does: only the first is on disk
    assert phase.at_hand(again, lambda: search_of(again))
    assert not phase.at_hand(again, lambda: search_of(again, 8))
    weights = search_of(again).weights
    assert phase.at_hand(again, lambda: SearchGraph.of(again, weights, "to"))


def test_while_costs_move_nothing_is_written(opens: Open, tmp_path: Path) -> None:
    graph = opens()
    for cost in (7, 8, 9):
        kept_of(graph).contracted(search_of(graph, cost), SETTINGS)
    assert len(files_in(tmp_path)) == 1


def test_a_few_files_are_kept_the_oldest_goes(opens: Open, tmp_path: Path) -> None:
    for cost in range(1, MOST_FILES + 3):
        graph = opens()
        kept_of(graph).contracted(search_of(graph, cost), SETTINGS)
    assert len(files_in(tmp_path)) == MOST_FILES


def damage(path: Path) -> None:
    data = bytearray(path.read_bytes())
    data[len(data) // 2] ^= 1
    path.write_bytes(data)


def cut_short(path: Path) -> None:
    path.write_bytes(path.read_bytes()[:-100])


def nothing(path: Path) -> None:
    path.write_bytes(b"")


def text(path: Path) -> None:
    path.write_text("roads")


@pytest.mark.parametrize("spoil", [damage, cut_short, nothing, text])
def test_what_is_no_hierarchy_is_made_anew(
    opens: Open, tmp_path: Path, contracted: list[int], spoil: Callable[[Path], None]
) -> None:
    graph = opens()
    kept_of(graph).contracted(search_of(graph), SETTINGS)
    (path,) = files_in(tmp_path)
    spoil(path)
    again = opens()
    kept_of(again).contracted(search_of(again), SETTINGS)
    assert contracted == [400, 400]
    (note,) = HierarchyPreprocessing().notes(again)
    assert note.startswith(f"the hierarchy {path.name} was damaged and is made again")
    last = opens()
    kept_of(last).contracted(search_of(last), SETTINGS)
    assert contracted == [400, 400]
    assert HierarchyPreprocessing().notes(last) == ()


def test_where_it_cannot_be_stored_a_note_says_why(
    opens: Open, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: Any) -> None:
        raise ExportError("the disk is full", where="hierarchy")

    monkeypatch.setattr(app.solving.hierarchies, "save_hierarchy", full)
    graph = opens()
    kept_of(graph).contracted(search_of(graph), SETTINGS)
    assert HierarchyPreprocessing().notes(graph) == (
        "the hierarchy could not be kept: hierarchy: the disk is full",
    )


def test_files_are_written_in_the_context_that_was_given(opens: Open, tmp_path: Path) -> None:
    entered: list[int] = []

    @contextmanager
    def on_disk() -> Any:
        entered.append(len(files_in(tmp_path)))
        yield

    graph = opens()
    kept_of(graph, on_disk)
    kept_of(graph).contracted(search_of(graph), SETTINGS)
    assert entered == [0]
    assert len(files_in(tmp_path)) == 1


def test_a_cancel_leaves_nothing_behind(opens: Open, tmp_path: Path) -> None:
    cancel = Cancel()
    graph = opens()
    with pytest.raises(CancelledError, match="contraction"):
        kept_of(graph).contracted(
            search_of(graph), SETTINGS, progress=lambda *_: cancel.set(), cancel=cancel
        )
    assert not files_in(tmp_path)
    assert {path.suffix for path in (tmp_path / "kept").iterdir()} == {".roads"}
    with kept_of(graph)._turn, pytest.raises(CancelledError):
        kept_of(graph).contracted(search_of(graph), SETTINGS, cancel=cancel)


def test_both_directions_of_vertices_share_a_hierarchy(contracted: list[int]) -> None:
    graph = chain(300)
    weights = Weights(np.full(graph.arc_count, 7, np.uint32))
    kept = kept_of(graph)
    there = Phast(graph, weights, hierarchies=kept)
    back = Phast(graph, weights, direction="to", hierarchies=kept)
    assert contracted == [300]
    assert back.contraction is there.contraction
    ends = there.solve((Start(3),)).labels[250], back.solve((Start(3),)).labels[250]
    assert ends == (7 * 247, 7 * 247)


def test_a_session_contracts_again_only_when_costs_change(contracted: list[int]) -> None:
    roads = opened()
    solving = Solving()
    first = solving.run(on_roads(roads, 0, algorithm="phast"))
    assert (first.algorithm, first.backend) == ("phast", "cpu")
    np.testing.assert_array_equal(
        first.times.labels, Solving().run(on_roads(roads, 0)).times.labels
    )
    before = len(contracted)  # also streets to warm up on
    solving.run(on_roads(roads, 2, algorithm="phast"))
    assert len(contracted) == before
    slower = roads.driven(RoadCosts.of_profile("truck"))
    truck = solving.run(on_roads(slower, 0, algorithm="phast"))
    assert len(contracted) > before
    np.testing.assert_array_equal(
        truck.times.labels, Solving().run(on_roads(slower, 0)).times.labels
    )
