"""Animations: pictures of the right size, in order, as GIF and by an encoder."""

from __future__ import annotations

import stat
from pathlib import Path

import numpy as np
import pytest
from PIL import Image, ImageSequence

from app.exports.animation import GIF_MS, HOLD_S, check_encoder, moments, write_animation
from core.cancel import Cancel
from core.errors import CancelledError, ExportError

ROWS, COLS, COUNT = 31, 45, 6


def _picture(number: int) -> np.ndarray:
    """A white bar that goes to the right over blue."""
    picture = np.zeros((ROWS, COLS, 3), np.uint8)
    picture[..., 2] = 120
    picture[:, 5 * number : 5 * number + 5] = 255
    return picture


def _encoder(folder: Path, monkeypatch: pytest.MonkeyPatch, script: str) -> None:
    """The only program on the PATH is an ffmpeg that does this."""
    folder.mkdir()
    program = folder / "ffmpeg"
    program.write_text(f"#!/bin/sh\n{script}\n")
    program.chmod(program.stat().st_mode | stat.S_IEXEC)
    monkeypatch.setenv("PATH", f"{folder}:/usr/bin:/bin")


def test_a_gif_has_all_pictures_in_their_size_and_order(tmp_path: Path) -> None:
    path = tmp_path / "front.gif"
    told: list[float] = []
    write_animation(
        path, _picture, COUNT, form=".gif", progress=lambda share, words: told.append(share)
    )
    with Image.open(path) as film:
        assert getattr(film, "n_frames", 1) == COUNT
        assert film.info["loop"] == 0
        times = []
        for number, frame in enumerate(ImageSequence.Iterator(film)):
            times.append(frame.info["duration"])
            seen = np.asarray(frame.convert("RGB"))
            assert seen.shape == (ROWS, COLS, 3)
            np.testing.assert_allclose(seen, _picture(number), atol=12)
    assert times == [GIF_MS] * (COUNT - 1) + [GIF_MS + HOLD_S * 1000]
    assert told == [k / COUNT for k in range(COUNT)]


def test_moments_rise_from_the_beginning_to_the_end() -> None:
    found = moments(600.0, 5)
    assert found == [0.0, 150.0, 300.0, 450.0, 600.0]


def test_without_an_encoder_one_line_says_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(ExportError) as caught:
        check_encoder(tmp_path / "front.mp4")
    words = str(caught.value)
    assert "no video encoder" in words
    assert "ffmpeg" in words
    assert "\n" not in words
    check_encoder(tmp_path / "front.gif")


@pytest.mark.skipif(not Path("/bin/sh").exists(), reason="a script stands in for the encoder")
def test_an_encoder_is_given_every_picture(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "front.mp4"
    script = f'echo "$@" > {tmp_path}/told; for last; do :; done; cat > "$last"'
    _encoder(tmp_path / "bin", monkeypatch, script)
    write_animation(path, _picture, COUNT, form=".mp4")
    rows, cols = ROWS // 2 * 2, COLS // 2 * 2  # as the encoder wants them
    sent = np.frombuffer(path.read_bytes(), np.uint8).reshape(COUNT, rows, cols, 3)
    for number in range(COUNT):
        assert (sent[number] == _picture(number)[:rows, :cols]).all()
    assert f"-s {cols}x{rows}" in (tmp_path / "told").read_text()


@pytest.mark.skipif(not Path("/bin/sh").exists(), reason="a script stands in for the encoder")
def test_an_encoder_that_fails_is_quoted_in_one_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    _encoder(tmp_path / "bin", monkeypatch, 'echo "Unknown encoder" >&2; exit 3')
    with pytest.raises(ExportError, match="Unknown encoder"):
        write_animation(tmp_path / "front.mp4", _picture, COUNT, form=".mp4")


@pytest.mark.parametrize("form", [".gif", ".mp4"])
def test_a_cancel_ends_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, form: str) -> None:
    _encoder(tmp_path / "bin", monkeypatch, "cat > /dev/null")
    cancel = Cancel()

    def draw(number: int) -> np.ndarray:
        if number == 3:
            cancel.set()
        return _picture(number)

    with pytest.raises(CancelledError):
        write_animation(tmp_path / f"front{form}", draw, COUNT, form=form, cancel=cancel)
