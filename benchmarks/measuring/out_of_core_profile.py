"""Where the time of an out-of-core solve on a GPU goes: streams by events, the host by clock."""

from __future__ import annotations

import time
from collections.abc import Callable
from contextlib import ExitStack
from itertools import pairwise
from typing import Any
from unittest.mock import patch

from core.solver import Start
from gpu.grids.solvers.out_of_core import OutOfCore
from raster.blocks.paging import Pager


class TimeSpans:
    """Wraps pieces of work and keeps when they ran: on a stream by events, on the host by clock."""

    def __init__(self) -> None:
        self.on_stream: dict[str, list[tuple[str, Any, Any]]] = {}
        self.on_host: dict[str, list[float]] = {}

    def device(self, work: Callable[..., Any], name: str, stream: str) -> Callable[..., Any]:
        """Name "" takes the first argument for a name; the stream is the current one."""
        import cupy

        def wrapped(*args: Any, **options: Any) -> Any:
            current = cupy.cuda.get_current_stream()
            began = current.record()
            found = work(*args, **options)
            spans = self.on_stream.setdefault(stream or args[0], [])
            spans.append((name or args[0], began, current.record()))
            return found

        return wrapped

    def host(self, work: Callable[..., Any], name: str) -> Callable[..., Any]:
        def wrapped(*args: Any, **options: Any) -> Any:
            began = time.perf_counter()
            found = work(*args, **options)
            self.on_host.setdefault(name, []).append(time.perf_counter() - began)
            return found

        return wrapped

    def told(self) -> dict[str, Any]:
        """Milliseconds of each piece, and on a stream those before it when the stream was idle."""
        import cupy

        elapsed = cupy.cuda.get_elapsed_time
        found: dict[str, Any] = {}
        for stream, spans in self.on_stream.items():
            names = sorted({name for name, _, _ in spans})
            busy = {n: sum(elapsed(a, b) for name, a, b in spans if name == n) for n in names}
            idle = dict.fromkeys(names, 0.0)
            for (_, _, ended), (name, began, _) in pairwise(spans):
                idle[name] += elapsed(ended, began)
            whole = elapsed(spans[0][1], spans[-1][2])
            found[stream] = {
                "whole_ms": round(whole, 1),
                "n": {n: sum(name == n for name, _, _ in spans) for n in names},
                "busy_ms": {n: round(ms, 1) for n, ms in busy.items()},
                "idle_before_ms": {n: round(ms, 1) for n, ms in idle.items()},
            }
        found["host_ms"] = {
            name: [len(spans), round(sum(spans) * 1e3, 1), round(max(spans) * 1e3, 2)]
            for name, spans in self.on_host.items()
        }
        return found


def profile(solver: OutOfCore, start: Start) -> dict[str, Any]:
    """Where the time of a solve goes."""
    spans = TimeSpans()
    worker: Any = solver.workers[0]
    inward, outward = worker._inward, worker._outward

    def on_inward(struct: Any, batch: Any, send: Callable[..., Any] = inward._send) -> Any:
        with inward.stream:
            return spans.device(send, "batch", "inward")(struct, batch)

    traffic, began = worker._traffic, time.perf_counter()
    launch = traffic.launch

    def launched(name: str, *args: Any, **options: Any) -> None:
        stream = {"send": "outward", "fill": "fills", "receive": "receives"}.get(name, "rounds")
        spans.device(launch, name, stream)(name, *args, **options)

    with ExitStack() as stack:
        for owner, name, work in (
            (traffic, "launch", launched),
            (worker, "_settle", spans.host(worker._settle, "settle")),
            (worker, "_go", spans.device(worker._go, "rounds", "rounds")),
            (inward, "_send", on_inward),
            (inward, "fetch", spans.host(inward.fetch, "fetch")),
            (outward, "send", spans.host(outward.send, "send")),
            (worker, "turn", spans.host(worker.turn, "turn")),
            (worker, "swap_capacity", spans.host(worker.swap_capacity, "swap_capacity")),
            (worker, "report", spans.host(worker.report, "report")),
            (worker, "begin", spans.host(worker.begin, "begin")),
            (worker, "finish", spans.host(worker.finish, "finish")),
        ):
            stack.enter_context(patch.object(owner, name, work))
        plan = spans.host(Pager.plan, "plan")
        stack.enter_context(patch.object(Pager, "plan", lambda *args: plan(*args)))
        solver.solve((start,))
    seconds = time.perf_counter() - began
    return {"solve_ms": round(seconds * 1e3, 1), **spans.told()}
