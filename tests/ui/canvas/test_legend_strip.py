"""The legend of a small map lies low and says the same of times."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise

import pytest
from PySide6.QtCore import QPointF
from PySide6.QtGui import QColor, QFont, QImage, QPainter
from PySide6.QtWidgets import QApplication

from app.bands import BEYOND_COLOUR, Bands
from tests.ui.canvas.test_legend import scene
from tests.ui.canvas.worlds import BARE
from ui.canvas.legend import Legend, LegendPainter
from ui.canvas.legend_strip import LegendStrip
from ui.canvas.map_view import MapView
from ui.pictures.scene import Named
from ui.pictures.terrain import TerrainScene
from ui.pictures.theme import LIGHT

SIX = Bands.even(60.0, 6)


def strip_of(of: TerrainScene) -> LegendStrip:
    return LegendStrip(of, Legend.of(of), LIGHT, QFont())


def drawn(strip: LegendStrip) -> QImage:
    width, height = map(round, strip.size())
    image = QImage(width + 20, height + 20, QImage.Format.Format_RGB32)
    image.fill(0)
    pen = QPainter(image)
    plate = strip.draw(pen, QPointF(width + 10, height + 10))
    pen.end()
    assert (plate.left(), plate.top()) == pytest.approx((10, 10), abs=1)
    return image


def test_it_lies_lower_than_rows_and_has_all_colours(qapp: QApplication) -> None:
    of = replace(scene(), bands=SIX)
    strip, rows = strip_of(of), LegendPainter(Legend.of(of).of_times(), LIGHT, QFont(), 600.0)
    assert strip.size()[1] < rows.size()[1] / 2
    image = drawn(strip)
    seen = {image.pixelColor(x, y).rgb() for x in range(image.width()) for y in range(20, 50)}
    colours = [*(colour for colour, _ in Legend.of(of).bands), BEYOND_COLOUR]
    assert {QColor(*colour).rgb() for colour in colours} <= seen


def test_labels_keep_apart_and_the_last_has_the_unit(qapp: QApplication) -> None:
    for bands in (SIX, Bands.even(60.0, 12), Bands((5.0, 100.0, 100_000.0))):
        strip = strip_of(replace(scene(), bands=bands))
        image = drawn(strip)
        bar = image.rect().toRectF().adjusted(19, 30, 0, 0)
        bar.setWidth(strip._bar)
        labels = list(strip._labels(bar))
        assert labels[0][2] == "0"
        assert labels[-1][2] == bands.limit_labels()[-1]
        for (_, one, _), (_, other, _) in pairwise(labels):
            assert one.right() < other.left()
        assert labels[-1][1].right() <= image.width() - 10


def test_a_smooth_scale_is_a_smooth_bar(qapp: QApplication) -> None:
    smooth = replace(scene(limit=60.0), style=replace(BARE, continuous=True))
    image = drawn(strip_of(smooth))
    row = [image.pixelColor(x, 35).rgb() for x in range(25, 150)]
    assert len(set(row)) > 40


def test_a_small_map_has_it_and_a_large_one_has_rows(
    world: MapView, monkeypatch: pytest.MonkeyPatch
) -> None:
    drawn: list[type] = []
    monkeypatch.setattr(
        "ui.canvas.legend_picture.LegendPicture.draw",
        lambda _self, _painter, legend, _corner: drawn.append(type(legend)),
    )
    world.set_style(replace(BARE, legend=True))
    world.set_bands(SIX)
    for width, kind in ((560, LegendStrip), (1400, LegendPainter)):
        world.resize(width, 460)
        drawn.clear()
        world.grab()
        assert drawn == [kind]


def test_a_small_map_tells_classes_without_the_sentence(
    world: MapView, monkeypatch: pytest.MonkeyPatch
) -> None:
    drawn: list[Legend] = []
    monkeypatch.setattr(
        "ui.canvas.legend_picture.LegendPicture.draw",
        lambda _self, _painter, legend, _corner: drawn.append(legend.legend),
    )
    named = Named(
        "B − A", (((0, 0, 200), "sooner"), ((200, 100, 0), "later")), caption="A sentence."
    )
    monkeypatch.setattr(TerrainScene, "named", property(lambda _self: named))
    world.set_style(replace(BARE, legend=True))
    for width, caption in ((560, ""), (1400, named.caption)):
        world.resize(width, 460)
        drawn.clear()
        world.grab()
        assert [(each.caption, len(each.bands)) for each in drawn] == [(caption, 2)]
