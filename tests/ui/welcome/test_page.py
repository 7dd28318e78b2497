"""What is offered before anything is open, and what beginners are told."""

from __future__ import annotations

import signal
import subprocess
import sys
from pathlib import Path

import pytest
from PySide6.QtGui import QImage
from PySide6.QtTest import QTest

from tests.ui.driving import LEFT_BUTTON, Driver
from tests.ui.rasters import Rasters, centre
from ui.main_window import MainWindow
from ui.preferences import first_run
from ui.welcome import thumbnails


def test_recent_files_stand_on_the_welcome_page_with_their_maps(
    user: Driver, rasters: Rasters
) -> None:
    path, gone = rasters.geotiff(), rasters.geotiff("gone.tif")
    user.open(gone)
    user.open(path)
    user.click(*centre(20, 10))
    user.window.close()
    picture = thumbnails.of(path)
    assert picture is not None
    assert (picture.width(), picture.height()) == (thumbnails.WIDTH, thumbnails.HEIGHT)
    again = MainWindow()
    try:
        again.show()
        first, second = again.welcome.recents.buttons
        assert first.text().startswith(path.name)
        assert second.text().startswith(gone.name)
        first.click()
        user.bot.waitUntil(lambda: again.session.document is not None)
        assert again.session.required.path == path
    finally:
        again.close()


KILLED = """
import os, signal, sys, time
from pathlib import Path
from PySide6.QtCore import QSettings
from ui import preferences
from ui.application import application
from ui.main_window import MainWindow
from ui.welcome import thumbnails

store, path = sys.argv[1], Path(sys.argv[2])
QSettings.setPath(QSettings.Format.IniFormat, QSettings.Scope.UserScope, store)
app = application([], scheme="light", on_screen=False)
window = MainWindow()
window.show()
window.open_path(path)
until = time.monotonic() + 120
while thumbnails.of(path) is None and time.monotonic() < until:
    app.processEvents()
    time.sleep(0.005)
os.kill(os.getpid(), signal.SIGKILL)
"""
"""Program that opens a file in a window and dies as soon as its map is kept, or after a while."""


def test_a_killed_window_has_kept_what_was_opened_and_how_it_looked(
    user: Driver, rasters: Rasters, tmp_path: Path
) -> None:
    path = rasters.geotiff()
    call = [sys.executable, "-c", KILLED, str(tmp_path / "settings"), str(path)]
    ended = subprocess.run(call, cwd=Path(__file__).parents[3], capture_output=True, check=False)
    assert ended.returncode == -signal.SIGKILL, ended.stderr.decode()
    user.window = window = MainWindow()
    user.bot.addWidget(window)
    [button] = window.welcome.recents.buttons
    assert button.text().startswith(path.name)
    assert thumbnails.of(path) is not None


def test_the_first_result_of_a_file_is_kept_as_it_is_seen(user: Driver, rasters: Rasters) -> None:
    path = rasters.geotiff()
    user.open(path)
    user.wait(lambda: thumbnails.of(path) is not None)
    before = _kept(path)
    user.click(*centre(20, 10))
    user.wait(lambda: _kept(path) != before)


def _kept(path: Path) -> QImage:
    picture = thumbnails.of(path)
    assert picture is not None
    return picture.toImage()


def test_the_welcome_page_has_a_door_to_each_sample_and_the_tour(
    user: Driver, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened: list[str] = []
    welcome = user.window.welcome
    monkeypatch.setattr(user.window.opener, "open_sample", opened.append)
    for button in (welcome.sample_button, welcome.roads_button):
        QTest.mouseClick(button, LEFT_BUTTON)
    assert opened == ["terrain", "roads"]
    begun: list[bool] = []
    user.window.tour_wanted.connect(lambda: begun.append(True))
    QTest.mouseClick(welcome.tour_button, LEFT_BUTTON)
    assert begun == [True]


def test_the_first_steps_are_ticked_off_and_come_at_the_first_run_only(
    user: Driver, rasters: Rasters, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("ui.preferences.first_run", first_run)
    assert not user.window.first_steps.isVisible()
    user.window = window = MainWindow()
    user.bot.addWidget(window)
    window.resize(1024, 600)
    window.show()
    assert window.height() <= 600
    steps = window.first_steps
    assert steps.isVisible()
    assert [label.text()[0] for label in steps.labels] == ["1", "2", "3"]
    user.open(rasters.geotiff())
    assert [label.text()[0] for label in steps.labels] == ["✓", "2", "3"]
    user.click(*centre(20, 10))
    assert [label.text()[0] for label in steps.labels] == ["✓", "✓", "3"]
    window.exporter.export("times", rasters.folder / "times.tif")
    user.rest()
    assert not steps.isVisible()
    assert not first_run()
    user.do("first_steps")
    assert steps.isVisible()
    QTest.mouseClick(steps.close_button, LEFT_BUTTON)
    assert not steps.isVisible()
    window.close()
