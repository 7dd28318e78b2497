"""A disk that fills up under an export: one line, the old file as it was, and nothing left."""

from __future__ import annotations

import errno
import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numba import njit

from app.cli import run as command_line
from app.user_errors import as_user_error
from core.errors import ExportError
from core.files.atomic_write import atomic_write
from tests.app.cli_runs import ROOT, write_ascii
from tests.app.drawn_roads import write_large

TERRAIN = [
    *(("--out", name) for name in ("x.tif", "x.cog.tif", "x.asc")),
    ("--bands-out", "x.tif"),
    *(("--polygons", f"x.{suffix}") for suffix in ("gpkg", "geojson", "shp", "fgb", "kml")),
    ("--isolines", "x.gpkg"),
    *(("--png", "x.png"), ("--html", "x.html")),
    *(("--report", f"x.{suffix}") for suffix in ("pdf", "png")),
]
ROADS = [("--vertices", "x.csv"), ("--out", "x.csv")]

# No file may grow past so many bytes, as if the disk were full. (GDAL and SQLite write through the
# same calls as on a disk that is; the tests must not need to mount one.)
CHILD = """
import io, json, os, resource, sys
from contextlib import redirect_stdout
from pathlib import Path
from app.main import main

told, (solve, folder, most, outputs) = [], json.loads(sys.argv[1])
files = [(option, f"{folder}/{option}{name}") for option, name in dict(outputs).items()]
once = [word for pair in files for word in pair]
with redirect_stdout(io.StringIO()):
    assert main([*solve, *once]) == 0  # kernels are compiled, and kept in files, too
resource.setrlimit(resource.RLIMIT_FSIZE, (most, resource.RLIM_INFINITY))
for option, name in outputs:
    place = Path(folder) / option / name
    place.parent.mkdir(exist_ok=True)
    place.write_text("old")
    (reads, writes), kept = os.pipe(), os.dup(2)
    os.dup2(writes, 2)
    with redirect_stdout(io.StringIO()) as out:
        status = main([*solve, option, str(place)])
    os.dup2(kept, 2)
    os.close(writes)
    said = os.fdopen(reads).read()
    left = sorted(path.name for path in place.parent.iterdir())
    whole = place.read_bytes() == b"old"
    told.append([option, name, status, said, out.getvalue(), left, whole])
    place.unlink(missing_ok=True)
print(json.dumps(told))
"""


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no limit for the size of files")
def test_no_export_leaves_noise_or_half_a_file_on_a_full_disk(tmp_path: Path) -> None:
    noise = np.random.default_rng(5).integers(1, 90, (120, 130))
    terrain = write_ascii(tmp_path / "a.asc", noise)
    (tmp_path / "a.prj").write_text(
        "Projection UTM\nZone 38\nDatum WGS84\nUnits METERS\nParameters\n"
    )
    (tmp_path / "roads").mkdir()
    roads = write_large(tmp_path / "roads", 40)
    solves = [
        (["solve", str(terrain), "--start", "auto", "--bands", "20,60,120,300"], TERRAIN),
        (["solve", str(roads), "--start", "vertex:1"], ROADS),
    ]
    for solve, outputs in solves:
        for most in (1000,):
            job = json.dumps([solve, str(tmp_path), most, outputs])
            done = subprocess.run(
                [sys.executable, "-c", CHILD, job], cwd=ROOT, capture_output=True, text=True
            )
            assert (done.returncode, done.stderr) == (0, "")
            for option, name, status, said, out, left, whole in json.loads(done.stdout):
                case = f"{option} {name} of {most} bytes: {said!r}"
                assert (status, out, said.count("\n")) == (2, "", 1), case
                assert said.startswith(f"isofront: {tmp_path / option / name}: "), case
                assert left == [name], case
                assert whole, case


def test_no_room_for_compiled_kernels_is_told_as_that(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Numba's error names no file, and comes up wherever a kernel is first called."""

    def full(*_: object) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    def call_a_new_kernel(*_: object) -> int:
        return int(njit(cache=True)(lambda: 0)())

    no_window: Any = None  # it is never asked for
    monkeypatch.setattr("numba.core.caching.IndexDataCacheFile.save", full)
    folder = os.environ["NUMBA_CACHE_DIR"]
    line = f"{folder}: compiled code cannot be kept: the disk is full. Make room there, or set "
    with pytest.raises(ExportError) as caught, atomic_write(tmp_path / "x.tif"):
        call_a_new_kernel()
    assert caught.value.one_line().startswith(line)
    with pytest.raises(OSError, match="space") as raw:
        call_a_new_kernel()
    assert as_user_error(raw.value).one_line().startswith(line)
    monkeypatch.setattr(command_line, "_serve", call_a_new_kernel)
    assert command_line.run([], no_window) == 2
    assert capsys.readouterr().err.startswith(f"isofront: {line}")
    monkeypatch.setattr(command_line, "_serve", full)
    assert command_line.run([], no_window) == 2
    assert capsys.readouterr().err.startswith("isofront: standard output: No space left")
