"""A document of drawn roads and what edits it; tests of terrain open a session of their own."""

from __future__ import annotations

import pytest

from app.document.roads import RoadsDocument
from app.editing.commands import History
from app.editing.road_edits import RoadEdits
from app.editing.session import Session
from tests.app.drawn_roads import opened


@pytest.fixture
def session() -> Session:
    session = Session()
    session.open(RoadsDocument(opened()))
    return session


@pytest.fixture
def history(session: Session) -> History:
    return History(session)


@pytest.fixture
def remarks() -> list[str]:
    """What `edits` has said so far."""
    return []


@pytest.fixture
def edits(session: Session, history: History, remarks: list[str]) -> RoadEdits:
    return RoadEdits(session, history.do, remarks.append)
