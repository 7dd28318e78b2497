"""What the command line asks of the window; the composition root hands it in."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:  # so that `isofront --version` need not load the solvers
    import numpy as np
    from numpy.typing import NDArray

    from app.bands import Bands
    from app.exports.request import ValueRaster
    from app.solving.result import Result
    from app.solving.solved import Solved
    from core.trace import Event
    from raster.edits.edit import EditLayer
    from raster.elevation import Elevation


SAMPLES = ("terrain", "roads", "joined")
"""Samples that come with the program: an island's ground, its roads, and both as one graph."""

Draw = Callable[[int], "NDArray[np.uint8]"]
"""Function that draws a picture by its number: red, green and blue, uint8, (rows, cols, 3)."""


@dataclass(frozen=True, slots=True)
class PictureLook:
    """How a picture of the map is to look.

    palette : a name that `resources.colormaps` knows, "" for the usual one. relief : what throws
    shadows, "auto", "elevation", "speeds", "times" or "none". elevation : heights for it.
    dark : on a dark ground.
    continuous : colours run smoothly over time. beneath, above : files of base layers beneath the
    map and above it, each with its opacity, from the lowest up. graticule : lines of longitude and
    latitude. north_arrow : to true north. edits : of the ground, which are marked.
    """

    palette: str = ""
    relief: str = "auto"
    dark: bool = False
    continuous: bool = False
    elevation: Elevation | None = None
    beneath: Sequence[tuple[str, float]] = ()
    above: Sequence[tuple[str, float]] = ()
    graticule: bool = False
    north_arrow: bool = False
    edits: EditLayer | None = None


USUAL_LOOK = PictureLook()


@dataclass(frozen=True, slots=True)
class ReportSheet:
    """paper : one of `app.cli.options.groups.PAPERS`. title : "" for the name of what is open.
    file : the names of the files that were read. values : rasters that are summed by band."""

    paper: str = "a4"
    title: str = ""
    file: str = ""
    values: tuple[ValueRaster, ...] = ()


class Pictures(Protocol):
    """What draws a result without a window: names as in `ui.rendering`, which is one."""

    def render_view(
        self,
        out_png: Path,
        result: Result,
        bands: Bands,
        width: int,
        height: int,
        look: PictureLook = USUAL_LOOK,
    ) -> None:
        """Write a picture of the map alone. Raises InputError for a layer that cannot be drawn."""
        ...

    def render_difference(
        self,
        out_png: Path,
        both: tuple[Result, Result],
        names: tuple[str, str],
        width: int,
        height: int,
        look: PictureLook = USUAL_LOOK,
        differs: str = "",
    ) -> None:
        """Write a picture of the map of B − A, of results A and B with their names. differs : what
        does between their questions."""
        ...

    def moving_view(
        self, result: Result, bands: Bands, width: int, height: int, look: PictureLook, count: int
    ) -> AbstractContextManager[Draw]:
        """Draws pictures of the front on the map alone, by their numbers, 0 to count - 1."""
        ...

    def render_report(
        self, out: Path, result: Result, bands: Bands, look: PictureLook, sheet: ReportSheet
    ) -> None:
        """Write one page that says what a result is, as PDF or PNG. Raises ExportError."""
        ...


class WindowService(Protocol):
    """The window and the pictures it draws; called in the main thread only, as Qt wants it."""

    def open(
        self,
        path: str | None,
        *,
        sample: str,
        language: str = "",
        scenario: str | None = None,
    ) -> int:
        """Show the window until it is closed, with a file or one of SAMPLES, "" for none; returns
        the exit status.

        language : "en", "de", or "system"; "" for what the user chose. scenario : which of a
            project; None for the one that it opens.
        """
        ...

    def show_tour(self, *, loop: bool) -> int:
        """Show the tour on the sample island until its window is closed; returns the exit status.
        loop : again and again."""
        ...

    def draw_sample(
        self, out_png: Path, solved: Solved, bands: Bands, events: Sequence[Event]
    ) -> None:
        """Write a picture of the whole window with the sample solved."""
        ...

    def pictures(self) -> Pictures:
        """What draws pictures; Qt is loaded for it."""
        ...
