"""Which GPU, how much of its memory, and the word about a GPU that failed."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from pytestqt.qtbot import QtBot

from app.document.terrain import TerrainDocument
from app.solving.request import Options
from raster.grid import grid_from_kmh
from tests.app.gpu_rows import TWO_GPUS, Broken, Working, row, use_gpus, use_rows
from tests.ui.driving import Driver
from tests.ui.roads import Roads
from ui import preferences
from ui.main_window import MainWindow
from ui.panels.solver import SolverPanel


def panel_of(user: Driver) -> SolverPanel:
    return user.window.docks.panel(SolverPanel)


def test_without_a_gpu_nothing_is_asked_about_one(user: Driver) -> None:
    panel = panel_of(user)
    panel.show_gpus(())
    assert not panel.device.isVisibleTo(panel)
    assert not panel.memory.isVisibleTo(panel)


def test_with_one_gpu_only_its_memory_is_asked_for(user: Driver) -> None:
    panel = panel_of(user)
    panel.show_gpus(TWO_GPUS[:1])
    assert not panel.device.isVisibleTo(panel)
    assert panel.memory.isVisibleTo(panel)
    assert panel.memory.maximum() == 8 << 10
    assert panel.memory.text() == "all free memory"


def test_a_choice_is_an_edit_that_can_be_undone(user: Driver) -> None:
    panel = panel_of(user)
    panel.show_gpus(TWO_GPUS)
    assert panel.device.isVisibleTo(panel)
    panel.device.setCurrentIndex(panel.device.findData(1))
    panel.device.activated.emit(panel.device.currentIndex())
    assert user.window.session.options.device == 1
    panel.memory.setValue(2048)
    assert user.window.session.options.gpu_memory_mib == 2048
    user.do("undo")
    assert panel.memory.value() == 0
    user.do("undo")
    assert user.window.session.options.device is None
    assert panel.device.currentText() == "Automatic"


def test_the_choice_is_remembered_and_a_gpu_that_is_gone_is_not_insisted_on(
    qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    use_gpus(monkeypatch, *TWO_GPUS)
    assert preferences.gpu_choice() == (None, 0)
    first = MainWindow()
    first.session.set_options(Options(device=1, gpu_memory_mib=512))
    first.close()
    assert preferences.gpu_choice() == (1, 512)
    again = MainWindow()
    assert (again.session.options.device, again.session.options.gpu_memory_mib) == (1, 512)
    again.close()
    use_gpus(monkeypatch, TWO_GPUS[0])
    without = MainWindow()
    assert without.session.options.device is None
    without.close()


def test_a_gpu_that_fails_is_spoken_of_once(user: Driver, monkeypatch: pytest.MonkeyPatch) -> None:
    use_gpus(monkeypatch, TWO_GPUS[0])
    use_rows(monkeypatch, row("fast", Broken), row("good", Working))
    editor = user.window.editor
    editor.set_options(Options(algorithm="fast"))
    editor.open(TerrainDocument(grid_from_kmh(np.full((40, 40), 36), 10.0)))
    user.rest()
    editor.place(5.0, -5.0)
    user.rest()
    assert user.solved.backend == "cpu"
    assert "solved on the CPU instead" in user.message
    user.window.stage.messages.dismiss()
    editor.place(25.0, -25.0)
    user.rest()
    assert user.solved.notes
    assert user.message == ""
    editor.set_options(Options(algorithm="good"))
    user.rest()
    assert (user.solved.backend, user.message) == ("gpu", "")


def test_a_panel_says_why_several_gpus_cannot_share_the_work(
    user: Driver, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    user.open(Roads(tmp_path).town())
    panel, crp = panel_of(user), replace(user.window.session.options, algorithm="crp")
    for gpus, words in (
        ((), "none can be used here"),
        (TWO_GPUS[:1], "this machine has one"),
        (TWO_GPUS, ""),
    ):
        use_gpus(monkeypatch, *gpus)
        user.window.editor.set_options(replace(crp, algorithm="dijkstra"))
        assert "Several GPUs" not in panel._explanation.text()
        user.window.editor.set_options(crp)
        assert words in panel._explanation.text()
        assert panel.knobs["gpus"].isEnabled() == (len(gpus) > 1)


@pytest.mark.parametrize("gpus", [0, 2])
def test_an_algorithm_that_needs_a_gpu_is_grey_without_one(
    user: Driver, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, gpus: int
) -> None:
    use_gpus(monkeypatch, *TWO_GPUS[:gpus])
    user.open(Roads(tmp_path).town())
    box = panel_of(user).algorithm
    item = box.model().item(box.findData("warp-heap"))  # type: ignore[attr-defined]
    assert item.isEnabled() == bool(gpus)
    assert item.toolTip().startswith("This algorithm needs a GPU.") != bool(gpus)
    assert box.model().item(box.findData("phast")).isEnabled()  # type: ignore[attr-defined]
