"""Weights that a device decodes where its solvers read them; the host copies them once it asks."""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from typing import Any, Protocol, TypeVar

import numpy as np

from core.times import UNREACHED
from gpu.roads.costs.decode import DeviceDecoder
from road.costs.checks import require_lengths
from road.costs.metric import Metric, Weights, halved
from road.graph import U32, RoadGraph, read_only

Found = TypeVar("Found")

_NOTHING = np.empty(0, np.uint32)
_NONE = _NOTHING, _NOTHING


class Decoding(Protocol):
    """Work with the decoder of a graph on a device; None where that cannot decode."""

    def __call__(self, work: Callable[[DeviceDecoder], Found], /) -> Found | None: ...


class DeviceWeights(Weights):
    """Weights by a metric, decoded by a device: for its solvers straight into their memory.

    What the host asks of a single arc it decodes by itself. All costs come to the host when it
    first asks for `arc_costs`, in whatever thread; where the device cannot, the host decodes them.

    device : its index. amended : uint32, arcs of which rules change the costs, and these
    (`Metric.amended_on`). closed : uint32, rising; arcs closed whatever they cost. doublings : how
    often the tick was doubled. Raises InputError for a graph without lengths.
    """

    def __init__(
        self,
        graph: RoadGraph,
        metric: Metric,
        device: int,
        decoding: Decoding,
        amended: tuple[U32, U32] = _NONE,
        closed: U32 = _NOTHING,
        doublings: int = 0,
    ) -> None:
        require_lengths(graph)
        own: Weights = metric.weights_of(_NOTHING.copy(), graph.left_hand)
        for _ in range(doublings):
            own = own.coarser
        told = ("turn_costs", "tick_seconds", "unit", "name", "vehicles", "ends_only", "situation")
        for name in told:
            object.__setattr__(self, name, getattr(own, name))  # the class is frozen
        object.__setattr__(self, "device", device)
        object.__setattr__(self, "arcs", graph.arc_count)
        made_of = graph, metric, device, decoding, amended, closed, doublings
        object.__setattr__(self, "_made_of", made_of)
        object.__setattr__(self, "_longest", None)
        object.__setattr__(self, "_single", {})

    device: int
    arcs: int
    _made_of: tuple[RoadGraph, Metric, int, Decoding, tuple[U32, U32], U32, int]
    _longest: Any
    _single: dict[int, int]

    @cached_property
    def arc_costs(self) -> U32:
        """uint32, arcs; UNREACHED is closed."""
        graph, metric, _, decoding, amended, closed, doublings = self._made_of
        found = decoding(lambda decoder: decoder.weights(metric)) or metric.weights(graph)
        if len(amended[0]):
            found = found.costing(*amended)
        if len(closed):
            found = found.closing(closed)
        for _ in range(doublings):
            found = found.coarser
        return found.arc_costs

    def write(self, out: Any) -> bool:
        """Decode into device memory: cupy uint32, arcs; on the current stream. False where the
        device cannot."""
        _, metric, _, decoding, amended, closed, doublings = self._made_of

        def work(decoder: DeviceDecoder) -> bool:
            decoder.decode(metric, out)
            decoder.put(out, *amended)
            decoder.close(out, closed)
            for _ in range(doublings):
                decoder.double_tick(out)
            object.__setattr__(self, "_longest", decoder.longest(out))
            return True

        return bool(decoding(work))

    @cached_property
    def longest_arc(self) -> int:  # of what was written last: all of it is the same
        return int(self._longest()) if self._longest is not None else super().longest_arc

    def cost_of(self, arc: int) -> int:
        if "arc_costs" in vars(self):
            return super().cost_of(arc)
        known = self._single.get(arc)  # a fifth of a millisecond, for each look at a start
        if known is None:
            known = self._single[arc] = self._cost_alone(arc)
        return known

    def _cost_alone(self, arc: int) -> int:
        graph, metric, _, _, amended, closed, doublings = self._made_of
        if arc in closed:
            return UNREACHED
        cost = amended[1][amended[0] == arc]
        if not len(cost):
            cost = metric.costs(graph, slice(arc, arc + 1))
        for _ in range(doublings):
            cost = halved(cost)
        return int(cost[0])

    def closing(self, arcs: U32) -> Weights:
        graph, metric, device, decoding, amended, closed, doublings = self._made_of
        both = read_only(np.union1d(closed, arcs).astype(np.uint32))
        return DeviceWeights(graph, metric, device, decoding, amended, both, doublings)

    @property
    def coarser(self) -> Weights:
        graph, metric, device, decoding, amended, closed, doublings = self._made_of
        return DeviceWeights(graph, metric, device, decoding, amended, closed, doublings + 1)


def costs_for(weights: Weights, device: int, out: Any) -> Any:
    """What a customizer on a device takes: `out`, with the costs decoded into it, or the host's.

    out : cupy uint32, at least as many as arcs. Work on the current stream.
    """
    if isinstance(weights, DeviceWeights) and weights.device == device:
        own = out[: weights.arcs]
        if weights.write(own):
            return own
    return weights.arc_costs
