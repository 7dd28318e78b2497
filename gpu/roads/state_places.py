"""Where the states of searches are, on a device: kept for a graph, since no weights change it."""

from __future__ import annotations

import threading
import weakref
from dataclasses import dataclass
from typing import Any

from gpu.buffers import require, when_short
from road.graph import U32, RoadGraph
from road.search.search_graph import SearchGraph


@dataclass(frozen=True, eq=False)
class StatePlaces:
    """Of a search by arcs: uint32 on the device.

    head : the host's steps, by which a search is known again. arc : states, their arc. far : arcs,
    the vertex where the search leaves them.
    """

    head: U32
    arc: Any
    far: Any


_KNOWN: weakref.WeakKeyDictionary[RoadGraph, dict[int, tuple[StatePlaces, ...]]]
_KNOWN = weakref.WeakKeyDictionary()
_MAKING = threading.Lock()


def state_places(search: SearchGraph, device: int) -> StatePlaces:
    """Those of a search by arcs, on the current device and stream; DeviceMemoryError."""
    import cupy

    assert search.arc_of_state is not None
    with _MAKING:
        of_graph = _KNOWN.setdefault(search.graph, {})
        known = of_graph.get(device, ())
        for places in known:
            if places.head is search.head:
                return places
        require(4 * (search.states + search.graph.arc_count), device, "times of these roads")
        arrays = cupy.asarray(search.arc_of_state), cupy.asarray(search.far_vertex)
        cupy.cuda.get_current_stream().synchronize()  # others may read them on theirs
        made = StatePlaces(search.head, *arrays)
        of_graph[device] = (*known[-1:], made)  # those of both directions
        return made


def _release(device: int) -> None:
    """Forget those of a device: memory is short."""
    for of_graph in list(_KNOWN.values()):
        of_graph.pop(device, None)


when_short(_release)
