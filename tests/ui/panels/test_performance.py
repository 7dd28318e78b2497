"""What the performance panel says of a solve in words."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

import pytest
from PySide6.QtCore import QPoint
from PySide6.QtTest import QTest

from app.editing.session import Change
from app.solving.request import Options
from core.trace import Iteration, SolveFinished, SolveStarted
from raster.edits.edit import EditLayer, GroundEdit, LineShape
from tests.ui.driving import Driver
from tests.ui.rasters import Rasters, centre
from ui.panels.performance import PerformancePanel
from ui.panels.solver import SolverPanel
from ui.plots.trace_record import TraceRecord
from ui.plots.trace_words import kernels_told, seen
from ui.texts import milliseconds


def choose(user: Driver, algorithm: str) -> None:
    panel = user.window.docks.panel(SolverPanel)
    panel.algorithm.setCurrentIndex(panel.algorithm.findData(algorithm))
    panel.algorithm.activated.emit(panel.algorithm.currentIndex())
    user.rest()


def test_one_sentence_says_how_fast_it_was(user: Driver, rasters: Rasters) -> None:
    user.open(rasters.geotiff())
    panel = user.window.docks.panel(PerformancePanel)
    assert panel.sentence.text() == "Nothing has been solved yet."
    user.click(*centre(20, 10))
    assert panel.sentence.text().startswith("2\u202f300 places in ")
    assert panel.sentence.text().endswith(" a second.")
    assert "Dijkstra" not in panel.sentence.text(), "which was not measured yet"
    assert panel.figures.text("solve") == milliseconds(user.solved.solve_ms), "one time, not two"
    choose(user, "dijkstra")
    assert "Dijkstra" not in panel.sentence.text(), "it is not compared with itself"
    choose(user, "tiled")
    assert "Dijkstra" in panel.sentence.text()
    user.click(*centre(30, 10))
    assert "Dijkstra" not in panel.sentence.text(), "from there it was not measured"


def test_curves_have_names_units_values_and_a_sentence(user: Driver, rasters: Rasters) -> None:
    user.open(rasters.geotiff())
    user.window.editor.set_options(Options(algorithm="near-far", backend="cpu"))
    user.click(*centre(20, 10))
    panel = user.window.docks.panel(PerformancePanel)
    record, curves = panel.record, panel.units_plot.curves
    names = [curves.plotItem.getAxis(side).labelText for side in ("bottom", "left")]
    assert record.together, "its rounds are short"
    assert names == ["iterations, some together", "cells"]
    assert panel.time_plot.curves.plotItem.getAxis("left").labelText == "µs"
    said = curves.told_at(2.2)
    assert said.startswith(f"3: {record.active[2]} cells active, {record.waiting[2]} waiting, ")
    assert curves.pointer.isVisible()
    assert curves.told_at(1e6) == ""
    assert not curves.pointer.isVisible()
    most = record.active.index(max(record.active)) + 1
    assert panel.seen.text().startswith(f"Most cells are active at {most} of ")
    assert panel.details.value("Kernels").endswith(" % of the time")


def test_the_pointer_over_a_curve_tells_its_values(user: Driver, rasters: Rasters) -> None:
    user.open(rasters.geotiff())
    user.window.editor.set_options(Options(algorithm="near-far", backend="cpu"))
    user.click(*centre(20, 10))
    curves = user.window.docks.panel(PerformancePanel).units_plot.curves
    QTest.mouseMove(curves.viewport(), curves.rect().center() + QPoint(3, 0))
    user.wait(curves.pointer.isVisible)
    QTest.mouseMove(curves.viewport(), QPoint(1, 1))
    user.wait(lambda: not curves.pointer.isVisible())


def test_kernels_are_told_by_their_share_and_grouped_iterations_are_found() -> None:
    record = TraceRecord()
    record.add(
        (
            Iteration(0, 0.1, 1.0, 10, 0, 5, "step", 30.0),
            Iteration(1, 0.2, 2.0, 40, 3, 9, "advance", 10.0),
            Iteration(2, 0.3, 3.0, 20, 0, 12, "mystery", 0.1),
            SolveFinished(9, 12, 3.0, 0.3, False),
        )
    )
    told = kernels_told(record, str)
    assert told == "relax near 75 %, raise the threshold 25 %, mystery < 1 % of the time"
    assert record.together
    assert seen(record, "cells", str) == (
        "Most cells are active at 2 of 3 (40); half of the time is over at 1."
    )
    assert seen(TraceRecord(), "cells", str) == ""


def test_after_a_refused_solve_the_panel_says_whose_figures_it_shows(
    user: Driver, rasters: Rasters
) -> None:
    """A start in the lake, which may be crossed and then may not."""
    user.open(rasters.geotiff())
    panel, editor = user.window.docks.panel(PerformancePanel), user.window.editor
    editor.set_options(replace(user.window.session.options, zero_speed_kmh=4.0))
    user.click(*centre(15, 45))
    solved = panel.figures.text("solve")
    editor.set_options(replace(user.window.session.options, zero_speed_kmh=0.0))
    user.rest()
    assert user.window.session.result is None
    assert panel.sentence.text() == "Nothing is solved now: the figures are of the last solve."
    assert panel.figures.text("solve") == solved
    panel.record.finished = None  # as where memory runs out on the way
    panel.refresh(Change.RESULT)
    assert panel.sentence.text() == "Nothing is solved now: the last solve came to no end."
    user.click(*centre(30, 10))
    assert panel.sentence.text().endswith(" a second.")


def _more_than(count: int, answers: list[object]) -> bool:
    return len(answers) > count


def test_a_drag_does_not_have_the_curves_drawn_at_every_step(
    user: Driver, rasters: Rasters, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("ui.panels.performance.DRAGGED_MS", 60_000)
    user.open(rasters.geotiff())
    user.click(*centre(20, 10))
    panel = user.window.docks.panel(PerformancePanel)
    shown: list[object] = []
    monkeypatch.setattr(panel.units_plot, "show_values", lambda *values: shown.append(values))
    user.press(*centre(20, 10))
    answers: list[object] = []
    user.window.bridge.solve_finished.connect(answers.append)
    for col in range(11, 15):
        before = len(answers)
        user.move(*centre(20, col))
        user.wait(partial(_more_than, before, answers))
        user.rest()
    steps = len(shown)
    assert steps < 4, "a step's picture waits for nothing else"
    user.release(*centre(20, 14))
    user.rest()
    user.move(*centre(20, 20))
    user.click(*centre(30, 10))
    assert len(shown) > steps
    assert panel.figures.text("solve") == milliseconds(user.solved.solve_ms)


def test_under_a_moving_hand_figures_are_of_a_solve_that_ended() -> None:
    """Of one that has just begun they would be 0 again and again."""
    started = SolveStarted("tiled", "cpu", "cpu", 100, "tiles", 1.0, 1.0)
    steps = [Iteration(k, k * 0.1, 1.0, 5, 5, 10 * k, "tiles", 1.0) for k in range(3)]
    first, second = (SolveFinished(3, reached, 9.0, 0.5, False) for reached in (50, 60))
    record = TraceRecord()
    record.add([started, *steps, first, started, steps[0]], moving=True)
    assert (record.finished, record.settled, len(record.index)) == (first, 50, 3)
    record.add([steps[1], second, started], moving=True)
    assert (record.finished, record.settled, record.index) == (second, 60, [0, 1])
    record.add(steps[:2], moving=True)
    assert record.finished is None, "one that takes long is shown"
    assert (record.settled, record.index) == (10, [0, 1])
    record.add([first, started], moving=True)
    record.add([steps[0]])
    assert record.finished is None, "of a hand at rest everything is"
    assert record.index == [0]


def test_an_edit_is_told_as_one(user: Driver, rasters: Rasters) -> None:
    """What went on from the times before says no rate, and nothing of Dijkstra's algorithm."""
    user.open(rasters.geotiff())
    choose(user, "dijkstra")
    user.click(*centre(20, 10))
    panel = user.window.docks.panel(PerformancePanel)
    wall = GroundEdit(
        LineShape((user.window.editor.session.required.grid.centre_of(1, 1),)), "barrier"
    )
    user.window.editor.ground_edits.add_layer(EditLayer((wall,)))
    user.rest()
    assert panel.sentence.text().endswith(", going on from the times before.")
    assert panel.details.value("Solver") == "Update of the times before"
    choose(user, "tiled")
    assert "Dijkstra" not in panel.sentence.text(), "which was not measured with the wall"
