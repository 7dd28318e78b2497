"""What osmium says of broken files, in words with a place; and its writer, kept from aborting."""

from __future__ import annotations

import ctypes
import re
from pathlib import Path
from tempfile import gettempdir

from core.errors import InputError
from road.files.osm.chunks import Chunk

MOST_WORDS = 120  # letters; osmium may quote a whole string
_LINE = re.compile(r"at line (\d+)")


def broken_chunk(error: Exception, path: Path, chunk: Chunk) -> InputError:
    """The error as one line with the line of the file, or the bytes, where it lies."""
    said = str(error).removeprefix("XML parsing error ").removeprefix("PBF error: ")
    if said.startswith("Write failed"):
        return InputError(
            f"the temporary folder {gettempdir()} cannot be written to ({said})",
            advice="Free some space there.",
        )
    said = said if len(said) < MOST_WORDS else f"{said[:MOST_WORDS]}…"
    place = _LINE.search(said)
    if place:
        line = int(place[1]) + chunk.line - 1
        said = f"XML error {said.replace(place[0], f'at line {line}')}"
    else:
        said = f"{said} ({chunk.place})"
    return InputError(
        said, where=path.name, advice="The file is cut off or damaged: fetch it again."
    )


def leak(writer: object) -> None:
    """Keep the object for ever.

    libosmium's writer writes once more when it is destroyed; after a failed write (a full disk,
    say) that ends the whole process.
    """
    ctypes.pythonapi.Py_IncRef(ctypes.py_object(writer))
