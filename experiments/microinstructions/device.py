"""Microinstructions on the device: the lowest level customized by symbolic contraction.

The counterpart of microcode.cu, whose twin on the CPU is with the tests. What is worked off is made
on the CPU, once for an overlay; see `experiments.microinstructions.code`.
"""

from __future__ import annotations

import math
from dataclasses import fields
from functools import partial
from typing import Any, NamedTuple

import numpy as np

from core.errors import ParameterError
from experiments.microinstructions.code import PackedMicrocode
from experiments.microinstructions.pack import BLOCK
from experiments.microinstructions.words import FULL, SMALL
from gpu.buffers import address, require
from gpu.module import load
from gpu.roads.crp.customization.customize import Launch, LevelPlan, Planner
from gpu.roads.crp.device_metric import DeviceMetric
from gpu.roads.crp.device_overlay import DeviceOverlay
from gpu.sources import layout_of

KERNELS = {FULL: "run_full", SMALL: "run_small"}
"""Kernels by form, that of the largest cells first."""

STEM = "../experiments/microinstructions/microcode"
"""Path of the kernel, seen from the kernels of `gpu`."""

MICROCODE = layout_of("Microcode", f"{STEM}.cu")
layout_of("MicroBlock", f"{STEM}.cu", like=BLOCK)

ROUNDS_A_LAYER = 3
"""Triples of a layer that a thread works off, on average: fewer threads leave room for more blocks
beside one another, which hide what each waits for."""

FEWEST_THREADS, MOST_THREADS = 32, 512
"""Fewest and most threads of a block."""


class Batch(NamedTuple):
    """Blocks of one form: one launch. shared : bytes of shared memory of a block."""

    kernel: str
    first_block: int
    blocks: int
    threads: int
    shared: int


class DeviceMicrocode:
    """The code of an overlay's lowest level, on a device.

    threads : of a block; 0 leaves it to the size of the layers.

    Raises DeviceMemoryError.
    """

    def __init__(self, code: PackedMicrocode, device: int, *, threads: int = 0) -> None:
        import cupy

        require(code.nbytes, device, f"microinstructions for cells of {code.size} vertices")
        self.size, self.nbytes, self.has_down = code.size, code.nbytes, code.tells_down
        self._arrays: dict[str, Any] = {
            field.name: cupy.asarray(getattr(code, field.name).view(np.uint8))
            for field in fields(code)
            if field.name in (MICROCODE.names or ())
        }
        self.batches = batches_of(code, threads)
        self._module = load(STEM, {}, device)
        for batch in self.batches:
            self._module.kernel(batch.kernel)  # compiled before anything is recorded
        self._sides = [cupy.cuda.Stream(non_blocking=True) for _ in self.batches[1:]]

    def launch(self, ground: np.void, costs: np.void, shortcuts: Any, down: Any = None) -> None:
        """Write the level's shortcuts, and its matrices where `down` is given.

        ground, costs : structs CrpGround and CrpCosts of the overlay, whose costs are read when the
        kernels run. shortcuts, down : uint32, on the device. Work on the current stream, which can
        be recorded.

        Raises ParameterError if the code does not tell `down`.
        """
        if down is not None and not self.has_down:
            raise ParameterError(
                "microcode without the costs of inner states", advice="Make it with down=True."
            )
        struct: np.void = np.zeros(1, MICROCODE)[0]
        for name, array in self._arrays.items():
            struct[name] = address(array)
        struct["ground"], struct["costs"] = ground, costs
        struct["shortcuts"] = address(shortcuts)
        struct["down"] = 0 if down is None else address(down)
        self._side_by_side(struct)

    def _side_by_side(self, struct: np.void) -> None:
        """Batches need not wait for one another."""
        import cupy

        here = cupy.cuda.get_current_stream()
        before = here.record() if self._sides else None
        for side, batch in zip(self._sides, self.batches[1:], strict=True):
            side.wait_event(before)
            with side:
                self._launch(batch, struct)
        for batch in self.batches[:1]:
            self._launch(batch, struct)
        for side in self._sides:
            here.wait_event(side.record())

    def _launch(self, batch: Batch, struct: np.void) -> None:
        first = np.uint32(batch.first_block)
        self._module.launch(
            batch.kernel, batch.blocks, batch.threads, struct, first, shared=batch.shared
        )


def by_microcode(code: PackedMicrocode, *, down: bool) -> Planner:
    """The engine that customizes the lowest level by its code: of `Customizer(engines={0: …})`.

    down : also the matrices that one-to-all queries need. Raises ParameterError if the code does
    not tell them.
    """

    def plan(overlay: DeviceOverlay) -> LevelPlan:
        micro = DeviceMicrocode(code, overlay.device)
        if down and not micro.has_down:
            raise ParameterError(
                "microinstructions for shortcuts alone",
                advice="Make them with down=True, or customize with down=False.",
            )

        def bind(metric: DeviceMetric) -> tuple[Launch]:
            level, structs = metric.levels[0], (overlay.priced_struct, metric.costs_struct)
            down_costs = level.down if down else None
            return (partial(micro.launch, *structs, level.shortcuts, down_costs),)

        return LevelPlan(0, "microinstructions", bind, micro.nbytes)

    return plan


def batches_of(code: PackedMicrocode, threads: int = 0) -> tuple[Batch, ...]:
    """Launches, the form of the largest cells first. threads : of a block; 0 chooses."""
    batches = []
    for form, kernel in KERNELS.items():
        own = np.flatnonzero(code.blocks["form"] == form)
        if not len(own):
            continue
        blocks = code.blocks[own]
        triples = int((blocks["triple_end"] - blocks["first_triple"]).sum(dtype=np.int64))
        layers = int((blocks["layer_end"] - blocks["first_layer"]).sum(dtype=np.int64))
        chosen = threads or _threads_for(triples / max(layers, 1))
        shared = 4 * max(int(blocks["registers"].max()), 1)
        batches.append(Batch(kernel, int(own[0]), len(own), chosen, shared))
    return tuple(batches)


def _threads_for(layer: float) -> int:
    """A power of two for layers of so many triples on average."""
    wanted = round(math.log2(max(layer / ROUNDS_A_LAYER, 1)))
    return min(max(1 << wanted, FEWEST_THREADS), MOST_THREADS)
