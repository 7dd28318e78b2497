"""The command line, and drawn roads with what edits them; tests of terrain open their own."""

from __future__ import annotations

import pytest

from app.document.roads import RoadsDocument
from app.editing.commands import History
from app.editing.road_edits import RoadEdits
from app.editing.session import Session
from tests.app.cli_runs import CommandLine
from tests.app.drawn_roads import opened


@pytest.fixture
def isofront(capsys: pytest.CaptureFixture[str]) -> CommandLine:
    return CommandLine(capsys)


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
