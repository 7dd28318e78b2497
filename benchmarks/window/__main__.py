"""How the window feels, measured in the window itself.

    python -m benchmarks.window [FILE …] [--terrain SIDE] [--roads FILE] [--size W,H]
                                [--scales 1,1.5,2] [--only pictures,start] [--out FILE]

Each file is opened in a window of a process of its own at each magnification; a good start is set,
and when all is at rest it is dragged, the map is panned and zoomed, from afar and from near, as a
hand does it 60 times a second, and the moving front is played. A picture takes from the event until
it is painted (`wall`), with all that the window's thread has to wait for; `own` is what that thread
worked, which is the same on a machine that is busy otherwise. A step of the drag takes until its
times are painted; its parts (`benchmarks.window.step_parts`) add up to it. Told are the least,
medians, 95 and 99 % quantiles and the longest. At the largest magnification terrain is measured
without relief, too. `start` is the program from its command until its sign is shown, the window can
be used and the sample is solved, the first time and later; `quit` is from the click until the
process is gone.

Nothing but PySide6 and the program is needed. Without QT_QPA_PLATFORM no screen is: "offscreen" is
what is measured. With QT_QPA_PLATFORM=xcb and a DISPLAY (Xvfb will do) it is a real window. The
wheels of PySide6 bring no fonts, and without any no letters are drawn, which is quicker than what
users see: have one family at least where fontconfig looks (~/.fonts; DejaVu Sans is enough), or
name a folder of .ttf files in QT_QPA_FONTDIR. A record says how many families there were.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path

from benchmarks.measuring.machine import ROOT
from benchmarks.records import ResultFile, results_file
from benchmarks.window import start

RESULTS = results_file("window")
PATIENCE_S = 1500.0
BARE = "none"
PARTS = ("pictures", "start")


def main(argv: Sequence[str] | None = None) -> int:
    formatter = argparse.RawDescriptionHelpFormatter
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.window", description=__doc__, formatter_class=formatter
    )
    parser.add_argument("files", nargs="*", type=Path, help="rasters or roads")
    parser.add_argument("--terrain", type=int, default=0, help="side of one that is made up")
    parser.add_argument("--roads", type=Path, help="another file")
    parser.add_argument("--size", default="1366,768", help="of the window, in pixels")
    parser.add_argument("--scales", default="1,1.5,2", help="device pixels of one of Qt's")
    parser.add_argument("--pictures", type=int, default=240, help="of a pan")
    parser.add_argument("--steps", type=int, default=40, help="of a dragged start")
    parser.add_argument("--repeat", type=int, default=5, help="later starts")
    parser.add_argument("--only", default=",".join(PARTS), help="pictures, start, or both")
    parser.add_argument("--out", type=Path, default=RESULTS, help="JSON lines, appended to")
    chosen = parser.parse_args(argv)
    parts = chosen.only.split(",")
    if not set(parts) <= set(PARTS):
        parser.error(f"--only knows {' and '.join(PARTS)}")
    results = ResultFile(chosen.out)
    failed = 0
    if "pictures" in parts:
        with tempfile.TemporaryDirectory() as folder:
            files = [*chosen.files, *([chosen.roads] if chosen.roads else ())]
            if chosen.terrain:
                files.insert(0, _terrain(chosen.terrain, Path(folder)))
            for file in files:
                for found in _pictures(file, chosen):
                    failed += found is None
                    if found is not None:
                        _tell(results.add({"benchmark": "window", **found}))
    if "start" in parts:
        try:
            _tell(results.add(start.measure(chosen.repeat)))
        except (RuntimeError, subprocess.TimeoutExpired) as error:
            print(f"the start failed: {error}", file=sys.stderr)
            failed += 1
    return int(failed > 0)


def _pictures(file: Path, chosen: argparse.Namespace) -> Iterator[dict[str, object] | None]:
    """Of each magnification, None where it failed; and once of terrain without relief."""
    scales, cells = chosen.scales.split(","), True
    for scale, relief in [*((scale, "") for scale in scales), (scales[-1], BARE)]:
        if relief and not cells:
            return
        call = [
            sys.executable, "-m", "benchmarks.window.pictures", str(file.resolve()),
            "--size", chosen.size, "--pictures", str(chosen.pictures),
            "--steps", str(chosen.steps), "--relief", relief,
        ]  # fmt: skip
        surroundings = {**os.environ, "QT_SCALE_FACTOR": scale, "PYTHONPATH": str(ROOT)}
        try:
            done = subprocess.run(
                call, env=surroundings, cwd=ROOT, capture_output=True, text=True, check=True,
                timeout=PATIENCE_S,
            )  # fmt: skip
        except (subprocess.CalledProcessError, subprocess.TimeoutExpired) as error:
            words = str(error.stderr or error).strip()[-2000:]
            print(f"{file.name} at {scale} failed: {words}", file=sys.stderr, flush=True)
            yield None
            continue
        found = json.loads(done.stdout.splitlines()[-1])
        cells = found["cells"]
        yield {"scale": float(scale), "relief": relief or "usual", **found}


def _terrain(side: int, folder: Path) -> Path:
    """Rolling ground with lakes and roads, as a GeoTIFF."""
    import rasterio

    from benchmarks.instances.terrains import fractal_terrain

    grid, path = fractal_terrain(side, side, 1), folder / f"fractal_{side}.tif"
    profile = {
        "driver": "GTiff", "width": side, "height": side, "count": 1, "dtype": "uint8",
        "crs": "EPSG:32633", "transform": rasterio.Affine(10, 0, 5e5, 0, -10, 5e6), "nodata": 255,
        "tiled": True, "compress": "deflate", "zlevel": 1,
    }  # fmt: skip
    with rasterio.open(path, "w", **profile) as made:
        made.write(grid.values, 1)
    return path


def _tell(record: dict[str, object]) -> None:
    print(json.dumps(record, indent=1), flush=True)


if __name__ == "__main__":
    sys.exit(main())
