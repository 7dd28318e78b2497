"""Pictures of a moving front as one file: GIF, which we write ourselves, or MP4, by ffmpeg.

An MP4 is written as its pictures come; a GIF holds no more colours than 256, which are chosen by
all of them.
"""

from __future__ import annotations

import shutil
import subprocess
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from app.exports.table import Format
from core.cancel import NEVER, Cancel
from core.errors import ExportError
from core.progress import Progress, no_progress

Picture = NDArray[np.uint8]
"""Red, green and blue, uint8, (rows, cols, 3)."""

Draw = Callable[[int], Picture]

ANIMATIONS = (Format("GIF", (".gif",)), Format("MP4", (".mp4",)))

PICTURES = 72
"""Pictures of an animation: six seconds of a GIF."""

HOLD_S = 1.5
"""Seconds that the last picture stays."""

GIF_MS = 80
"""Milliseconds of a picture in a GIF, whose clocks count hundredths; viewers slow faster ones."""

MP4_A_SECOND = 25
"""Pictures a second of an MP4, in which each of ours is shown twice: as long as the GIF."""

_COLOURS = 256
_SAMPLES = 4
"""Pictures of the front that the colours of a GIF are chosen by."""


def moments(last: float, count: int = PICTURES) -> list[float]:
    """Moments of the pictures of an animation: from the beginning evenly to the end."""
    return [last * k / (count - 1) for k in range(count)]


def check_encoder(path: Path) -> None:
    """Raise ExportError where nothing here writes what a file's name asks for."""
    if path.suffix.lower() == ".mp4" and _ffmpeg() is None:
        raise ExportError(
            "no video encoder was found, so that MP4 cannot be written here",
            where=str(path),
            advice="Install ffmpeg and have it on the PATH, or write a .gif.",
        )


def write_animation(
    path: Path,
    draw: Draw,
    count: int,
    *,
    form: str,
    progress: Progress = no_progress,
    cancel: Cancel = NEVER,
) -> None:
    """Write pictures of one size to a file, the last of them held for HOLD_S.

    draw : gives a picture by its number, from 0 to count - 1. form : ".gif" or ".mp4".
    Raises ExportError and CancelledError.
    """

    def drawn(number: int) -> Picture:
        cancel.check("writing")
        return draw(number)

    def told() -> Iterator[Picture]:
        for number in range(count):
            progress(number / count, f"drawing picture {number + 1} of {count}")
            yield drawn(number)

    if form == ".mp4":
        _write_mp4(path, told())
    else:
        at = np.linspace(0, count - 1, _SAMPLES).astype(int)
        _write_gif(path, told(), count, [drawn(int(number)) for number in at])


# -- GIF


def _write_gif(path: Path, pictures: Iterator[Picture], count: int, samples: list[Picture]) -> None:
    """One table of colours for all pictures, so that nothing flickers; of each picture only what
    is other than in the one before is kept."""
    from PIL import Image  # the window would wait for it at every start

    beside = np.concatenate([picture[::2, ::2] for picture in samples], axis=1)
    table = Image.fromarray(beside).quantize(_COLOURS, method=Image.Quantize.MEDIANCUT)
    frames = (
        Image.fromarray(picture).quantize(palette=table, dither=Image.Dither.NONE)
        for picture in pictures
    )
    times = [GIF_MS] * (count - 1) + [GIF_MS + round(HOLD_S * 1000)]
    next(frames).save(
        path, "GIF", save_all=True, append_images=frames, duration=times, loop=0,
        optimize=False, disposal=1,
    )  # fmt: skip


# -- MP4


def _ffmpeg() -> str | None:
    return shutil.which("ffmpeg")


def _write_mp4(path: Path, pictures: Iterator[Picture]) -> None:
    """H.264 in the colours that all players know; its sides are even numbers of pixels."""
    check_encoder(path)
    first = next(pictures)
    rows, cols = first.shape[0] // 2 * 2, first.shape[1] // 2 * 2
    call = [
        _ffmpeg() or "ffmpeg", "-loglevel", "error", "-y", "-f", "rawvideo", "-pix_fmt", "rgb24",
        "-s", f"{cols}x{rows}", "-r", str(1000 / GIF_MS), "-i", "-",
        "-vf", f"tpad=stop_mode=clone:stop_duration={HOLD_S}", "-r", str(MP4_A_SECOND),
        "-an", "-pix_fmt", "yuv420p", "-movflags", "+faststart", "-f", "mp4", str(path),
    ]  # fmt: skip
    with tempfile.TemporaryFile() as said:
        try:
            encoder = subprocess.Popen(call, stdin=subprocess.PIPE, stderr=said, stdout=said)
        except OSError as error:
            raise _failed(path, str(error)) from error
        try:
            assert encoder.stdin is not None
            _send(encoder, first[:rows, :cols])
            for picture in pictures:
                _send(encoder, picture[:rows, :cols])
            encoder.stdin.close()
            status = encoder.wait()
        except BrokenPipeError:
            status = encoder.wait() or 1
        except BaseException:
            encoder.kill()
            encoder.wait()
            raise
        said.seek(0)
        words = said.read().decode(errors="replace").strip().splitlines()
    if status:
        raise _failed(path, words[-1] if words else f"status {status}")


def _send(encoder: subprocess.Popen[bytes], picture: Picture) -> None:
    assert encoder.stdin is not None
    encoder.stdin.write(np.ascontiguousarray(picture).data)


def _failed(path: Path, words: str) -> ExportError:
    return ExportError(
        f"ffmpeg did not write it: {words[:120]}", where=str(path), advice="Write a .gif."
    )
