"""Pictures of the map of a result, still and moving, without a window."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from shiboken6 import delete

from app.bands import Bands
from app.cli.window import USUAL_LOOK, PictureLook, ReportSheet
from app.exports.animation import moments
from app.solving.request import Options
from app.solving.result import Result
from resources.colormaps import DEFAULT
from ui.application import application, save_picture
from ui.canvas.film import Film, made_room
from ui.canvas.map_view import MapView
from ui.controllers.comparison.contrasts import contrasted
from ui.controllers.kinds import ALONE, SHOWN
from ui.controllers.looks import style_of
from ui.layers.opening import opened_stack
from ui.pictures.front import last_moment
from ui.pictures.scene import Scene
from ui.report.paper import Paper
from ui.report.write import ReportDraft, write_report
from ui.texts import amount

MAP_SIZE = (800, 600)
"""Pixels of a map whose size does not matter."""


def render_view(
    out_png: Path,
    result: Result,
    bands: Bands,
    width: int,
    height: int,
    look: PictureLook = USUAL_LOOK,
) -> None:
    """Write a picture of the map alone. Raises InputError for a layer that cannot be drawn."""
    with _map_of(result, bands, width, height, look) as view:
        save_picture(_film(view, width, height).still(), out_png)


def render_difference(
    out_png: Path,
    both: tuple[Result, Result],
    names: tuple[str, str],
    width: int,
    height: int,
    look: PictureLook = USUAL_LOOK,
    differs: str = "",
) -> None:
    """Write a picture of the map of B − A, of results A and B with their names. differs : what does
    between their questions."""
    a, b = both
    document, zero_speed_kmh = ALONE[b.lies_on](b)
    options = Options(zero_speed_kmh=zero_speed_kmh)
    drawn = contrasted(document, a, b, options, names, differs)
    scene = None if drawn is None else drawn[0]
    with _map_of(b, Bands.even(3600.0, 6), width, height, look, scene) as view:
        save_picture(_film(view, width, height).still(), out_png)


def render_report(
    out: Path, result: Result, bands: Bands, look: PictureLook, sheet: ReportSheet
) -> None:
    """Write one page that says what a result is, as PDF or PNG. Raises ExportError."""
    with _map_of(result, bands, *MAP_SIZE, replace(look, dark=False)) as view:
        document, _ = ALONE[result.lies_on](result)
        draft = ReportDraft.of(
            view, document, result, bands, look.palette or DEFAULT,
            paper=Paper(sheet.paper), title=sheet.title, file=sheet.file,
            values=sheet.values,
        )  # fmt: skip
        write_report(out, draft)


@contextmanager
def moving_view(
    result: Result, bands: Bands, width: int, height: int, look: PictureLook, count: int
) -> Iterator[Callable[[int], NDArray[np.uint8]]]:
    """Draws pictures of the front on the map alone, by their numbers, 0 to count - 1."""
    with _map_of(result, bands, width, height, look) as view:
        yield front_of(_film(view, width, height), result, bands, count)


def _film(view: MapView, width: int, height: int) -> Film:
    """The whole map in so many pixels, its ground beside the legend where there is room."""
    film = view.film(width, height)
    return replace(film, painting=made_room(film.painting, film.font))


def front_of(
    film: Film, result: Result, bands: Bands, count: int
) -> Callable[[int], NDArray[np.uint8]]:
    """Draws pictures of the front, evenly from the beginning to the finished picture; in any
    thread."""
    last = last_moment(result.times)
    times = moments(last, count)

    def draw(number: int) -> NDArray[np.uint8]:
        clock = amount(times[number], bands.measure)
        return film.end(clock) if number == count - 1 else film.at(times[number], clock)

    return draw


@contextmanager
def _map_of(
    result: Result,
    bands: Bands,
    width: int,
    height: int,
    look: PictureLook,
    instead: Scene | None = None,
) -> Iterator[MapView]:
    """instead : what is drawn in place of the result's times."""
    application([], scheme="dark" if look.dark else "light", on_screen=False)
    view = MapView()
    view.set_style(style_of(look))
    view.resize(width, height)
    view.set_bands(bands)
    document, zero_speed_kmh = ALONE[result.lies_on](result)
    scene = instead or SHOWN[document.shows].scene(document, result, zero_speed_kmh)
    view.enter(scene, attribution=document.attribution)
    view.set_starts(result.starts, result.met)
    view.closing.show(document.closures)
    if look.edits is not None:
        view.ground_drawing.show(look.edits)
    if (look.beneath or look.above) and view.ground is not None:
        layers = opened_stack(look.beneath, look.above, view.ground)
        view.set_style(replace(style_of(look), layers=layers))
    try:
        yield view
    finally:
        view.close()
        # Else it goes when memory is next looked through, its parts in any order, while Qt still
        # asks them what events mean.
        delete(view)
