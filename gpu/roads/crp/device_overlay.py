"""An overlay in device memory: its cells and the steps of its ground, whatever they cost.

The counterpart of gpu/include/crp/level.cuh. Costs lie apart, in a `DeviceMetric`, of which there
may be any number. Arrays are brought when they are first asked for: customization by itself reads
the steps of the ground alone. Nothing moves once it is there, since structures and recorded
launches hold addresses.

A search upward goes through one cell of each level, so that what it alone reads need not lie on the
device: where memory is short the large ones of these arrays stay in host memory, *far* away.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from core.errors import ParameterError
from gpu.buffers import address, require
from gpu.failures import device_errors
from gpu.host_memory import lies_on_device, seen_from_device
from gpu.roads.label_order import LabelOrder
from gpu.sources import layout_of
from road.crp.device_layout.places import LabelPlaces, label_places
from road.crp.overlay.overlay import Overlay, OverlayLevel
from road.graph import U32

GROUND = layout_of("CrpGround", "include/crp/level.cuh")

FAR_BYTES = 16 << 20
"""Bytes from which on an array may stay in host memory: smaller ones gain nothing."""


def _array(made: Callable[[Overlay, int], NDArray[Any]], upward: bool) -> cached_property[Any]:
    """An array of a level that is brought to the device when first asked for. upward : whether
    nothing but a search upward reads it."""

    def bring(level: DeviceLevel) -> Any:
        far = level.far and (upward or level.passed)
        return _brought(made(level.overlay, level.number), level.device, far)

    return cached_property(bring)


def _offsets(name: str, *, upward: bool = False) -> cached_property[Any]:
    return _array(lambda overlay, number: _narrow(getattr(overlay.levels[number], name)), upward)


def _numbers(name: str, *, upward: bool = False) -> cached_property[Any]:
    return _array(lambda overlay, number: getattr(overlay.levels[number], name), upward)


def _states(name: str, *, upward: bool = False) -> cached_property[Any]:
    """The same of states, as where their labels lie."""

    def bring(level: DeviceLevel) -> Any:
        states = level.labels.places.of(getattr(level.host, name))
        return _brought(states, level.device, level.far and upward)

    return cached_property(bring)


class DeviceLabels:
    """Where labels of queries lie. Found when first asked for: customization has none."""

    def __init__(self, overlay: Overlay, device: int) -> None:
        self._overlay, self._device = overlay, device

    @cached_property
    def places(self) -> LabelPlaces:
        return label_places(self._overlay)

    @cached_property
    def order(self) -> LabelOrder | None:
        """For results; None where labels lie in the order of states."""
        of_state = self.places.of_state
        return None if of_state is None else LabelOrder(of_state, self._device)


class DeviceLevel:
    """A level on the current device; names as in `OverlayLevel`, and states as where their labels
    lie. far : see `DeviceOverlay`. passed : whether searches upward begin above it, so that of its
    offsets hardly any are read. inner : None where inner states lie side by side, from
    `first_label` on."""

    far = passed = False

    def __init__(self, overlay: Overlay, number: int, device: int, labels: DeviceLabels) -> None:
        level = overlay.levels[number]
        self.size, self.cells, self.labels = level.size, level.cells, labels
        self.overlay, self.number, self.device, self.host = overlay, number, device, level

    first_entry, first_inner, first_down = (
        _offsets(name) for name in ("first_entry", "first_inner", "first_down")
    )
    first_slot, first_exit, first_shortcut = (
        _offsets(name, upward=True) for name in ("first_slot", "first_exit", "first_shortcut")
    )
    first_below = _array(lambda overlay, number: first_below(overlay, number), True)
    entering, leaving = _states("entering"), _states("leaving", upward=True)
    slot_inner, exit_place = (_numbers(name, upward=True) for name in ("slot_inner", "exit_place"))

    @cached_property
    def inner(self) -> Any:
        if self.labels.places.of_state is not None:
            return None
        return _brought(self.host.inner, self.device, False)

    @property
    def first_label(self) -> int:
        """Where the labels of inner states begin; 0 where they do not lie side by side."""
        return self.labels.places.first[self.number]

    @property
    def nbytes(self) -> int:
        """Device memory of what is there."""
        return sum(int(array.nbytes) for array in _arrays_of(self))


class DeviceOverlay:
    """An overlay's levels, the lowest first, and its ground, on the current device.

    far : whether large arrays that a search upward alone reads stay in host memory; those that are
        there already stay where they are. begin_level : number of the level where a search upward
        begins; shortcuts of the levels below need not stay.

    Raises DeviceMemoryError where something is brought, and ParameterError where a cell has more
    than 65,534 places or a level 2**32 costs.
    """

    def __init__(self, overlay: Overlay, device: int) -> None:
        _check(overlay)
        self.overlay, self.device = overlay, device
        self.turn: Any = None
        self.far, self.begin_level, self.labels = False, 0, DeviceLabels(overlay, device)
        levels = range(len(overlay.levels))
        self.levels = tuple(DeviceLevel(overlay, k, device, self.labels) for k in levels)

    def stay_far(self) -> None:
        """Leave in host memory, from now on, what need not lie on the device."""
        self.far = True
        for level in self.levels:
            level.far = True

    def begin_at(self, number: int) -> None:
        """Have searches upward begin on this level, before any queries are made ready."""
        self.begin_level = number
        for level in self.levels[:number]:
            level.passed = True

    @cached_property
    def arc(self) -> Any:
        """Of steps. Brings their turns as well, where these are not free."""
        arc, turn = self.overlay.search.step_arcs(self.overlay.ground.step)
        self.turn = None if turn is None else _brought(turn, self.device, self.far)
        return _brought(arc, self.device, self.far)

    @cached_property
    def first_step(self) -> Any:
        ground = self.overlay.ground
        steps = np.append(ground.rows.begin, len(ground.step)).astype(np.uint32)
        return _brought(steps, self.device, self.far)

    @cached_property
    def state(self) -> Any:
        states = self.labels.places.of(self.overlay.ground.entering)
        return _brought(states, self.device, self.far)

    @cached_property
    def priced_struct(self) -> np.void:
        """struct CrpGround with what step_cost reads alone."""
        return self._ground("arc", "turn")

    @cached_property
    def ground_struct(self) -> np.void:
        """struct CrpGround, with all that queries read."""
        return self._ground(*(GROUND.names or ()))

    def _ground(self, *names: str) -> np.void:
        record: np.void = np.zeros(1, GROUND)[0]
        for name in names:
            array = getattr(self, name)
            record[name] = 0 if array is None else address(array)
        return record

    @property
    def nbytes(self) -> int:
        """Device memory of everything that is there."""
        own = sum(int(array.nbytes) for array in _arrays_of(self))
        return own + sum(level.nbytes for level in self.levels)


def _brought(array: NDArray[Any], device: int, far: bool) -> Any:
    """A copy on the current device, there for all streams; of a large array in host memory where
    that is far enough."""
    import cupy

    if far and array.nbytes >= FAR_BYTES:
        with device_errors(device):
            return seen_from_device(array, device)
    require(array.nbytes, device, "what queries read of the overlay")
    brought = cupy.asarray(array)
    cupy.cuda.get_current_stream().synchronize()
    return brought


def _arrays_of(owner: object) -> Iterator[Any]:
    """Those that lie on the device."""
    arrays = (value for value in vars(owner).values() if type(value).__module__ == "cupy")
    return (array for array in arrays if lies_on_device(array))


def first_below(overlay: Overlay, number: int) -> U32:
    """uint32, cells + 1; the cells of the level below (on the lowest level: slots) of each."""
    level = overlay.levels[number]
    if number == 0:
        return _narrow(level.first_slot)
    parent = overlay.levels[number - 1].parent
    return _narrow(np.searchsorted(parent, np.arange(level.cells + 1)))


def bytes_of_steps(overlay: Overlay) -> int:
    """Device memory of what steps drive along, and of the turns before them."""
    return len(overlay.ground.step) * (5 if overlay.search.edge_based else 4)


def bytes_for_queries(overlay: Overlay) -> int:
    """Device memory of all that queries read, whatever the costs."""
    ground = overlay.ground
    own = 4 * (len(ground.rows.begin) + 1 + len(ground.entering))
    own += bytes_of_steps(overlay) + sum(_level_bytes(level) for level in overlay.levels)
    # Where states are arcs, inner ones lie side by side.
    inner = 0 if overlay.search.edge_based else sum(len(level.inner) for level in overlay.levels)
    return own + 4 * inner


def bytes_that_may_stay(overlay: Overlay) -> int:
    """Bytes of `bytes_for_queries` that a device can do without."""
    ground = overlay.ground
    steps = len(ground.step)
    sizes = [4 * steps, 4 * (len(ground.rows.begin) + 1), 4 * len(ground.entering)]
    if overlay.search.edge_based:
        sizes.append(steps)
    for level in overlay.levels:
        sizes += 4 * [4 * (level.cells + 1)]
        sizes += [4 * len(level.leaving), 2 * len(level.slot_inner), 2 * len(level.exit_place)]
    return sum(size for size in sizes if size >= FAR_BYTES)


def _level_bytes(level: OverlayLevel) -> int:
    states = len(level.entering) + len(level.leaving)
    places = len(level.slot_inner) + len(level.exit_place)
    return 4 * (7 * (level.cells + 1) + states) + 2 * places


def _narrow(offsets: NDArray[Any]) -> U32:
    narrowed: U32 = offsets.astype(np.uint32)
    return narrowed


def _check(overlay: Overlay) -> None:
    for level in overlay.levels:
        costs = max(level.shortcuts, int(level.first_down[-1]), len(overlay.ground.step))
        if level.slot_inner.dtype != np.uint16 or costs >= 1 << 32:
            raise ParameterError(
                f"cells of {level.size} vertices with too many ways in and out for a GPU",
                advice="Choose the CPU, or a partition with more levels.",
            )
