"""The files that `solve` is to write: all checked before the work, written after it."""

from __future__ import annotations

import os
from argparse import Namespace
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path

from app.bands import Bands
from app.cli.foreground import Foreground
from app.cli.standard_error import heard
from app.cli.window import Window
from app.exports import table as exporters
from app.exports.table import ExportReport, Format
from app.solving.road_solved import RoadSolved
from app.solving.solved import Solved
from core.cancel import Cancel
from core.errors import ExportError, InputError
from core.files.atomic_write import replacing
from core.files.user_paths import expanded
from core.progress import Progress
from core.trace import Event, JsonLines


@dataclass(frozen=True, eq=False)
class Result:
    """What is written."""

    solved: Solved | RoadSolved
    bands: Bands
    events: Sequence[Event]
    cog: bool


Write = Callable[[Path, Result, Progress, Cancel], ExportReport]


@dataclass(frozen=True)
class Kind:
    """What an option writes: files of some formats, or of one suffix, and its writer.

    write : None for pictures, which are drawn in the main thread.
    """

    formats: tuple[Format, ...]
    suffix: str
    write: Write | None


@dataclass(frozen=True)
class Output:
    """A file to write: the option that asks for it, what that writes, and where."""

    option: str
    kind: Kind
    path: Path

    def check(self, source: Path) -> None:
        """Raise InputError where writing could not succeed, or would overwrite the source."""
        folder = self.path.parent
        self._check_suffix()
        if not folder.is_dir():
            raise self._refused(f"there is no folder {folder}", "Make it first.")
        if self.path.is_dir():
            raise self._refused("a folder has this name", "Choose another name.")
        if _same(self.path, source):
            raise self._refused("is the file that is read", "Choose another name.")
        touched = (folder, self.path) if self.path.exists() else (folder,)
        if not all(os.access(place, os.W_OK) for place in touched):
            raise self._refused("may not be written", "Choose another place.")

    def _check_suffix(self) -> None:
        if not self.kind.formats:
            if self.path.suffix.lower() != self.kind.suffix:
                found = f"files of type '{self.path.suffix}' are not written here"
                raise self._refused(found, f"Use {self.kind.suffix}.")
            return
        try:
            exporters.format_among(self.kind.formats, self.path)
        except ExportError as error:
            raise self._refused(error.found, error.advice) from error

    def _refused(self, found: str, advice: str) -> InputError:
        return InputError(found, where=f"{self.option} {self.path}", advice=advice)


@dataclass(eq=False)
class Outputs:
    """The files of one solve.

    picture_size : width and height in pixels.
    notes : remarks of the exporters, once they have written.
    """

    files: tuple[Output, ...]
    cog: bool
    picture_size: tuple[int, int]
    notes: list[str] = field(default_factory=list)

    @classmethod
    def planned(cls, arguments: Namespace, kinds: Mapping[str, Kind] | None = None) -> Outputs:
        """The files asked for; InputError where one cannot be written.

        kinds : what each option writes, in the order of writing; None for those of terrain.
        """
        files: list[Output] = []
        for option, kind in (kinds or KINDS).items():
            name = getattr(arguments, option.removeprefix("--").replace("-", "_"))
            if name is None:
                continue
            output = Output(option, kind, expanded(name))
            for source in (arguments.file, getattr(arguments, "roads", None)):
                if source is not None:
                    output.check(Path(source))
            _expect_new(output, files)
            files.append(output)
        if arguments.cog and not any(f.option == "--out" and _is_tiff(f.path) for f in files):
            raise InputError(
                "there is no GeoTIFF of times to lay out", where="--cog", advice="Give --out x.tif."
            )
        return cls(tuple(files), arguments.cog, arguments.png_size)

    def write(self, result: Result, foreground: Foreground, window: Window) -> None:
        """Write all; each appears whole or not at all, and is then in `foreground.written`."""
        if any(file.kind.write for file in self.files):
            foreground.run("writing", partial(self._write, result, foreground))
        for file in self.files:
            if file.kind.write is None:
                draw = partial(self._draw, file.path, result, window)
                foreground.run_here("drawing", draw)
                foreground.written.append(str(file.path))

    def _write(
        self, result: Result, foreground: Foreground, progress: Progress, cancel: Cancel
    ) -> None:
        for file in self.files:
            if file.kind.write is None:
                continue
            cancel.check("writing")
            progress(-1.0, f"writing {file.path.name}")
            with foreground.on_disk():
                report = file.kind.write(file.path, result, progress, cancel)
                foreground.written.append(str(report.path))
            self.notes.extend(report.notes)

    def _draw(self, path: Path, result: Result, window: Window, cancel: Cancel) -> None:
        draw = partial(
            window.draw_view,
            solved=result.solved,
            bands=result.bands,
            width=self.picture_size[0],
            height=self.picture_size[1],
        )
        drawn(path, draw, cancel)


def drawn(path: Path, draw: Callable[[Path], None], cancel: Cancel) -> None:
    """Let a picture be drawn, unless that is cancelled meanwhile; raises ExportError."""
    with replacing(path) as beside, heard():
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


def _write_times(path: Path, result: Result, progress: Progress, cancel: Cancel) -> ExportReport:
    assert isinstance(result.solved, Solved)
    return exporters.export_times(
        path, result.solved, cog=result.cog, progress=progress, cancel=cancel
    )


def _banded(export: Callable[..., ExportReport]) -> Write:
    """The writer of an export that divides the times into bands."""

    def write(path: Path, result: Result, progress: Progress, cancel: Cancel) -> ExportReport:
        return export(path, result.solved, result.bands, progress=progress, cancel=cancel)

    return write


def write_trace(path: Path, result: Result, progress: Progress, cancel: Cancel) -> ExportReport:
    with replacing(path) as beside:
        with beside.open("w", encoding="utf-8", newline="\n") as stream:
            sink = JsonLines(stream)
            for event in result.events:
                sink.emit(event)
        cancel.check("writing")
    return ExportReport(path)


KINDS = {
    "--trace": Kind((), ".jsonl", write_trace),
    "--out": Kind(exporters.FORMATS["times"], "", _write_times),
    "--bands-out": Kind(exporters.FORMATS["bands"], "", _banded(exporters.export_bands)),
    "--polygons": Kind(exporters.FORMATS["polygons"], "", _banded(exporters.export_polygons)),
    "--isolines": Kind(exporters.FORMATS["isolines"], "", _banded(exporters.export_isolines)),
    "--png": Kind((), ".png", None),
}
"""The options that name files, in the order of writing."""
