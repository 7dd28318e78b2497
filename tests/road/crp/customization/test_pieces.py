"""Pieces cover all cells, wait for what is below them, and give the same bits to any threads."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise
from typing import Any

import numpy as np
import pytest

from core.cancel import NEVER, Cancel
from core.errors import CancelledError
from core.parallel import team
from road.crp.customization import customize as customize_module
from road.crp.customization import pieces as module
from road.crp.customization.customize import cell_arrays, customize, microcode_of
from road.crp.customization.pieces import PieceProgress, WorkPlan, plan_of, serve_cells, work_of
from road.crp.overlay.overlay import Overlay, overlay_of
from road.search.search_graph import SearchGraph
from tests.road.crp.customization.test_changed import assert_same
from tests.road.crp.nests import halved
from tests.road.drawn import random_town
from tests.road.searches import random_weights

MANY = 16


@pytest.fixture(scope="module")
def overlay() -> Overlay:
    town = random_town(600, 3)
    search = SearchGraph.of(town, random_weights(town, 3, turns=True))
    return overlay_of(search, halved(town, (4, 8, 16, 32, 64, 128), mezzanine=(16,), phantom=(8,)))


@pytest.fixture
def fine(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """So many threads as there may be, and pieces of few cells, on an overlay of a town."""
    monkeypatch.setattr(module, "_PLANS", type(module._PLANS)())
    monkeypatch.setattr(module, "thread_count", lambda: MANY)
    monkeypatch.setattr(module, "WORTH_A_THREAD_NS", 500.0)
    monkeypatch.setattr(module, "PIECE_NS", 400.0)
    with ThreadPoolExecutor(MANY - 1) as helpers:
        monkeypatch.setattr(team, "_HELPERS", helpers)
        yield


def planned(overlay: Overlay, by_code: bool, down: bool = True) -> WorkPlan:
    return plan_of(overlay, microcode_of(overlay) if by_code else None, down)


@pytest.mark.parametrize("by_code", [True, False])
@pytest.mark.usefixtures("fine")
def test_each_cell_is_in_one_piece_and_all_inside_it_in_those_it_needs(
    overlay: Overlay, by_code: bool
) -> None:
    pieces, members = planned(overlay, by_code)
    assert len(pieces.first) == len(overlay.levels) + 1
    assert pieces.first[-1] == len(pieces.begin) == len(pieces.needed)
    assert members[0] == MANY
    assert all(one >= other >= 1 for one, other in pairwise(members))
    for number, level in enumerate(overlay.levels):
        own = slice(pieces.first[number], pieces.first[number + 1])
        begin, end = pieces.begin[own], pieces.end[own]
        assert begin[0] == 0
        assert end[-1] == level.cells
        np.testing.assert_array_equal(begin[1:], end[:-1])
        assert (begin < end).all()
        assert len(begin) > 1 or number > 3
        for piece in range(*own.indices(len(pieces.begin))):
            needed = range(pieces.needs[piece], pieces.needed[piece])
            if number == 0:
                assert not len(needed)
                continue
            parent = overlay.levels[number - 1].parent
            inside = np.flatnonzero(
                (parent >= pieces.begin[piece]) & (parent < pieces.end[piece])
            ).tolist()
            below = [c for p in needed for c in range(pieces.begin[p], pieces.end[p])]
            assert set(inside) <= set(below)
            assert needed.start >= pieces.first[number - 1]
            assert needed.stop <= pieces.first[number]


@pytest.mark.parametrize("down", [True, False])
@pytest.mark.parametrize("by_code", [True, False])
def test_sixteen_threads_give_the_bits_of_one(
    overlay: Overlay, by_code: bool, down: bool, monkeypatch: pytest.MonkeyPatch,
    request: pytest.FixtureRequest,
) -> None:  # fmt: skip
    if not by_code:
        monkeypatch.setattr(customize_module, "microcode_of", lambda _: None)
    how: Any = {"down": down, "keep_all": True}
    monkeypatch.setattr(module, "thread_count", lambda: 1)
    expected = customize(overlay, overlay.search, **how)
    request.getfixturevalue("fine")
    for _ in range(10):
        found = customize(overlay, overlay.search, **how)
        assert_same(found, expected)
        assert found.times[0].served == expected.times[0].served
    assert max(planned(overlay, by_code, down).members) == MANY


@pytest.mark.usefixtures("fine")
def test_a_piece_waits_until_all_below_it_is_done(overlay: Overlay) -> None:
    plan = planned(overlay, by_code=True)
    pieces, progress = plan.pieces, PieceProgress.of(plan.pieces)
    done = customize(overlay, overlay.search, keep_all=True)
    level, served = overlay.levels[1], np.zeros(len(overlay.levels), np.int64)
    shortcuts, down = np.zeros_like(done.shortcuts[1]), np.zeros_like(done.down[1])
    args: Any = (
        pieces, progress, NEVER.flag, served, cell_arrays(level),
        overlay.rows_below(1)[0], done.shortcuts[0], shortcuts, down,
    )  # fmt: skip
    first = pieces.first[1]
    lowest = slice(0, first)
    progress.done[lowest] = 1
    progress.done[pieces.needed[first + 1] - 1] = 0  # of the second piece; the first may need it
    held = serve_cells(1, -1, *args)
    assert held in (first, first + 1)
    assert not progress.done[held]
    assert held == serve_cells(1, held, *args), "it still waits"
    progress.done[lowest] = 1
    assert serve_cells(1, held, *args) == -1
    np.testing.assert_array_equal(shortcuts, done.shortcuts[1])
    np.testing.assert_array_equal(down, done.down[1])
    assert serve_cells(1, -1, *args) == -1, "nothing is left"
    assert served[1] == done.times[1].served


@pytest.mark.usefixtures("fine")
def test_a_stop_ends_all_threads(overlay: Overlay) -> None:
    cancel = Cancel()
    cancel.set()
    with pytest.raises(CancelledError):
        customize(overlay, overlay.search, cancel=cancel)


def test_each_level_has_the_threads_that_it_has_work_for(
    overlay: Overlay, monkeypatch: pytest.MonkeyPatch
) -> None:
    work = [float(work_of(overlay, k, None, True).sum()) for k in range(len(overlay.levels))]
    monkeypatch.setattr(module, "thread_count", lambda: MANY)
    for worth, expected in (
        (max(work), [1] * len(work)),
        (work[0] / 3.5, [max(min(int(3.5 * own / work[0]), 3), 1) for own in work]),
    ):
        monkeypatch.setattr(module, "_PLANS", type(module._PLANS)())
        monkeypatch.setattr(module, "WORTH_A_THREAD_NS", worth)
        members = plan_of(overlay, None, True).members
        assert members == tuple(np.minimum.accumulate(expected).tolist())
        assert plan_of(overlay, None, True).members is members, "planned once"
