"""Matrices and uncertain speeds as the panels ask for them are kept in projects."""

from __future__ import annotations

from pathlib import Path

import pytest

from app.matrix.wishes import NOWHERE
from app.project.file import read_project
from app.project.project import open_project
from app.project.wishes import noise_of
from app.uncertainty.noise import SpeedNoise
from core.errors import InputError
from core.times import UNLIMITED
from tests.app.project.projects import changed
from tests.ui.driving import Driver
from tests.ui.rasters import Rasters, centre
from ui.panels.matrix import MatrixPanel
from ui.panels.uncertainty import UncertaintyPanel


def test_what_the_panels_ask_comes_back(
    user: Driver, rasters: Rasters, project: Path, tmp_path: Path
) -> None:
    window, session = user.window, user.window.session
    user.open(rasters.geotiff())
    user.click(*centre(30, 10))
    panel, noise = window.docks.panel(MatrixPanel), window.docks.panel(UncertaintyPanel)
    clinics = tmp_path / "clinics.csv"
    (x, y), (u, v) = centre(5, 5), centre(20, 12)
    clinics.write_text(f"id,x,y\nnorth,{x},{y}\nsouth,{u},{v}\n")
    window.matrices.read("origins", clinics)
    user.rest()
    window.editor.matrix.add_place("destinations", *centre(9, 9))
    window.editor.matrix.wish("limit", limit_seconds=77.25)
    panel.nearest.setValue(2)
    panel.every.click()
    panel.bands.setText("20, 50")
    panel.bands.setModified(True)
    panel.bands.editingFinished.emit()
    window.editor.matrix.wish("people", people=rasters.geotiff("people.tif"))
    user.do("save_project")
    assert not window.projects.unsaved
    noise.runs.setValue(12)
    noise.spread.setValue(35)
    noise.seed.setValue(7)
    noise.alike.setCurrentIndex(1)
    noise.correlation.setValue(250)
    user.wait(window.isWindowModified)
    user.do("save_project")
    asked = session.matrix
    assert asked.every is not None
    user.open(rasters.geotiff("other.tif"))
    noise.seed.setValue(8)
    assert session.matrix.origins is NOWHERE
    user.do("open_project")
    user.rest()
    found = session.matrix
    assert found.origins.ids == ("north", "south")
    assert found.origins.name == "clinics.csv"
    assert [(p.x, p.y) for p in found.origins.places] == [(x, y), (u, v)]
    assert found.destinations is not None
    assert asked.destinations is not None
    assert found.destinations.places == asked.destinations.places
    for name in ("limit_seconds", "nearest", "every", "bands", "people"):
        assert getattr(found, name) == getattr(asked, name), name
    assert found.limit_seconds == 77.25
    assert noise.noise() == SpeedNoise(12, 0.35, 7, "class", 250.0)
    assert not window.projects.unsaved
    panel.run.click()  # and what came back can be asked
    user.rest()
    assert window.matrices.answer is not None
    assert window.matrices.answer.finished.job.origins.ids == ("north", "south")
    user.do("duplicate_scenario")
    assert session.matrix is found, "places are the project's"
    kept = read_project(project).values
    assert "scheduler" not in kept["matrix"]
    assert kept["sources"]["people"]["path"] == "people.tif"


def test_what_is_usual_is_not_written(user: Driver, rasters: Rasters, project: Path) -> None:
    user.open(rasters.geotiff())
    user.do("save_project")
    assert not {"matrix", "uncertainty"} & read_project(project).values.keys()
    noise = user.window.docks.panel(UncertaintyPanel)
    noise.seed.setValue(9)
    user.do("open_project")
    user.rest()
    assert noise.noise() == SpeedNoise()
    assert user.window.session.matrix.limit_seconds == UNLIMITED


@pytest.mark.parametrize(
    ("part", "line"),
    [
        ({"matrix": {"nearest": 0}}, "matrix.nearest"),
        ({"matrix": {"scheduler": "far.away:80"}}, "there is no 'scheduler'"),
        ({"uncertainty": {"spread": 3}}, "uncertainty.spread"),
        ({"uncertainty": {"alike": "all"}}, "is not known"),
    ],
)
def test_what_cannot_be_meant_is_refused(
    part: dict[str, object], line: str, user: Driver, rasters: Rasters, project: Path
) -> None:
    user.open(rasters.geotiff())
    user.do("save_project")
    with pytest.raises(InputError, match=line):
        noise_of(open_project(changed(project, "bad.isofront", **part)).values)
