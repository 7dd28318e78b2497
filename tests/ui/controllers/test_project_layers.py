"""Projects of the window whose base layers take a while to come."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from app.project.file import read_project
from tests.ui.driving import PATIENCE_MS, Driver
from tests.ui.rasters import Rasters, centre
from ui.layers.opening import open_layer


@pytest.fixture
def layered(
    user: Driver, rasters: Rasters, project: Path, monkeypatch: pytest.MonkeyPatch
) -> Iterator[threading.Event]:
    """A project with a base layer is opened, and that waits until it is let through."""
    user.open(rasters.geotiff())
    user.click(*centre(30, 10))
    user.window.layer_files.add(rasters.geotiff("below.tif"))
    user.rest()
    user.do("save_project")
    user.open(rasters.geotiff("other.tif"))
    go_on = threading.Event()

    def opened(*words: Any) -> Any:
        go_on.wait(PATIENCE_MS / 1e3)
        return open_layer(*words)

    monkeypatch.setattr("ui.controllers.projects.looks.open_layer", opened)
    user.do("open_project")
    user.wait(lambda: user.window.projects.path == project)
    yield go_on
    go_on.set()


def layers_in(project: Path) -> int:
    return len(read_project(project).values["layers"])


def test_work_done_while_base_layers_come_is_work_and_they_are_saved(
    user: Driver, project: Path, layered: threading.Event
) -> None:
    projects = user.window.projects
    assert not projects.unsaved
    user.window.editor.set_limit(33.0)
    assert projects.unsaved
    user.do("save_project")
    assert layers_in(project) == 1
    user.window.editor.set_limit(34.0)
    layered.set()
    user.wait(lambda: user.window.layer_files.stack.layers)
    assert projects.unsaved, "what was done meanwhile"
    user.do("save_project")
    assert (layers_in(project), projects.unsaved) == (1, False)


def test_base_layers_that_come_are_no_work(user: Driver, layered: threading.Event) -> None:
    layered.set()
    user.wait(lambda: user.window.layer_files.stack.layers)
    user.rest()
    assert not user.window.projects.unsaved


def test_base_layers_that_were_cancelled_leave_a_project_that_is_asked_about(
    user: Driver, layered: threading.Event
) -> None:
    user.window.bridge.cancel()
    assert user.window.projects.unsaved, "they are in its file, and not in the window"
    layered.set()
    user.rest()
    assert not user.window.layer_files.stack.layers


def test_base_layers_do_not_follow_to_what_is_opened_meanwhile(
    user: Driver, rasters: Rasters, project: Path, layered: threading.Event
) -> None:
    user.window.open_path(rasters.geotiff("third.tif"))
    user.wait(lambda: user.window.session.required.path.name == "third.tif")
    assert user.window.projects.path is None, "to save it must not replace the project"
    layered.set()
    user.rest()
    assert not user.window.layer_files.stack.layers
