"""How true travel times are, and how fast they come, against times that are known.

    python -m benchmarks.accuracy [--side 801] [--algorithm dijkstra] [--backend auto]
                                  [--repeat N] [--out FILE]

Even ground, also of oblong cells, two half planes (Snell's law, with head waves), a linear gradient
and planes that rise evenly, by both geometries and, over square cells that lie level, by whichever
peers are installed: scikit-fmm of first and second order, Eiko with its plain and its diagonal
stencil. Errors are shares of the true
time, in cells farther than 20 from the start; peers are given a ring of 2 cells around it as it is.
Prints JSON lines, and appends them to benchmarks/results/accuracy.jsonl.
"""

from __future__ import annotations

import argparse
import importlib
import importlib.util
import json
import sys
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from app.catalog.algorithms import prepare
from app.catalog.rows import GEOMETRY
from benchmarks.instances.known_times import CELL_M, KNOWN, KnownGround
from benchmarks.measuring.timings import milliseconds, summary
from benchmarks.records import ResultFile, results_file
from core.errors import DeviceError
from raster.travel_times import TravelTimes

RESULTS = results_file("accuracy")

NEAR = 20
"""Cells from the start up to which nothing is compared."""

RING = 2.0
"""Radius in cells of the ring around the start whose true times peers are given."""

Seconds = NDArray[np.float64]
Method = tuple[str, Callable[[], Seconds], Callable[[], object]]
"""Name, what gives the field of times, and what is timed."""


def ours(ground: KnownGround, algorithm: str, backend: str) -> Iterator[Method]:
    """Both geometries."""
    grid = ground.grid
    for choice in GEOMETRY.choices:
        parameters = {GEOMETRY.name: choice.value}
        try:
            prepared = prepare(
                grid, algorithm, backend, parameters=parameters, slopes=ground.slopes
            )
        except DeviceError as refused:
            if ground.slopes is None:
                raise
            print(f"{ground.name}: {refused}", file=sys.stderr)
            continue

        def solve(solver: Any = prepared.solver) -> TravelTimes:
            times: TravelTimes = solver.solve((ground.source,))
            _ = times.reached  # on a device nothing has waited for it yet
            return times

        def field(solve: Callable[[], TravelTimes] = solve) -> Seconds:
            times = solve()
            return np.asarray(times.ticks() * times.tick_seconds, np.float64)

        yield f"{choice.word}, {prepared.algorithm} on {prepared.backend}", field, solve


def scikit_fmm(ground: KnownGround) -> Iterator[Method]:
    """Fast marching of first and second order; nothing where it is not installed."""
    if importlib.util.find_spec("skfmm") is None:
        return
    peer = importlib.import_module("skfmm")

    speed = ground.grid.kmh(ground.grid.whole(), ground.grid.shape).astype(np.float64) / 3.6
    ring = CELL_M * (ground.cells_away - RING)
    before = RING * CELL_M / speed[ground.start]
    for order in (1, 2):

        def field(order: int = order) -> Seconds:
            marched = peer.travel_time(ring, speed, CELL_M, order=order)
            return np.asarray(before + np.asarray(marched), np.float64)

        yield f"scikit-fmm {peer.__version__}, order {order}", field, field


def eiko(ground: KnownGround) -> Iterator[Method]:
    """A solver of the eikonal equation on a GPU; nothing where it, or the GPU, is missing."""
    if importlib.util.find_spec("eiko") is None or importlib.util.find_spec("torch") is None:
        return
    torch = importlib.import_module("torch")
    if not torch.cuda.is_available():
        return
    peer = importlib.import_module("eiko")
    speed = ground.grid.kmh(ground.grid.whole(), ground.grid.shape) / np.float32(3.6)
    known = np.where(ground.cells_away <= RING, ground.true, np.inf).astype(np.float32)
    slowness = torch.as_tensor(1 / speed, device="cuda")
    given = torch.as_tensor(known, device="cuda")
    for diagonal in (False, True):

        def solve(diagonal: bool = diagonal) -> Any:
            found = peer.eiko2d(given.clone(), slowness, dx=CELL_M, msfm=diagonal)
            torch.cuda.synchronize()
            return found

        def field(solve: Callable[[], Any] = solve) -> Seconds:
            found = solve()
            found = found[0] if isinstance(found, tuple) else found
            return np.asarray(found.cpu().numpy(), np.float64)

        stencil = "diagonal" if diagonal else "plain"
        yield f"Eiko {peer.__version__}, {stencil} stencil", field, solve


def compared(ground: KnownGround, found: Seconds) -> dict[str, float]:
    """Errors in percent of the true time: the worst either way, and the mean of what they are."""
    far = ground.cells_away > NEAR
    off = 100 * (found[far] / ground.true[far] - 1)
    return {
        "worst_percent": round(float(np.abs(off).max()), 4),
        "mean_percent": round(float(np.abs(off).mean()), 4),
        "latest_percent": round(float(off.max()), 4),
        "earliest_percent": round(float(off.min()), 4),
    }


def measured(
    ground: KnownGround, algorithm: str, backend: str, repeat: int
) -> Iterator[dict[str, Any]]:
    """A record a method. Raises AssertionError where straight lines are later than eight
    directions in any cell."""
    eight: Seconds | None = None
    square = ground.grid.step_x == ground.grid.step_y
    peers = (*scikit_fmm(ground), *eiko(ground)) if square and ground.slopes is None else ()
    methods = (*ours(ground, algorithm, backend), *peers)
    for name, field, solve in methods:
        found = field()
        if name.startswith("eight"):
            eight = found
        if name.startswith("straight"):
            assert eight is not None
            assert np.all(found <= eight)
        timed = summary(milliseconds(solve, repeat))
        told = {"ground": ground.name, "side": ground.grid.rows, "method": name}
        yield told | compared(ground, found) | {"ms": timed, "n": repeat}


def main(words: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--side", type=int, default=801)
    parser.add_argument("--algorithm", default="dijkstra")
    parser.add_argument("--backend", default="auto")
    parser.add_argument("--repeat", type=int, default=5)
    parser.add_argument("--out", type=Path, default=RESULTS)
    given = parser.parse_args(words)
    results = ResultFile(given.out, benchmark="accuracy")
    for make in KNOWN:
        ground = make(given.side)
        for record in measured(ground, given.algorithm, given.backend, given.repeat):
            print(json.dumps(record), flush=True)
            results.add(record)


if __name__ == "__main__":
    main()
