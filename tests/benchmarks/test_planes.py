"""The benchmark of slopes on planes: its truth is one, and its records tell how late times are."""

from __future__ import annotations

import json
import math
from pathlib import Path

import numpy as np
import pytest

from benchmarks.slopes import planes
from raster.slopes.models import Tobler
from tests.raster.slopes.test_wedges import soonest


def test_the_least_time_is_that_of_the_best_two_pieces() -> None:
    """By other code, which tries ways half a degree apart."""
    to = np.array([(500.0, 0.0), (300.0, 400.0), (-200.0, 100.0), (0.0, -700.0)])
    angle = math.radians(20)
    found = planes.least_seconds(Tobler(), 0.3, angle, to)
    assert found == pytest.approx(soonest(Tobler(), 0.3, angle, to), rel=1e-3)
    assert planes.least_seconds(Tobler(), 0.0, 0.0, to[:1])[0] == pytest.approx(
        500 * 0.6 * Tobler().factor(np.zeros(1))[0]
    )


def test_records_tell_how_late_times_are(tmp_path: Path) -> None:
    out = tmp_path / "planes.jsonl"
    planes.main(["--models", "tobler", "--rises", "10", "--side", "61", "--out", str(out)])
    records = [json.loads(line) for line in out.read_text(encoding="utf-8").splitlines()]
    assert len(records) == 6
    for record in records:
        assert record["reached"]
        assert record["earliest_percent"] > -0.01
        straight = record["geometry"] == "straight"
        assert (record["mean_percent"] < 0.6) == straight
        assert 0 < record["worst_percent"] < (5 if straight else 25)
