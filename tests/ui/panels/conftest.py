"""The *Matrix* panel in front, with and without places."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.ui.driving import Driver
from tests.ui.many_places import CLINICS, HOMES, Hand, places
from tests.ui.roads import Roads


@pytest.fixture
def hand(user: Driver, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Hand:
    """The town with its *Matrix* panel in front.

    5 +--+--+--+--+..+
      |  n  |  |  |  :      n, s  clinics of CLINICS
      |  |  |  s  |  :
    0 +==+==+==+==+==+
      0           4  5
    """
    user.open(Roads(tmp_path).town())
    hand = Hand(user, tmp_path, monkeypatch)
    hand.show()
    return hand


@pytest.fixture
def asked(hand: Hand, tmp_path: Path) -> Hand:
    """From clinics to homes."""
    hand.choose(hand.panel.origins_file, places(tmp_path, "clinics.csv", CLINICS))
    hand.choose(hand.panel.destinations_file, places(tmp_path, "homes.csv", HOMES))
    return hand
