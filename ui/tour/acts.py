"""What the tour shows, step by step: acts that work the window as a user does.

An act is a generator: it does something, and yields what it waits for. Nothing is shown that the
window did not work out itself.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication, QPoint, QSize, Qt
from PySide6.QtWidgets import QDialog, QScrollArea, QStyle, QStyleOptionSlider, QWidget

from road.properties import RoadClass
from ui.panels.vehicle import VehiclePanel
from ui.texts import translatable
from ui.tour.hand import Hand, Wait

if TYPE_CHECKING:
    from ui.main_window import MainWindow

Spot = tuple[float, float]

# Places of the sample island: metres of its map, and the same as longitude and latitude.
HOLLOWDALE: Spot = (407760, 4394540)
THORNMARKET: Spot = (408660, 4391100)
ALDERFORD: Spot = (405380, 4395780)
OSPREY_QUAY: Spot = (410800, 4389440)
DUNEPORT: Spot = (410120, 4395060)
KELPORT: Spot = (404860, 4389360)
EMBER_HAVEN_LON_LAT: Spot = (13.92189, 39.7222)
TERN_BAY_LON_LAT: Spot = (13.93318, 39.62571)
ACROSS_THE_EAST_ROAD: tuple[Spot, Spot] = ((13.9350, 39.7073), (13.9465, 39.7073))
"""A line over the road from Ember Haven to Duneport."""

SHIFT = Qt.KeyboardModifier.ShiftModifier

RACE_SOLVES = 3
DIALOG_TOP = 32  # pixels between the top of the map and a dialog: the frame of a dialog
SLOW_KMH, FAST_KMH = 30, 130
"""Speeds on motorways that the slider is moved to."""

MAP_FILE, AREAS_FILE = "island_web_map.html", "island_areas.gpkg"
"""Names of what the tour exports."""


@dataclass(frozen=True, eq=False)
class Guide:
    """What acts work with. folder : what they write goes there. say : adds to the caption."""

    window: MainWindow
    hand: Hand
    folder: Path
    dialogs: list[QDialog]
    say: Callable[[str], None]

    def solved(self) -> bool:
        """Whether what is asked is answered, and nothing is prepared any more."""
        result = self.window.session.result
        return result is not None and not result.preview and self.window.bridge.at_rest

    def drawn(self) -> bool:
        """Whether the map shows the answer, too."""
        result, frame = self.window.session.result, self.window.map.frames.frame
        seen = None if frame is None else frame.scene.times
        return self.solved() and result is not None and seen is result.times

    def at_rest(self) -> bool:
        return not self.window.bridge.busy


Act = Callable[[Guide], Iterator[Wait]]


def _tr(text: str) -> str:
    return QCoreApplication.translate("Tour", text)


def _open_island(guide: Guide) -> Iterator[Wait]:
    guide.window.open_sample("terrain")
    yield guide.drawn
    yield 5.0


def _drag(guide: Guide) -> Iterator[Wait]:
    hand, view = guide.hand, guide.window.map
    yield from hand.to_pixel(*view.start_pixels[0], 1.0)
    hand.press()
    for spot in (HOLLOWDALE, ALDERFORD, HOLLOWDALE, DUNEPORT, THORNMARKET):
        yield from hand.to_place(*spot, 1.8)
        yield 0.3
    hand.release()
    yield guide.solved
    yield 1.0


def _play_front(guide: Guide) -> Iterator[Wait]:
    front = guide.window.front
    guide.window.commands["front_play"].trigger()
    yield lambda: not front.playing
    yield 1.0


def _rivals(guide: Guide) -> Iterator[Wait]:
    hand, window = guide.hand, guide.window
    for spot in (KELPORT, ALDERFORD):
        yield from hand.to_place(*spot, 1.0)
        yield from hand.click(SHIFT)
        yield guide.solved
    window.commands["owners"].setChecked(True)
    yield guide.solved
    yield 2.5
    yield from hand.to_pixel(*window.map.start_pixels[1], 0.8)
    hand.press()
    for spot in (OSPREY_QUAY, KELPORT):
        yield from hand.to_place(*spot, 2.2)
    hand.release()
    yield guide.solved
    yield 1.5


def _race(guide: Guide) -> Iterator[Wait]:
    window = guide.window
    window.commands["owners"].setChecked(False)
    window.editor.starts.keep_only(0)
    yield guide.solved
    dialog = window.racing.open()
    guide.dialogs.append(dialog)
    room = window.stage
    dialog.resize(dialog.size().boundedTo(room.size() - QSize(0, DIALOG_TOP)))
    middle = (room.width() - dialog.width()) // 2
    dialog.move(room.mapToGlobal(QPoint(max(middle, 0), DIALOG_TOP)))
    dialog.repeat.setValue(RACE_SOLVES)
    yield 1.5
    before = len(dialog.rows)
    dialog.start.click()
    yield lambda: len(dialog.rows) > before or guide.at_rest()
    yield lambda: not dialog.maps.playing
    yield 4.0
    dialog.close()


def _open_roads(guide: Guide) -> Iterator[Wait]:
    hand, window = guide.hand, guide.window
    window.open_sample("roads")
    yield guide.drawn
    yield 1.0
    yield from hand.to_place(*EMBER_HAVEN_LON_LAT, 1.2)
    yield from hand.click()
    yield guide.drawn
    yield from hand.to_place(*TERN_BAY_LON_LAT, 2.5)
    yield 3.0


def _close_road(guide: Guide) -> Iterator[Wait]:
    hand, window = guide.hand, guide.window
    window.comparing.keep()
    window.commands["close_roads"].setChecked(True)
    begin, end = ACROSS_THE_EAST_ROAD
    yield from hand.to_place(*begin, 1.2)
    hand.press()
    yield from hand.to_place(*end, 1.2)
    hand.release()
    window.commands["close_roads"].setChecked(False)
    yield guide.drawn
    yield 3.5


def _compare(guide: Guide) -> Iterator[Wait]:
    hand, window = guide.hand, guide.window
    view, comparing = window.map, window.comparing
    comparing.look("swipe")
    middle = view.height() / 2
    yield from hand.to_pixel(view.swipe.divider * view.width(), middle, 0.8)
    hand.press()
    window.hover.leave()  # the divider keeps the pointer for itself, and the way would stay
    for share in (0.8, 0.35, 0.75):
        yield from hand.to_pixel(share * view.width(), middle, 1.6)
    hand.release()
    comparing.look("difference")
    yield guide.at_rest
    yield 4.0


def _slide(guide: Guide) -> Iterator[Wait]:
    hand, window = guide.hand, guide.window
    window.comparing.forget()
    window.docks.show_panel("vehicle")
    yield 0.4
    row = window.docks.panel(VehiclePanel).speeds[RoadClass.MOTORWAY]
    _bring_into_view(row)
    yield 0.4
    slider = row.slider
    before = slider.value()
    slider.setSliderDown(True)
    hand.grasp(True)
    try:
        for goal in (SLOW_KMH, FAST_KMH, before):
            while (value := slider.value()) != goal:
                slider.setValue(max(value - 4, goal) if value > goal else min(value + 4, goal))
                hand.show_over(slider, _handle(slider))
                yield 0.1
            yield 1.0
    finally:
        slider.setSliderDown(False)
        hand.grasp(False)
    yield guide.solved
    window.docks.dock("vehicle").hide()


def _bring_into_view(widget: QWidget) -> None:
    """Scroll all that it lies in."""
    parent = widget.parentWidget()
    while parent is not None:
        if isinstance(parent, QScrollArea):
            parent.ensureWidgetVisible(widget)
        parent = parent.parentWidget()


def _handle(slider: QWidget) -> QPoint:
    """The middle of its handle."""
    option = QStyleOptionSlider()
    slider.initStyleOption(option)  # type: ignore[attr-defined]  # of a QSlider
    part = QStyle.SubControl.SC_SliderHandle
    handle = slider.style().subControlRect(QStyle.ComplexControl.CC_Slider, option, part, slider)
    return handle.center()


def _export(guide: Guide) -> Iterator[Wait]:
    exporter = guide.window.exporter
    written = []
    for kind, name in (("polygons", AREAS_FILE), ("page", MAP_FILE)):
        path = guide.folder / name
        exporter.export(kind, path)
        yield guide.at_rest
        if path.exists():
            written.append(f"{name} ({path.stat().st_size // 1024 + 1} kB)")
    if written:
        guide.say(_tr("Written: {files}").format(files=", ".join(written)))
    yield 5.0


@dataclass(frozen=True)
class Step:
    """A step of the tour: what is said of it, and what is done."""

    id: str
    title: str
    text: str
    act: Act

    @property
    def said(self) -> tuple[str, str]:
        return _tr(self.title), _tr(self.text)


N = translatable

STEPS: tuple[Step, ...] = (
    Step("open", N("Tour", "How far can you get?"),
         N("Tour", "An island, and how fast one moves in each of its cells. One click is answered "
                   "everywhere."), _open_island),
    Step("drag", N("Tour", "Drag the start"),
         N("Tour", "Two million cells are solved again at every step of the hand."), _drag),
    Step("front", N("Tour", "The front moves"),
         N("Tour", "Along roads first, then over fields and up the valleys."), _play_front),
    Step("rivals", N("Tour", "Competition"),
         N("Tour", "Several starts: each place in the colour of the one that is there first."),
         _rivals),
    Step("race", N("Tour", "Race of solvers"),
         N("Tour", "The same question to each of them: equal bits, checked, not equally fast."),
         _race),
    Step("roads", N("Tour", "Roads, too"),
         N("Tour", "One-way streets and forbidden turns count; the route follows the pointer."),
         _open_roads),
    Step("closure", N("Tour", "Close a road"),
         N("Tour", "This result is kept; then a line is drawn, and the road under it is closed."),
         _close_road),
    Step("compare", N("Tour", "Compare"),
         N("Tour", "Before and after, by a swipe; then what is later, in orange."), _compare),
    Step("slider", N("Tour", "What if motorways were slower?"),
         N("Tour", "A slider is moved, and every time on the map follows."), _slide),
    Step("export", N("Tour", "Take it with you"),
         N("Tour", "Areas for a GIS, and a web map that any browser shows."), _export),
)  # fmt: skip
