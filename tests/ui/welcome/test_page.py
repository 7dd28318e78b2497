"""What is offered before anything is open, and what beginners are told."""

from __future__ import annotations

import pytest
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
    assert thumbnails.of(gone) is None, "only what is open is seen"
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
