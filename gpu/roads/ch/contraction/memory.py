"""Device memory of a contraction: two overlays in turns, what goes with nodes, and what is kept.

Rows of the overlays and steps of the hierarchy have room for a guess; what does not fit tells so
and is done again with more (`grow`).
"""

from __future__ import annotations

from typing import Any

import numpy as np

from core.errors import DeviceMemoryError
from gpu.buffers import address, require
from gpu.sources import layout_of

OVERLAY_FILE = "include/ch_contraction.cuh"
CONTRACTION = layout_of("Contraction", OVERLAY_FILE)
STATE = layout_of("ContractionState", OVERLAY_FILE)

BINS = 8192
"""Bins of scores, as in the header."""

BIG_STEP_BYTES = 13
"""Bytes of a step with its middle, and whether it is to go."""

NODE_BYTES = 2 * (16 + 4 + 4) + 4 + 2 + 12 + 4 + 12 + 8 + 8 + 8
"""Bytes of a node: rows, state and score in two overlays, and what is named below."""

CHUNK_BYTES = 16

LEAST = 64
"""Steps, or words, that there is room for at least."""


class ContractionMemory:
    """The arrays, and `struct` with their addresses. Raises DeviceMemoryError.

    room : steps that an overlay has room for. kept_room : those up, and those down, of the
    hierarchy. bits_room : words of shortcuts.
    """

    def __init__(self, states: int, steps: int, chunk: int, device: int) -> None:
        import cupy

        self.device, self.states = device, states
        guesses = guessed(states, steps)
        self.room, self.kept_room, self.bits_room = (_whole(guess) for guess in guesses)
        chunks = states // chunk + 1
        require(
            NODE_BYTES * states + CHUNK_BYTES * chunks + 4 * BINS
            + BIG_STEP_BYTES * 2 * (self.room + self.kept_room) + 4 * self.bits_room
            + 8 * self.kept_room,
            device, "contracting the roads",
        )  # fmt: skip
        some = max(states, 1)
        self.struct: np.void = np.zeros(1, CONTRACTION)[0]
        self._held: dict[str, Any] = {}
        for name, count, kind in (
            ("key", some, cupy.uint32), ("mark", some, cupy.uint8),
            ("next_mark", some, cupy.uint8), ("chunks", 4 * chunks, cupy.uint32),
            ("lists", 3 * some, cupy.uint32), ("moved", some, cupy.uint32),
            ("spots", 3 * some, cupy.uint32), ("extra", 2 * some, cupy.uint32),
            ("up_first", some, cupy.uint32), ("down_first", some, cupy.uint32),
            ("bits", self.bits_room, cupy.uint32),
        ):  # fmt: skip
            self._hold(name, cupy.empty(count, kind))
        self._hold("bins", cupy.zeros(BINS, cupy.uint32))
        self.state_at = cupy.empty(states, cupy.uint32)
        self.place_of = cupy.empty(states, cupy.uint32)
        self.struct["state_at"] = address(self.state_at)
        self.struct["place_of"] = address(self.place_of)
        self.struct["states"] = states
        self.state = cupy.zeros(STATE.itemsize, cupy.uint8)
        self.struct["state"] = address(self.state)
        self._overlays = [self._overlay(), self._overlay()]
        self.kept: dict[str, Any] = {}
        for name in ("up", "down"):
            self._keep(name, self.kept_room)
        self._rooms()

    def begin(self) -> None:
        """The state before the first iteration."""
        state = np.zeros(1, STATE)
        state["nodes"] = self.states
        self.state.set(state.view(np.uint8))

    def look(self) -> np.void:
        """The state now, once all that was launched is done."""
        return np.void(self.state.get().view(STATE)[0])

    def grow(self, state: np.void, *, first: bool) -> None:
        """More room for what was short. first : for the overlay of all states."""
        taken = state["taken"]
        if not first and int(taken["bits"]) > self.bits_room:
            import cupy

            self.bits_room = _whole(2 * int(taken["bits"]))
            require(4 * self.bits_room, self.device, "contracting the roads")
            self._hold("bits", cupy.empty(self.bits_room, cupy.uint32))
        elif int(state["used"]) > self.room:
            self._grow_overlays(int(state["used"]), int(state["parity"]))
        else:
            self._grow_kept(state)
        self._rooms()

    def resume(self, state: np.void) -> None:
        """Go on after `grow`, with the same iteration."""
        state["status"], state["used"] = 0, 0
        self.state.set(np.array([state]).view(np.uint8))

    def _grow_overlays(self, used: int, parity: int) -> None:
        before = self._overlays[parity]
        self.room = _whole(used + used // 2)
        require(2 * BIG_STEP_BYTES * self.room, self.device, "contracting the roads")
        self._overlays[1 - parity] = {}
        made = self._steps(self.room)
        for name in ("steps", "middle", "dropped"):
            made[name][: len(before[name])] = before[name]
        self._overlays[parity] = before | made
        self._overlays[1 - parity] = self._overlay()

    def _grow_kept(self, state: np.void) -> None:
        used = {name: int(state[f"{name}_used"]) for name in ("up", "down")}
        needed = max(used[name] + int(state["taken"][name]) for name in used)
        if needed <= self.kept_room:
            raise DeviceMemoryError(
                "contracting the roads needs more than it tells", where=f"GPU {self.device}",
                advice="Choose the CPU.",
            )  # fmt: skip
        before, old = self.kept, self.kept_room
        self.kept_room = _whole(needed + needed // 2)
        require(2 * BIG_STEP_BYTES * self.kept_room, self.device, "contracting the roads")
        self.kept = {}
        for name, count in used.items():
            self._keep(name, self.kept_room)
            for part in (name, f"{name}_middle"):
                if count:
                    self.kept[part][self.kept_room - count :] = before[part][old - count :]
            first = self._held[f"{name}_first"]
            first += np.uint32(self.kept_room - old)  # places not filled yet are overwritten

    def _hold(self, name: str, array: Any) -> None:
        self._held[name] = array
        self.struct[name] = address(array)

    def _keep(self, name: str, room: int) -> None:
        import cupy

        if name == "down":  # of one iteration, no more than steps into what it contracts
            self._hold("far", cupy.empty((room, 2), cupy.uint32))
        self.kept[name] = cupy.empty((room, 2), cupy.uint32)
        self.kept[f"{name}_middle"] = cupy.empty(room, cupy.uint32)

    def _overlay(self) -> dict[str, Any]:
        import cupy

        count = max(self.states, 1)
        made = self._steps(self.room)
        made["rows"] = cupy.empty((2 * count, 2), cupy.uint32)
        made["state"] = cupy.empty(count, cupy.uint32)
        made["score"] = cupy.empty(count, cupy.uint32)
        return made

    @staticmethod
    def _steps(room: int) -> dict[str, Any]:
        import cupy

        return {
            "steps": cupy.empty((room, 2), cupy.uint32),
            "middle": cupy.empty(room, cupy.uint32),
            "dropped": cupy.empty(room, cupy.uint8),
        }

    def _rooms(self) -> None:
        for number, arrays in enumerate(self._overlays):
            for name, array in arrays.items():
                self.struct["overlay"][number][name] = address(array)
        for name, array in self.kept.items():
            self.struct[name] = address(array)
        self.struct["room"], self.struct["bits_room"] = self.room, self.bits_room
        self.struct["up_room"] = self.struct["down_room"] = self.kept_room

    def rows(self, direction: str) -> Any:
        """Where steps of this direction ("up", "down") begin, by place; see struct Contraction."""
        return self._held[f"{direction}_first"]

    def core_rows(self, parity: int, nodes: int) -> Any:
        """uint32, (nodes, 2, 2): of each node of the overlay, first and count of both its rows."""
        return self._overlays[parity]["rows"][: 2 * nodes].reshape(nodes, 2, 2)


def guessed(states: int, steps: int) -> tuple[int, int, int]:
    """What roads need of `room`, `kept_room` and `bits_room`, and a little more."""
    return 4 * states + 2 * steps, 3 * steps // 2 + states // 2, states + steps // 2


def _whole(count: int) -> int:
    return max(-(-count // 4) * 4, LEAST)
