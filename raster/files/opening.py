"""Choose the reader for a file."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace

from core.cancel import Cancel
from core.errors import InputError
from core.progress import Progress
from raster.files.gdal_raster import GdalReader, open_gdal
from raster.files.reader import Reader
from raster.files.source import RasterSource, open_stream
from raster.files.text.grid import TextReader, open_text_grid
from raster.files.text.header import looks_like_text_grid
from raster.files.text.import_cache import GridImportError, imported, is_big

FIRST_BYTES = 4096
"""Bytes by which the reader of a file is chosen."""


@contextmanager
def open_reader(source: RasterSource) -> Iterator[Reader]:
    """A raster ready to be read: text grids by our own reader, all else by GDAL."""
    head = b""
    if not source.is_folder:
        with open_stream(source) as stream:
            head = stream.read(FIRST_BYTES)
            if looks_like_text_grid(head):
                yield open_text_grid(source, head, stream)
                return
    with open_gdal(source, head) as reader:
        yield reader


@contextmanager
def quick_reader(reader: Reader, progress: Progress, cancel: Cancel) -> Iterator[Reader]:
    """The reader itself, or for a big text grid one of its import, made now if need be.

    Where the cache cannot be written the text is read, and a note says so; as one does of an import
    that was damaged and is made again.
    """
    path = None
    if isinstance(reader, TextReader) and is_big(reader.source):
        try:
            path = imported(reader, progress=progress, cancel=cancel, told=reader.note)
        except GridImportError as error:
            reader.note(error.one_line())
    if path is None:
        yield reader
        return
    with open_gdal(RasterSource(str(path), path)) as tiled:
        yield replace(
            tiled,
            source=reader.source,
            kind=reader.kind,
            placement=reader.placement,
            reference=reader.reference,
            notes=reader.notes,
        )


def tags_of(reader: Reader) -> dict[str, str]:
    """What the file says of its own making, as GDAL reads it; nothing of a text grid."""
    return dict(reader.dataset.tags()) if isinstance(reader, GdalReader) else {}


def check_band(reader: Reader, band: int) -> None:
    """InputError for a band that is not there; lists those that are."""
    names = reader.band_names
    if not 1 <= band <= len(names):
        listed = ", ".join(f"{n}: {name}" for n, name in enumerate(names[:12], start=1))
        raise InputError(
            f"there is no band {band}",
            where=reader.source.where,
            advice=f"Choose from {len(names)}: {listed}.",
        )
