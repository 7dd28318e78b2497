"""Where metrics are decoded: on a GPU that is at work anyway and for large graphs, else on the CPU.

The bits are the same. A GPU that nobody uses would first have to be woken, and properties copied
there, for longer than the CPU decodes; one that has just solved on these roads has them at hand for
every further metric.
"""

from __future__ import annotations

import threading
import weakref
from collections.abc import Callable
from functools import partial
from typing import TypeVar

from app.roads.costs import RoadCosts
from core.errors import DeviceError, DeviceMemoryError
from gpu.buffers import when_short
from gpu.device import choose_gpu
from gpu.failures import lost
from gpu.roads.costs.decode import DeviceDecoder
from gpu.roads.costs.weights import DeviceWeights
from road.costs.metric import Weights
from road.graph import RoadGraph

WORTH_ARCS = 200_000
"""Arcs from which on a GPU decodes: a core then takes 1 to 4 ms, depending on its kind, which a
slider's step would wait for; a GPU takes half a millisecond."""

_DECODERS: weakref.WeakKeyDictionary[RoadGraph, DeviceDecoder] = weakref.WeakKeyDictionary()
_FAILED: weakref.WeakSet[RoadGraph] = weakref.WeakSet()
_LOCK = threading.RLock()


def gpu_at_work(last: str, backend: str, device: int | None) -> int | None:
    """Index of the GPU of the newest result, if the next one is to come from there as well.

    last : backend of that result, "" where there is none. backend, device : those asked for now.
    """
    if last != "gpu" or backend == "cpu":
        return None
    try:
        return choose_gpu(device).index
    except DeviceError:  # whoever solves next says so
        return None


def decoded_weights(costs: RoadCosts, graph: RoadGraph, gpu: int | None = None) -> Weights:
    """`costs.weights(graph)`; by a GPU, if one is given and it is worth its while, and then not
    before somebody wants to know what an arc costs.

    Where the GPU fails the CPU decodes, now and for as long as the graph is open; where its memory
    is short, this time. Raises InputError where the graph lacks what the costs are made of.
    """
    metric = costs.metric
    worth = gpu is not None and graph.arc_count >= WORTH_ARCS and not lost()
    if gpu is None or metric is None or not worth or graph in _FAILED:
        return costs.weights(graph)
    how = partial(_with_decoder, graph, gpu)
    return DeviceWeights(graph, metric.on(graph), gpu, how, metric.amended_on(graph))


Found = TypeVar("Found")


def _with_decoder(
    graph: RoadGraph, gpu: int, work: Callable[[DeviceDecoder], Found]
) -> Found | None:
    """What comes of it; None where the GPU fails."""
    if graph in _FAILED or lost():
        return None
    try:
        return work(_decoder(graph, gpu))
    except DeviceError as error:
        if not isinstance(error, DeviceMemoryError):
            _FAILED.add(graph)
        _release(gpu)
        return None


def _decoder(graph: RoadGraph, gpu: int) -> DeviceDecoder:
    """That of the graph, made where there is none there yet."""
    with _LOCK:
        decoder = _DECODERS.get(graph)
        if decoder is None or decoder.device != gpu:
            decoder = _DECODERS[graph] = DeviceDecoder(graph, choose_gpu(gpu).index)
        return decoder


def _release(device: int) -> None:
    """Forget what can be made again: a solver needs the memory more."""
    with _LOCK:
        for graph in [g for g, decoder in _DECODERS.items() if decoder.device == device]:
            del _DECODERS[graph]


when_short(_release)
