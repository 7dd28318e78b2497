"""Shortcuts of the query levels brought to the host while higher levels are still worked on.

Source: Delling, Kobitzsch, Werneck 2014, section 5: one stream customizes, another copies each
level as soon as it is ready.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from gpu.host_memory import pinned
from gpu.roads.crp.device_overlay import DeviceOverlay
from road.crp.customization.customize import Customized
from road.crp.overlay.overlay import OverlayLevel
from road.graph import U32
from road.search.search_graph import SearchGraph

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

    kept : uint32; one level after another, the lowest first, as in
    `road.crp.customization.customize.Customized`. Not to be read before the stream of the
    customization has been waited for.

    Parts of an overlay share one array: `kept`, pinned, and `places`, where each level's shortcuts
    begin in it, are given then.
    """

    def __init__(
        self,
        overlay: DeviceOverlay,
        *,
        kept: U32 | None = None,
        places: Mapping[int, int] | None = None,
    ) -> None:
        import cupy

        self._overlay = overlay
        levels = overlay.overlay.levels
        self._place = dict(kept_places(levels) if places is None else places)
        filled = sum(level.shortcuts for level in levels if level.kept)
        self.kept: U32 = pinned((filled,), "u4") if kept is None else kept
        self._stream = cupy.cuda.Stream(non_blocking=True)
        self._behind = False

    def level_is_ready(self, number: int) -> None:
        """Begin to copy a level once the current stream has come to here; nothing if not kept."""
        import cupy

        if number not in self._place:
            return
        self._stream.wait_event(cupy.cuda.get_current_stream().record())
        self._behind = True
        to = self.kept[self._place[number] :]
        level = self._overlay.levels[number]
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

    def customized(self, search: SearchGraph) -> Customized:
        """For queries on the CPU by the weights of the last customization: a copy of `kept`."""
        kept = self.kept.copy()
        kept.flags.writeable = False
        levels = self._overlay.overlay.levels
        shortcuts: list[Any] = []
        for number, level in enumerate(levels):
            place = self._place.get(number, 0)
            count = level.shortcuts if number in self._place else 0
            shortcuts.append(kept[place : place + count])
        return Customized(self._overlay.overlay, search, kept, tuple(shortcuts), (), ())
