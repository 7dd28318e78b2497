"""Customization on several GPUs: each has some of the cells of one level, and all inside them.

Source: Delling, Kobitzsch, Werneck, "Customizing driving directions with GPUs", Euro-Par 2014,
section 5. As there, the devices need nothing of one another. Ours may cut below the top level
(`road.crp.device_layout.part`); the first device then gets the shortcuts of the cut from the others
and goes on with the few levels above.

One thread starts all devices: a customization is a replay of recorded launches on each, and the
host waits for none of them.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

import numpy as np

from core.errors import ParameterError
from gpu.buffers import address
from gpu.failures import device_errors
from gpu.roads.crp.customization.customize import Customizer
from gpu.roads.crp.device_metric import COST_BYTES, DeviceMetric, LevelCosts
from gpu.roads.crp.device_overlay import DeviceOverlay
from road.crp.device_layout.part import Range, overlay_above, parts_of
from road.crp.overlay.overlay import Overlay
from road.graph import U32


class DevicePart:
    """Cells that one device customizes, on a stream of its own.

    cells : an overlay of them. given : how many of its levels others write. arc_costs : where it
        reads costs of arcs, if not in memory of its own.
    """

    def __init__(
        self,
        cells: Overlay,
        device: int,
        *,
        given: int = 0,
        down: bool = True,
        keep_all: bool = True,
        arc_costs: Any = None,
    ) -> None:
        import cupy

        self.device = device
        self._on = cupy.cuda.Device(device)
        with self.current():
            overlay = DeviceOverlay(cells, device)
            self.customizer = Customizer(overlay, given=given, down=down, keep_all=keep_all)
            self.metric = self.customizer.new_metric(arc_costs)
            self.stream = cupy.cuda.Stream(non_blocking=True)
            self._began, self._ended = cupy.cuda.Event(), cupy.cuda.Event()
            cupy.cuda.runtime.deviceSynchronize()  # the upload ran on the default stream

    @property
    def nbytes(self) -> int:
        """Device memory."""
        return self.customizer.overlay.nbytes + self.metric.nbytes + self.customizer.nbytes

    @property
    def milliseconds(self) -> float:
        """What the last customization took here; waits for it."""
        import cupy

        with self.current():
            self._ended.synchronize()
            return float(cupy.cuda.get_elapsed_time(self._began, self._ended))

    def customize(self, arc_costs: Any, turn_costs: U32) -> None:
        """Start; the caller waits. What the device's current stream was given before is seen."""
        import cupy

        with self.current():
            self.stream.wait_event(cupy.cuda.get_current_stream().record())
            with self.stream:
                self._began.record()
                self.customizer.customize(arc_costs, turn_costs, self.metric)
                self._ended.record()

    def take_costs(self, arc_costs: Any, device: int, after: Sequence[Any]) -> None:
        """Start to copy the costs of arcs from a device, after these events."""
        import cupy

        own = self.metric.arc_costs
        with self.current():
            for event in after:
                self.stream.wait_event(event)
            cupy.cuda.runtime.memcpyPeerAsync(
                address(own), self.device, address(arc_costs), device, own.nbytes, self.stream.ptr
            )

    def copy_costs(
        self,
        to: Sequence[LevelCosts],
        device: int,
        shortcuts: Sequence[Range],
        down: Sequence[Range],
        after: Any,
        *,
        given: int = 0,
    ) -> None:
        """Start to copy all levels but those given to their ranges of costs on a device."""
        with self.current():
            self.stream.wait_event(after)
            levels = zip(self.metric.levels[given:], to, shortcuts, down, strict=True)
            for own, whole, some, inside in levels:
                self._copy("shortcuts", own, whole, device, some)
                self._copy("down", own, whole, device, inside)

    def copy_shortcuts(self, number: int, above: DevicePart, place: Range) -> None:
        """Start to copy the shortcuts of a level to their place among all on another part."""
        with self.current():
            own, whole = self.metric.levels[number], above.metric.levels[0]
            self._copy("shortcuts", own, whole, above.device, place)

    def _copy(
        self, name: str, own: LevelCosts, whole: LevelCosts, device: int, place: Range
    ) -> None:
        import cupy

        begin, end = place
        if begin < end:
            cupy.cuda.runtime.memcpyPeerAsync(
                address(getattr(whole, name)) + COST_BYTES * begin, device,
                address(getattr(own, name)), self.device,
                COST_BYTES * (end - begin), self.stream.ptr,
            )  # fmt: skip

    def shortcuts(self, number: int) -> U32:
        """The costs of a level, copied now."""
        with self.current(), self.stream:
            level = self.metric.levels[number]
            copied: U32 = level.shortcuts[: level.host.shortcuts].get()
            return copied

    @contextmanager
    def current(self) -> Iterator[None]:
        """With the device as the current one, and its errors told as ours."""
        with device_errors(self.device), self._on:
            yield


class SeveralCustomizers:
    """Customizes an overlay on several devices at once, for one metric after another.

    overlay : ordered (`road.crp.device_layout.order`). devices : a part for each, about equal work;
        one may be named again. cut : number of the level whose cells are distributed, if not to be
        chosen. down : also the matrices that one-to-all queries need; keep_all : all shortcuts
        stay, not those of the kept levels alone; as in `Customizer`.
    shares, parts : what each device has, in the order of the cells; fewer than devices where there
        are fewer cells. above : the levels above the cut, on the first device; None where there is
        nothing to do.

    Raises ParameterError without devices, DeviceMemoryError. For one thread at a time.
    """

    def __init__(
        self,
        overlay: Overlay,
        devices: Sequence[int] = (0,),
        *,
        cut: int | None = None,
        down: bool = True,
        keep_all: bool = True,
    ) -> None:
        import cupy

        if not devices:
            raise ParameterError("no GPU to customize on", advice="Choose 1 or more.")
        self.overlay, self._keep_all = overlay, keep_all
        self.shares = parts_of(overlay, len(devices), top=cut)
        self.cut = len(self.shares[0].cells) - 1
        self.parts = tuple(
            DevicePart(share.overlay, device, down=down, keep_all=keep_all)
            for share, device in zip(self.shares, devices, strict=False)
        )
        self.above: DevicePart | None = None
        if any(len(level.entering) for level in overlay.levels[self.cut + 1 :]):
            # No arc is looked up there.
            costs = self.parts[0].metric.arc_costs
            cells = overlay_above(overlay, self.cut)
            self.above = DevicePart(
                cells, devices[0], given=1, down=down, keep_all=keep_all, arc_costs=costs
            )
        with self.parts[0].current():
            self._done = cupy.cuda.Event()

    @property
    def nbytes(self) -> int:
        """Memory of all devices together."""
        above = self.above.nbytes - self.above.metric.arc_costs.nbytes if self.above else 0
        return above + sum(part.nbytes for part in self.parts)

    def customize(self, arc_costs: Any, turn_costs: U32) -> None:
        """Start; `wait` and `fetch` wait.

        arc_costs : uint32, of the host, or for each of `parts` an array on its device, not to be
        written before all is done. turn_costs : uint32, 16, of the host.
        """
        each = [arc_costs] * len(self.parts) if isinstance(arc_costs, np.ndarray) else arc_costs
        if len(each) != len(self.parts):
            raise ParameterError(
                f"costs on {len(each)} devices for {len(self.parts)} parts",
                advice="Give an array for each part, or one of the host.",
            )
        for part, costs in zip(self.parts, each, strict=True):
            with part.current():
                part.stream.wait_event(self._done)  # what is above may still read the last costs
            part.customize(costs, turn_costs)
        if self.above is not None:
            self._hand_over(self.above)
            self.above.customize(self.above.metric.arc_costs, turn_costs)
        self._finish()

    def customize_by(self, metric: DeviceMetric, device: int, turn_costs: U32) -> None:
        """Start, by the costs of arcs that a metric on that device has from its current stream."""
        import cupy

        with cupy.cuda.Device(device):
            written = cupy.cuda.get_current_stream().record()
        for part in self.parts:
            part.take_costs(metric.arc_costs, device, (self._done, written))
        self.customize([part.metric.arc_costs for part in self.parts], turn_costs)

    def gather(self, metric: DeviceMetric, device: int) -> None:
        """Copy all costs to a metric of the whole overlay on that device, whose current stream sees
        them. Needs keep_all, and `down` where the metric is for queries."""
        import cupy

        with cupy.cuda.Device(device):
            here = cupy.cuda.get_current_stream()
            before = here.record()  # queries on the costs of earlier weights
        for share, part in zip(self.shares, self.parts, strict=True):
            lower = metric.levels[: self.cut + 1]
            part.copy_costs(lower, device, share.shortcuts, share.down, before)
        if self.above is not None:
            levels = self.overlay.levels[self.cut + 1 :]
            shortcuts = [(0, level.shortcuts) for level in levels]
            down = [(0, int(level.first_down[-1])) for level in levels]
            higher = metric.levels[self.cut + 1 :]
            self.above.copy_costs(higher, device, shortcuts, down, before, given=1)
        self._finish()
        with cupy.cuda.Device(device):
            here.wait_event(self._done)

    def wait(self) -> None:
        """Until all is done, on all devices."""
        with self.parts[0].current():
            self._done.synchronize()

    def fetch(self, number: int) -> U32:
        """Shortcuts of a level of the whole overlay, copied to the host when all is done.

        Raises ParameterError for a level whose shortcuts do not stay.
        """
        level = self.overlay.levels[number]
        if not (level.kept or self._keep_all):
            raise ParameterError(
                f"shortcuts of cells of {level.size} vertices do not stay",
                advice="Customize with keep_all=True.",
            )
        self.wait()
        if number <= self.cut:
            return np.concatenate([part.shortcuts(number) for part in self.parts])
        if self.above is None:
            return np.empty(0, np.uint32)
        return self.above.shortcuts(number - self.cut)

    def _hand_over(self, above: DevicePart) -> None:
        """Bring the shortcuts of the cut to the device that goes on with them."""
        for share, part in zip(self.shares, self.parts, strict=True):
            part.copy_shortcuts(self.cut, above, share.shortcuts[self.cut])
            with part.current():
                handed = part.stream.record()
            with above.current():
                above.stream.wait_event(handed)

    def _finish(self) -> None:
        """Mark the end of all streams, on that of the first part."""
        first = self.parts[0]
        for other in (*self.parts[1:], *((self.above,) if self.above else ())):
            with other.current():
                ended = other.stream.record()
            with first.current():
                first.stream.wait_event(ended)
        with first.current():
            self._done.record(first.stream)
