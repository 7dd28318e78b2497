"""The files that `solve` is to write: all checked before the work, written after it."""

from __future__ import annotations

import os
from argparse import Namespace
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path
from typing import Any

from app.bands import Bands
from app.cli.foreground import Foreground
from app.cli.standard_error import heard
from app.cli.window import PictureLook, ReportSheet, WindowService
from app.exports.animation import ANIMATIONS, PICTURES, check_encoder, write_animation
from app.exports.request import ExportOptions, OffRoad, ValueRaster
from app.exports.table import EXPORTS, REPORTS, Format, export, format_among
from app.solving.result import Result
from core.cancel import Cancel
from core.errors import ExportError, InputError
from core.files.atomic_write import atomic_write
from core.files.user_paths import expanded
from core.progress import Progress
from core.trace import Event, JsonLines
from raster.edits.edit import EditLayer
from raster.files.elevation import elevation_beside, read_elevation
from resources.colormaps import DEFAULT, colormap

TRACE, PICTURE, ANIMATION, REPORT = "trace", "picture", "animation", "report"

DRAWN = (PICTURE, ANIMATION, REPORT)
"""Kinds of files that are drawn, and by the main thread."""

RELIEFS = ("auto", "speeds", "times", "none")
"""Words of `--relief`; all else is the name of a raster of heights."""

PNG = (Format("PNG", (".png",)),)
"""Formats of pictures."""

FILES: Mapping[str, tuple[str, tuple[Format, ...]]] = {
    "--trace": (TRACE, (Format("JSON Lines", (".jsonl",)),)),
    "--out": ("times", ()),
    "--vertices": ("vertices", ()),
    "--bands-out": ("bands", ()),
    "--polygons": ("polygons", ()),
    "--isolines": ("isolines", ()),
    "--owners": ("owners", ()),
    "--statistics": ("statistics", ()),
    "--zonal": ("zonal", ()),
    "--html": ("page", ()),
    "--png": (PICTURE, PNG),
    "--animation": (ANIMATION, ANIMATIONS),
    "--report": (REPORT, REPORTS),
}
"""The options that name files, in the order of writing: what each writes, and its formats; none for
those of EXPORTS, where a result has that kind."""


@dataclass(frozen=True)
class Output:
    """A file to write: the option that asks for it, what that writes, and where.

    kind : of export, TRACE, or one of DRAWN.
    """

    option: str
    kind: str
    path: Path
    formats: Sequence[Format]

    def check(self, source: Path) -> None:
        """Raise InputError where writing could not succeed, or would overwrite the source."""
        folder = self.path.parent
        try:
            format_among(self.formats, self.path)
            if self.kind == ANIMATION:
                check_encoder(self.path)
        except ExportError as error:
            raise self._refused(error.found, error.advice) from error
        if not folder.is_dir():
            raise self._refused(f"there is no folder {folder}", "Make it first.")
        if self.path.is_dir():
            raise self._refused("a folder has this name", "Choose another name.")
        if _same(self.path, source):
            raise self._refused("is the file that is read", "Choose another name.")
        touched = (folder, self.path) if self.path.exists() else (folder,)
        if not all(os.access(place, os.W_OK) for place in touched):
            raise self._refused("may not be written", "Choose another place.")

    def _refused(self, found: str, advice: str) -> InputError:
        return InputError(found, where=f"{self.option} {self.path}", advice=advice)


@dataclass(eq=False)
class Outputs:
    """The files of one solve.

    picture_size : width and height in pixels. look : of the picture. heights :
    a raster that throws shadows in it; None for none. sheet : of a report.
    notes : remarks of the exporters, once they have written.
    """

    files: tuple[Output, ...]
    options: ExportOptions
    picture_size: tuple[int, int]
    look: PictureLook
    heights: Path | None = None
    sheet: ReportSheet = field(default_factory=ReportSheet)
    notes: list[str] = field(default_factory=list)

    @classmethod
    def planned(cls, arguments: Namespace, lies_on: str) -> Outputs:
        """The files asked for; InputError where one cannot be written.

        lies_on : what the times will be of: a key of EXPORTS.
        """
        files: list[Output] = []
        for option, (kind, own) in FILES.items():
            name = getattr(arguments, option.removeprefix("--").replace("-", "_"), None)
            formats = own or EXPORTS[lies_on].get(kind)
            if name is None or formats is None:
                continue
            output = Output(option, kind, expanded(name), formats)
            for source in (arguments.file, arguments.roads):
                if source is not None:
                    output.check(Path(source))
            _expect_new(output, files)
            files.append(output)
        if arguments.cog and not any(f.option == "--out" and _is_tiff(f.path) for f in files):
            raise InputError(
                "there is no GeoTIFF of times to lay out", where="--cog", advice="Give --out x.tif."
            )
        look, heights = _look(arguments)
        if (look.beneath or look.above) and not any(file.kind == PICTURE for file in files):
            raise InputError(
                "there is no picture to lay them in",
                where="--base-layer" if look.beneath else "--top-layer",
                advice="Give --png x.png.",
            )
        options, read = _options(arguments), filter(None, (arguments.file, arguments.roads))
        files_read = " + ".join(Path(name).name for name in read)
        sheet = ReportSheet(arguments.paper, arguments.title, files_read, options.values)
        return cls(tuple(files), options, arguments.png_size, look, heights, sheet)

    def write(
        self,
        result: Result,
        bands: Bands,
        events: Sequence[Event],
        foreground: Foreground,
        window: WindowService,
        edits: EditLayer,
    ) -> None:
        """Write all; each appears whole or not at all, and is then in `foreground.written`.

        edits : of the ground, which pictures and web maps show.
        """
        self.look = replace(self.look, edits=edits)
        self.options = replace(self.options, edits=edits)
        if any(file.kind not in DRAWN for file in self.files):
            foreground.run("writing", partial(self._write, result, bands, events, foreground))
        for file in self.files:
            if file.kind in DRAWN:
                drawer = {PICTURE: self._draw, ANIMATION: self._animate, REPORT: self._report}
                draw = partial(drawer[file.kind], file.path, result, bands, window)
                foreground.run_here("drawing", draw)
                foreground.written.append(str(file.path))
                self.notes += self._left_out(file, result)

    def _write(
        self,
        result: Result,
        bands: Bands,
        events: Sequence[Event],
        foreground: Foreground,
        progress: Progress,
        cancel: Cancel,
    ) -> None:
        told: Any = {"options": self._heightened(result, cancel), "progress": progress}
        told["cancel"] = cancel
        told["colormap"] = self.look.palette
        for file in self.files:
            if file.kind in DRAWN:
                continue
            cancel.check("writing")
            progress(-1.0, f"writing {file.path.name}")
            with foreground.on_disk():
                if file.kind == TRACE:
                    _write_trace(file.path, events, cancel)
                else:
                    self.notes += export(file.kind, file.path, result, bands, **told).notes
                foreground.written.append(str(file.path))

    def _heightened(self, result: Result, cancel: Cancel) -> ExportOptions:
        """The options, with heights where a web map is to have relief."""
        paged = any(file.kind == "page" for file in self.files)
        if not paged or self.heights is None or result.on_cells is None:
            return self.options
        heights = read_elevation(self.heights, result.on_cells.grid, cancel=cancel)
        return replace(self.options, heights=heights)

    def _draw(
        self, path: Path, result: Result, bands: Bands, window: WindowService, cancel: Cancel
    ) -> None:
        look = self._looked(result, cancel)
        width, height = self.picture_size
        render = window.pictures().render_view
        how: Any = {"width": width, "height": height, "look": look}
        drawn(path, partial(render, result=result, bands=bands, **how), cancel)

    def _left_out(self, file: Output, result: Result) -> tuple[str, ...]:
        """What a picture of ground without a CRS cannot show, though it was asked for."""
        wanted = self.look.graticule, self.look.north_arrow
        cells = result.on_cells
        if file.kind == REPORT or not any(wanted) or cells is None or cells.grid.crs_wkt:
            return ()
        names = zip(wanted, ("graticule", "north arrow"), strict=True)
        what = " and no ".join(name for shown, name in names if shown)
        return (f"{file.path.name} has no {what}: the terrain names no CRS.",)

    def _animate(
        self, path: Path, result: Result, bands: Bands, window: WindowService, cancel: Cancel
    ) -> None:
        look = self._looked(result, cancel)
        moving = window.pictures().moving_view
        with moving(result, bands, *self.picture_size, look, PICTURES) as draw:
            form = path.suffix.lower()
            write = partial(write_animation, draw=draw, count=PICTURES, form=form, cancel=cancel)
            drawn(path, write, cancel)

    def _report(
        self, path: Path, result: Result, bands: Bands, window: WindowService, cancel: Cancel
    ) -> None:
        look = self._looked(result, cancel)
        render = window.pictures().render_report
        how: Any = {"look": look, "sheet": self.sheet}
        drawn(path, partial(render, result=result, bands=bands, **how), cancel)

    def _looked(self, result: Result, cancel: Cancel) -> PictureLook:
        """How it is to be drawn, with its heights."""
        if self.heights is None or result.on_cells is None:
            return self.look
        with heard():
            heights = read_elevation(self.heights, result.on_cells.grid, cancel=cancel)
        return replace(self.look, elevation=heights)


def drawn(path: Path, draw: Callable[[Path], None], cancel: Cancel) -> None:
    """Let a picture be drawn, unless that is cancelled meanwhile; raises ExportError."""
    with atomic_write(path) as beside, heard():
        try:
            draw(beside)
        except ExportError as error:  # of a place that nobody has heard of
            raise ExportError(error.found, where=str(path), advice=error.advice) from error
        cancel.check("drawing")


def target_of(option: str, name: str) -> Path:
    """A file to write, checked before the work; raises InputError."""
    path = expanded(name)
    if path.is_dir() or not path.parent.is_dir():
        raise InputError(
            "cannot be written: it is a folder, or in none that exists",
            where=f"{option} {path}",
            advice="Name a file in a folder that exists.",
        )
    return path


def _look(arguments: Namespace) -> tuple[PictureLook, Path | None]:
    """The look that is asked for, and the raster of heights; InputError for unknown names.

    Without `--relief` heights are those of a raster beside the one of speeds, if there is one.
    """
    palette = arguments.palette or DEFAULT
    try:
        colormap(palette)
    except InputError as error:
        raise InputError(error.found, where="--palette", advice=error.advice) from error
    relief, source = arguments.relief, arguments.file
    heights = None
    if relief == "auto":
        heights = elevation_beside(Path(source)) if source else None
    elif relief not in RELIEFS:
        relief, heights = "elevation", expanded(relief)
        if not heights.exists():
            raise InputError(
                "there is no such raster of heights",
                where=f"--relief {heights}",
                advice="Name a raster, or auto, speeds, times or none.",
            )
    look = PictureLook(
        palette, relief, arguments.dark, arguments.continuous, None, arguments.base_layer,
        arguments.top_layer, arguments.graticule, arguments.north_arrow,
    )  # fmt: skip
    return look, heights


def _same(one: Path, other: Path) -> bool:
    return os.path.normcase(one.resolve()) == os.path.normcase(other.resolve())


def _expect_new(output: Output, files: Sequence[Output]) -> None:
    for other in files:
        if _same(other.path, output.path):
            raise InputError(
                f"{other.option} and {output.option} name the same file",
                where=str(output.path),
                advice="Give each its own.",
            )


def _is_tiff(path: Path) -> bool:
    return path.suffix.lower() in (".tif", ".tiff")


def _options(arguments: Namespace) -> ExportOptions:
    return ExportOptions(
        cog=arguments.cog,
        compression=arguments.compression,
        wgs84=arguments.wgs84,
        cell_m=arguments.cell_size or 0.0,
        method=arguments.area_method or "buffer",
        tolerance_m=arguments.tolerance or 0.0,
        off_road=OffRoad(*arguments.off_road or ()),
        values=value_rasters(arguments),
    )


def value_rasters(arguments: Namespace) -> tuple[ValueRaster, ...]:
    """Those that are to be summed; raises InputError for one that is not there."""
    found = []
    for name, *words in getattr(arguments, "values", ()):
        path = expanded(name)
        if not path.is_file():
            raise InputError(
                "there is no such raster", where=f"--values {path}", advice="Check the name."
            )
        found.append(ValueRaster(path, *(words or (path.stem,))))
    return tuple(found)


def _write_trace(path: Path, events: Sequence[Event], cancel: Cancel) -> None:
    with atomic_write(path) as beside:
        with beside.open("w", encoding="utf-8", newline="\n") as stream:
            sink = JsonLines(stream)
            for event in events:
                sink.emit(event)
        cancel.check("writing")
