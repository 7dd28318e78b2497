"""Shortcuts of the query levels brought to the host while higher levels are still worked on.

Source: Delling, Kobitzsch, Werneck 2014, section 5: one stream customizes, another copies each
level as soon as it is ready.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from gpu.host_memory import pinned
from gpu.roads.crp.device_metric import LevelCosts
from road.crp.customization.customize import Customized
from road.crp.overlay.overlay import Overlay, OverlayLevel
from road.graph import U32
from road.search.search_graph import SearchGraph, sealed

TO_HOST = 2
"""Copy kind cudaMemcpyDeviceToHost."""


def kept_places(levels: Sequence[OverlayLevel]) -> dict[int, int]:
    """By number of a kept level, where its shortcuts begin among those of all kept ones."""
    places: dict[int, int] = {}
    filled = 0
    for number, level in enumerate(levels):
        if level.kept:
            places[number] = filled
            filled += level.shortcuts
    return places


class CopyBack:
    """The kept levels' shortcuts in pinned memory, written again by every customization.

    kept : uint32; one level after another, the lowest first, as in `Customized` of the CPU. Not to
    be read before the stream of the customization has been waited for.

    Parts of an overlay share one array: `kept`, pinned, and `places`, where each level's shortcuts
    begin in it, are given then.
    """

    def __init__(
        self,
        levels: Sequence[OverlayLevel],
        *,
        kept: U32 | None = None,
        places: Mapping[int, int] | None = None,
    ) -> None:
        import cupy

        self._place = dict(kept_places(levels) if places is None else places)
        filled = sum(level.shortcuts for level in levels if level.kept)
        self.kept: U32 = pinned((filled,), "u4") if kept is None else kept
        self._stream = cupy.cuda.Stream(non_blocking=True)
        self._behind = False

    def level_is_ready(self, level: LevelCosts) -> None:
        """Begin to copy a level once the current stream has come to here; nothing if not kept."""
        import cupy

        if level.number not in self._place:
            return
        self._stream.wait_event(cupy.cuda.get_current_stream().record())
        self._behind = True
        to = self.kept[self._place[level.number] :]
        size = 4 * level.host.shortcuts
        if size:
            cupy.cuda.runtime.memcpyAsync(
                to.ctypes.data, level.shortcuts.data.ptr, size, TO_HOST, self._stream.ptr
            )

    def join(self) -> None:
        """Have the current stream wait for all copies."""
        import cupy

        if not self._behind:
            return
        self._behind = False
        cupy.cuda.get_current_stream().wait_event(self._stream.record())


def customized_from(overlay: Overlay, search: SearchGraph, kept: U32) -> Customized:
    """Costs for queries on the CPU by the weights of a search graph: `kept` levels, copied."""
    kept = sealed(kept.copy())  # what was copied back is written again by the next customization
    shortcuts: list[U32] = []
    places = kept_places(overlay.levels)
    for number, level in enumerate(overlay.levels):
        place = places.get(number, 0)
        shortcuts.append(kept[place : place + (level.shortcuts if level.kept else 0)])
    return Customized(overlay, search, kept, tuple(shortcuts), (), ())
