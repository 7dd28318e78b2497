"""The legend says what is on the map."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from PySide6.QtCore import QPointF
from PySide6.QtGui import QColor, QFont, QImage, QPainter
from PySide6.QtWidgets import QApplication

from app.bands import BEYOND_COLOUR, Bands
from core.times import UNLIMITED
from tests.ui.canvas.worlds import BARE, MINUTE, solved, split_world
from ui.canvas.legend import MOST_ROWS, RAMP_TICKS, Legend, LegendPainter
from ui.pictures.speed_layer import SpeedScale
from ui.pictures.terrain import TerrainScene
from ui.pictures.theme import LIGHT
from ui.pictures.time_layer import continuous_top


def scene(limit: float = UNLIMITED, timed: bool = True) -> TerrainScene:
    grid = split_world()
    times = solved(grid, limit=limit) if timed else None
    return TerrainScene(grid, times, SpeedScale.of(grid), 0.0, MINUTE, BARE, LIGHT)


def test_every_band_has_a_row_in_the_colour_seen_on_the_map() -> None:
    legend = Legend.of(scene())
    assert [label for _, label in legend.bands] == list(MINUTE.labels())
    colours = [colour for colour, _ in legend.bands]
    assert np.array_equal(colours, MINUTE.colours(BARE.colormap)[:, :3])  # opacity is 1


def test_half_opaque_bands_look_paler_in_the_legend_too() -> None:
    pale = Legend.of(replace(scene(), style=replace(BARE, opacity=0.3)))
    solid = Legend.of(scene())
    assert sum(pale.bands[0][0]) > sum(solid.bands[0][0])


def test_the_three_grounds_are_told_apart() -> None:
    kinds = [kind for kind, _ in Legend.of(scene()).ground]
    assert kinds == ["unreached", "barrier", "no data"]


def test_where_room_is_scarce_times_alone_are_told_if_there_are_any() -> None:
    whole, still = Legend.of(scene()), Legend.of(scene(timed=False))
    assert whole.of_times() == replace(whole, speeds=None, ground=())
    assert whole.of_times().bands
    assert still.of_times() == still


def test_nothing_is_explained_that_is_not_shown() -> None:
    legend = Legend.of(replace(scene(timed=False), style=replace(BARE, velocity=False)))
    assert legend == Legend()


def test_where_nothing_moves_no_speeds_are_told() -> None:
    still = replace(split_world(), values=np.full((60, 90), 255, np.uint8))
    legend = Legend.of(replace(scene(timed=False), grid=still, scale=SpeedScale.of(still)))
    assert legend == Legend(ground=(("no data", "No data"),))
    closed = replace(still, values=np.zeros((60, 90), np.uint8))
    opened = SpeedScale.of(closed, zero_speed_kmh=7.0)
    assert (opened.slow, opened.fast, opened.has_barrier) == (7.0, 7.0, False)


def test_a_continuous_scale_ends_at_the_limit() -> None:
    smooth = replace(scene(limit=60.0), style=replace(BARE, continuous=True))
    legend = Legend.of(smooth)
    assert not legend.bands
    assert legend.ticks[0] == (0.0, "0")
    assert legend.ticks[-1][0] == 1.0


def test_without_a_limit_it_ends_a_little_past_the_longest_time() -> None:
    times = solved(split_world())
    assert times.max_seconds <= continuous_top(times) <= 2 * times.max_seconds


def test_one_far_place_does_not_stretch_the_smooth_scale() -> None:
    times = solved(split_world())
    labels = times.labels.copy()
    labels[0, 0] = 2**29
    far = replace(times, labels=labels, max_ticks=2**29)
    assert continuous_top(far) < 2 * times.max_seconds < far.max_seconds
    smooth = replace(scene(), times=far, style=replace(BARE, continuous=True))
    legend = Legend.of(smooth)
    assert legend.beyond is not None
    assert legend.beyond[1].startswith("Beyond ")


def test_what_lies_beyond_the_last_band_is_told_and_looks_like_nothing_else() -> None:
    legend = Legend.of(scene())
    assert scene().times.max_seconds > MINUTE.limits[-1]
    assert legend.beyond == (BEYOND_COLOUR, "Beyond 60 s")
    assert ("unreached", "Not reached") in legend.ground
    assert BEYOND_COLOUR not in [colour for colour, _ in legend.bands]
    assert Legend.of(replace(scene(), bands=Bands((60.0, 100.0)))).beyond is None


def test_where_fronts_stop_at_a_limit_what_is_left_is_not_reached_within_it() -> None:
    legend = Legend.of(scene(limit=60.0))
    assert legend.beyond is None
    assert ("unreached", "Not reached within 1 min") in legend.ground


def test_many_bands_share_the_height_there_is(qapp: QApplication) -> None:
    crowded = replace(scene(), bands=Bands.even(6000.0, MOST_ROWS))
    painter = LegendPainter(Legend.of(crowded), LIGHT, QFont(), tallest=330.0)
    assert painter.size()[1] <= 330.0


def test_forty_bands_are_a_ramp_with_a_few_labels(qapp: QApplication) -> None:
    crowded = replace(scene(), bands=Bands.even(2400.0, 40))
    legend = Legend.of(crowded)
    assert not legend.bands
    assert legend.stepped
    assert len(legend.ramp) == 40
    assert legend.ramp[0] == tuple(crowded.bands.colours(BARE.palette)[0, :3])
    labels = [label for _, label in legend.ticks]
    assert labels[0] == "0"
    assert labels[-1] == "40 min"
    assert len(labels) <= RAMP_TICKS + 1
    shares = [share for share, _ in legend.ticks]
    assert min(np.diff(shares)) > 0.07, "labels do not lie on each other"
    one = Legend.of(replace(scene(), bands=Bands.even(60.0, MOST_ROWS)))
    assert len(one.bands) == MOST_ROWS
    assert not one.ramp
    painter = LegendPainter(legend, LIGHT, QFont(), tallest=600.0)
    image = QImage(400, 600, QImage.Format.Format_RGB32)
    image.fill(0)
    pen = QPainter(image)
    plate = painter.draw(pen, QPointF(390, 590))
    pen.end()
    middle = round(plate.left() + 22)
    drawn = {image.pixelColor(middle, y).rgb() for y in range(600)}
    first, last = (QColor(*legend.ramp[k]).rgb() for k in (0, -1))
    assert {first, last} <= drawn
