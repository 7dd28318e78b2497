"""A kind of document that the window never heard of is shown like any."""

from __future__ import annotations

from pathlib import Path

import pytest
import rasterio
from PySide6.QtWidgets import QFileDialog

from tests.app.document.lake import write_lake
from tests.ui.canvas.worlds import rgb
from tests.ui.driving import Driver

# Nine by nine cells of 100 m; column 4 is a dam with a gap in row 0.


def _at(row: int, col: int) -> tuple[float, float]:
    return 100 * (col + 0.5), -100 * (row + 0.5)


def _colour(user: Driver, row: int, col: int) -> tuple[int, ...]:
    picture = user.window.map.snapshot()
    at = user.pixel(*_at(row, col)).toPointF() * picture.devicePixelRatio()
    return rgb(picture.pixelColor(at.toPoint()))


def test_a_lake_is_opened_clicked_drawn_and_exported(
    user: Driver, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    window = user.window
    user.open(write_lake(tmp_path, monkeypatch))
    assert window.windowTitle().startswith("loch, 20 knots"), user.message
    hidden = {id_: window.docks.dock(id_).isHidden() for id_ in ("terrain", "vehicle", "route")}
    assert hidden == {"terrain": False, "vehicle": True, "route": True}
    water, dam = _colour(user, 6, 7), _colour(user, 6, 4)
    assert water != dam

    user.click(*_at(6, 4))
    assert "barrier" in user.message
    assert window.session.starts == ()
    user.click(*_at(6, 1))
    assert window.session.result.subject is window.session.required.subject
    assert user.seconds(6, 1) == 0
    around = user.seconds(6, 7)
    assert around > 6 * user.seconds(6, 2), "the way leads through the gap"
    assert "The wind is not asked." in user.message
    near, far = _colour(user, 6, 2), _colour(user, 6, 7)
    assert len({water, near, far}) == 3, "times are drawn over the water"

    lines: list[object] = []
    window.hover.path.connect(lambda line, note: lines.append(line))
    user.move(*_at(6, 7))
    assert window.status.speed.text() == "37 km/h"
    user.wait(lambda: lines and lines[-1] is not None)

    target = tmp_path / "times.tif"
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: (str(target), ""))
    user.export("export_times")
    user.rest()
    assert "Exported times.tif" in user.message
    with rasterio.open(target) as times:
        assert times.read(1)[6, 7] == pytest.approx(around)
        assert times.tags()["LAKE_KNOTS"] == "20"
    user.do("undo")
    user.rest()
    assert window.session.result is None
