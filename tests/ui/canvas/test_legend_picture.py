"""What the legend says is put together once for each scene."""

from __future__ import annotations

import gc
from typing import Any
from weakref import ref

import pytest

from app.units import MILES, shown_in
from tests.ui.driving import Driver
from tests.ui.rasters import Rasters, centre, plain
from ui.canvas.legend import Legend
from ui.canvas.legend_picture import LegendPicture


def test_words_are_of_the_scene_that_is_asked_about(
    user: Driver, rasters: Rasters, monkeypatch: pytest.MonkeyPatch
) -> None:
    user.open(rasters.geotiff("plain.tif", plain()))
    user.click(*centre(20, 10))
    user.rest()
    view = user.window.map
    scene = view._scene
    assert scene is not None
    asked: list[Any] = []
    of = Legend.of

    def counted(scene: Any) -> Legend:
        asked.append(scene)
        return of(scene)

    monkeypatch.setattr(Legend, "of", counted)
    kept = LegendPicture()
    assert kept.words(scene) is kept.words(scene)
    assert len(asked) == 1
    metric = kept.words(scene)
    with shown_in(MILES.name):
        assert kept.words(scene) == of(scene)
    assert len(asked) == 2, "in other units it is asked anew"
    other = scene.at_rest()
    assert kept.words(other) == of(other)
    assert metric == of(scene)
    assert asked.count(other) == 1


def test_a_scene_is_not_kept_by_its_legend(user: Driver, rasters: Rasters) -> None:
    """Its times may be gigabytes."""
    user.open(rasters.geotiff("plain.tif", plain()))
    user.click(*centre(20, 10))
    user.rest()
    scene = user.window.map._scene
    assert scene is not None
    kept = LegendPicture()
    again = scene.at_rest()
    assert again is not scene
    gone = ref(again)
    kept.words(again)
    del again
    gc.collect()
    assert gone() is None
