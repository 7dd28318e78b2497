"""An overlay in device memory, with room for the costs of one metric.

The counterpart of gpu/include/crp_level.cuh. Customization by itself reads the steps of the ground
and writes shortcuts: room for these is there at once. What queries and global searches need besides
is brought when it is first asked for. Nothing moves once it is there, since structures and recorded
launches hold addresses.

Queries on the device go through all levels, each a small step, so that those that a CPU would
forget after customization stay, too. Without queries (`keep_all=False`) the shortcuts of such a
level are needed until the level above is done, and several levels share memory.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import cached_property
from itertools import pairwise
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from core.errors import ParameterError
from gpu.buffers import address, require
from gpu.sources import layout_of
from road.crp.overlay.overlay import Overlay, OverlayLevel
from road.graph import U32

LEVEL = layout_of("CrpLevel", "include/crp_level.cuh")
GROUND = layout_of("CrpGround", "include/crp_level.cuh")
COSTS = layout_of("CrpCosts", "include/crp_level.cuh")

LINE = 128
"""Costs that levels are aligned to, 512 bytes: where a separate allocation would begin, too."""


class SharedWorkspace(NamedTuple):
    """Places of shortcuts that need not stay, in one array of `size` costs.

    begin : by number of a level. What lies next to one another, the levels k and k + 1, does not
    overlap.
    """

    begin: dict[int, int]
    size: int


def shared_workspace(levels: Sequence[OverlayLevel]) -> SharedWorkspace:
    """Places of the levels that are not kept: of even ones from the array's beginning on,
    of odd ones up to its end. No array that holds both of any two neighbours can be smaller."""
    sizes = [0 if level.kept else -(-_padded(level.shortcuts) // LINE) * LINE for level in levels]
    most = max((low + high for low, high in pairwise([*sizes, 0])), default=0)
    places = {k: most - size if k % 2 else 0 for k, size in enumerate(sizes) if size}
    return SharedWorkspace(places, most)


def _array(made: Callable[[Overlay, int], NDArray[Any]]) -> cached_property[Any]:
    """An array of a level that is brought to the device when first asked for."""

    def bring(level: DeviceLevel) -> Any:
        return _brought(made(level.overlay, level.number), level.device)

    return cached_property(bring)


def _offsets(name: str) -> cached_property[Any]:
    return _array(lambda overlay, number: _narrow(getattr(overlay.levels[number], name)))


def _numbers(name: str) -> cached_property[Any]:
    return _array(lambda overlay, number: getattr(overlay.levels[number], name))


class DeviceLevel:
    """A level on the current device; names as in `OverlayLevel`.

    shortcuts : uint32, written by customization. stays : whether they are still there when the
        levels above are done; if not, they lie in a `workspace` that other levels use as well.
    down : uint32, for queries on the device; also what a global search works on.
    """

    def __init__(self, overlay: Overlay, number: int, device: int, workspace: Any = None) -> None:
        import cupy

        level = overlay.levels[number]
        self.size, self.cells = level.size, level.cells
        self.overlay, self.number, self.device, self.host = overlay, number, device, level
        self.stays = workspace is None
        self.shortcuts = (
            cupy.empty(_padded(level.shortcuts), cupy.uint32) if workspace is None else workspace
        )

    first_slot, first_entry, first_exit = (
        _offsets(name) for name in ("first_slot", "first_entry", "first_exit")
    )
    first_inner, first_shortcut, first_down = (
        _offsets(name) for name in ("first_inner", "first_shortcut", "first_down")
    )
    first_below = _array(lambda overlay, number: first_below(overlay, number))
    entering, leaving, inner = (_numbers(name) for name in ("entering", "leaving", "inner"))
    slot_inner, exit_place = (_numbers(name) for name in ("slot_inner", "exit_place"))

    @cached_property
    def down(self) -> Any:
        import cupy

        count = _padded(int(self.host.first_down[-1]))
        require(4 * count, self.device, f"costs inside cells of {self.size} vertices")
        return cupy.empty(count, cupy.uint32)

    @cached_property
    def struct(self) -> np.void:
        """struct CrpLevel, with all that queries read."""
        return self.struct_of(*(LEVEL.names or ()))

    def struct_of(self, *names: str) -> np.void:
        """struct CrpLevel with these arrays alone, besides the number of cells."""
        record: np.void = np.zeros(1, LEVEL)[0]
        for name in names:
            record[name] = self.cells if name == "cells" else address(getattr(self, name))
        record["cells"] = self.cells
        return record

    @property
    def cost_bytes(self) -> int:
        """Device memory of costs that no other level writes."""
        down = vars(self).get("down")
        own = int(self.shortcuts.nbytes) if self.stays else 0
        return own + (0 if down is None else int(down.nbytes))

    @property
    def nbytes(self) -> int:
        """Device memory of what is there and belongs to no other level."""
        shared = 0 if self.stays else int(self.shortcuts.nbytes)
        return sum(int(array.nbytes) for array in _arrays_of(self)) - shared


class DeviceOverlay:
    """An overlay's levels, the lowest first, and its ground, on the current device.

    keep_all : whether the shortcuts of all levels stay after a customization, as queries on the
        device ask; if not, those of the levels that a CPU keeps.
    arc_costs : uint32, arcs. turn_costs : uint32, 4. Both are written before a customization. Of
        arc_costs another overlay's may be given.

    Raises DeviceMemoryError, also where something is brought later, and ParameterError where a cell
    has more than 65,534 places or a level 2**32 costs.
    """

    def __init__(
        self, overlay: Overlay, device: int, *, keep_all: bool = True, arc_costs: Any = None
    ) -> None:
        import cupy

        _check(overlay)
        given = 0 if arc_costs is None else int(arc_costs.nbytes)
        needed = bytes_needed(overlay, keep_all=keep_all) - given
        require(needed, device, "the overlay of the roads")
        self.overlay, self.device, self.keep_all = overlay, device, keep_all
        self.turn: Any = None
        arcs = _padded(overlay.search.graph.arc_count)
        self.arc_costs = cupy.empty(arcs, cupy.uint32) if arc_costs is None else arc_costs
        self.turn_costs = cupy.zeros(4, cupy.uint32)
        shared = shared_workspace(() if keep_all else overlay.levels)
        self.workspace: Any = cupy.empty(shared.size, cupy.uint32) if shared.size else None
        self.levels = tuple(self._level(k, shared) for k in range(len(overlay.levels)))

    def _level(self, number: int, shared: SharedWorkspace) -> DeviceLevel:
        workspace = None
        if number in shared.begin:
            begin = shared.begin[number]
            workspace = self.workspace[
                begin : begin + _padded(self.overlay.levels[number].shortcuts)
            ]
        return DeviceLevel(self.overlay, number, self.device, workspace)

    @cached_property
    def arc(self) -> Any:
        """Of steps. Brings their turns as well, where these are not free."""
        arc, turn = self.overlay.search.step_arcs(self.overlay.ground.step)
        self.turn = None if turn is None else _brought(turn, self.device)
        return _brought(arc, self.device)

    @cached_property
    def first_step(self) -> Any:
        ground = self.overlay.ground
        steps = np.append(ground.rows.begin, len(ground.step)).astype(np.uint32)
        return _brought(steps, self.device)

    @cached_property
    def state(self) -> Any:
        return _brought(self.overlay.ground.entering, self.device)

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

    @cached_property
    def costs_struct(self) -> np.void:
        """struct CrpCosts."""
        record: np.void = np.zeros(1, COSTS)[0]
        record["arc"], record["turn"] = address(self.arc_costs), address(self.turn_costs)
        return record

    @property
    def cost_bytes(self) -> int:
        """Device memory of the costs of a metric."""
        own = (self.arc_costs, self.turn_costs, self.workspace)
        levels = sum(level.cost_bytes for level in self.levels)
        return levels + sum(int(array.nbytes) for array in own if array is not None)

    @property
    def nbytes(self) -> int:
        """Device memory of everything that is there, costs included."""
        own = sum(int(array.nbytes) for array in _arrays_of(self))
        return own + sum(level.nbytes for level in self.levels)


def _brought(array: NDArray[Any], device: int) -> Any:
    """A copy on the current device, there for all streams."""
    import cupy

    require(array.nbytes, device, "what queries read of the overlay")
    brought = cupy.asarray(array)
    cupy.cuda.get_current_stream().synchronize()
    return brought


def _arrays_of(owner: object) -> Iterator[Any]:
    return (value for value in vars(owner).values() if type(value).__module__ == "cupy")


def _padded(costs: int) -> int:
    """Costs of an array for so many: CuPy gives no address to an empty one."""
    return max(costs, 1)


def first_below(overlay: Overlay, number: int) -> U32:
    """uint32, cells + 1; the cells of the level below (on the lowest level: slots) of each."""
    level = overlay.levels[number]
    if number == 0:
        return _narrow(level.first_slot)
    parent = overlay.levels[number - 1].parent
    return _narrow(np.searchsorted(parent, np.arange(level.cells + 1)))


def bytes_needed(overlay: Overlay, *, keep_all: bool = True) -> int:
    """Device memory that an overlay takes at once."""
    shared = shared_workspace(() if keep_all else overlay.levels)
    stay = (m.shortcuts for k, m in enumerate(overlay.levels) if k not in shared.begin)
    arcs = _padded(overlay.search.graph.arc_count)
    return 4 * (arcs + 4 + shared.size + sum(map(_padded, stay)))


def bytes_of_steps(overlay: Overlay) -> int:
    """Device memory of what steps drive along, and of the turns before them."""
    return len(overlay.ground.step) * (5 if overlay.search.edge_based else 4)


def bytes_for_queries(overlay: Overlay) -> int:
    """Device memory that queries bring besides."""
    ground = overlay.ground
    own = 4 * (len(ground.rows.begin) + 1 + len(ground.entering))
    return bytes_of_steps(overlay) + own + sum(_level_bytes(level) for level in overlay.levels)


def _level_bytes(level: OverlayLevel) -> int:
    """All but the shortcuts."""
    offsets, down = 7 * (level.cells + 1), _padded(int(level.first_down[-1]))
    states = len(level.entering) + len(level.leaving) + len(level.inner)
    places = len(level.slot_inner) + len(level.exit_place)
    return 4 * (offsets + down + states) + 2 * places


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
