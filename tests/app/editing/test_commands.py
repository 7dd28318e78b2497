"""Undo and redo: there and back again, a drag as one step."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from app.bands import Bands
from app.document.terrain import TerrainDocument
from app.editing.commands import Edit, History
from app.editing.session import Session
from app.solving.request import Options
from app.starts import PlacedStart
from core.errors import InputError
from raster.grid import grid_from_kmh


def _at(x: float) -> tuple[PlacedStart, ...]:
    return (PlacedStart(x, -0.5),)


@pytest.fixture
def session() -> Session:
    session = Session()
    session.open(TerrainDocument(grid_from_kmh(np.full((1, 9), 10))))
    return session


@pytest.fixture
def history(session: Session) -> History:
    return History(session)


def edit(what: str, before: object, after: object, merge_key: str = "") -> Edit[Any]:
    return Edit(getattr(Session, f"set_{what}"), before, after, f"Set {what}", merge_key)


def _state(session: Session) -> tuple[object, ...]:
    return session.starts, session.limit_seconds, session.bands, session.options


def _edits(session: Session) -> tuple[Edit[Any], ...]:
    return (
        edit("starts", (), _at(0.5)),
        edit("limit", session.limit_seconds, 60.0),
        edit("bands", session.bands, Bands.parse("10,20")),
        edit("options", session.options, Options("dijkstra")),
    )


def test_undoing_everything_restores_the_beginning_and_redoing_the_end(
    session: Session, history: History
) -> None:
    beginning, edits = _state(session), _edits(session)
    states = [beginning]
    for each in edits:
        history.do(each)
        states.append(_state(session))
    assert len(set(map(repr, states))) == len(states)
    for state in reversed(states[:-1]):
        history.undo()
        assert _state(session) == state
    for state in states[1:]:
        history.redo()
        assert _state(session) == state


def test_labels_name_what_undo_and_redo_would_do(session: Session, history: History) -> None:
    assert (history.undo_label, history.redo_label) == ("", "")
    history.do(edit("starts", (), _at(0.5)))
    assert (history.undo_label, history.redo_label) == ("Set starts", "")
    history.undo()
    assert (history.undo_label, history.redo_label) == ("", "Set starts")


def test_a_drag_is_one_step_back_to_where_it_began(session: Session, history: History) -> None:
    history.do(edit("starts", (), _at(0.5)))
    for x in (1.5, 2.5, 3.5):
        history.do(edit("starts", session.starts, _at(x), "drag 1"))
    history.undo()
    assert session.starts == _at(0.5)
    history.redo()
    assert session.starts == _at(3.5)


def test_two_drags_are_two_steps(session: Session, history: History) -> None:
    for key, x in (("drag 1", 1.5), ("drag 1", 2.5), ("drag 2", 3.5)):
        history.do(edit("starts", session.starts, _at(x), key))
    history.undo()
    assert session.starts == _at(2.5)


def test_edits_without_a_key_never_merge(session: Session, history: History) -> None:
    history.do(edit("starts", (), _at(0.5)))
    history.do(edit("starts", _at(0.5), _at(1.5)))
    history.undo()
    assert session.starts == _at(0.5)


def test_edits_of_different_kinds_never_merge(session: Session, history: History) -> None:
    history.do(edit("limit", session.limit_seconds, 60.0, "slider"))
    history.do(edit("bands", session.bands, Bands.parse("10"), "slider"))
    history.undo()
    assert session.limit_seconds == 60.0


@pytest.mark.parametrize("index", range(4))
def test_every_kind_merges_with_its_like(session: Session, history: History, index: int) -> None:
    later = (
        edit("starts", _at(0.5), _at(1.5), "k"),
        edit("limit", 60.0, 120.0, "k"),
        edit("bands", Bands.parse("10,20"), Bands.parse("30"), "k"),
        edit("options", Options("dijkstra"), Options("tiled", "cpu"), "k"),
    )
    earlier = (
        edit("starts", (), _at(0.5), "k"),
        edit("limit", session.limit_seconds, 60.0, "k"),
        edit("bands", session.bands, Bands.parse("10,20"), "k"),
        edit("options", session.options, Options("dijkstra"), "k"),
    )
    beginning = _state(session)
    history.do(earlier[index])
    history.do(later[index])
    end = _state(session)
    history.undo()
    assert _state(session) == beginning
    history.redo()
    assert _state(session) == end


def test_a_new_edit_after_undo_forgets_what_was_undone(session: Session, history: History) -> None:
    history.do(edit("starts", (), _at(0.5)))
    history.undo()
    history.do(edit("limit", session.limit_seconds, 60.0))
    history.redo()
    assert session.starts == ()
    assert history.redo_label == ""


def test_nothing_to_undo_or_redo_changes_nothing(session: Session, history: History) -> None:
    before = _state(session)
    history.undo()
    history.redo()
    assert _state(session) == before


def test_a_cleared_history_has_nothing_to_undo(session: Session, history: History) -> None:
    history.do(edit("starts", (), _at(0.5)))
    history.clear()
    history.undo()
    assert session.starts == _at(0.5)


def test_an_edit_that_is_refused_leaves_no_step_behind(session: Session, history: History) -> None:
    with pytest.raises(InputError):
        history.do(edit("limit", session.limit_seconds, -1.0))
    assert history.undo_label == ""
