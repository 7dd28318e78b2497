"""All distances between the states that contraction leaves: Floyd and Warshall by tiles."""

from __future__ import annotations

from typing import Any

import numpy as np

from core.times import UNREACHED
from gpu.buffers import address, require
from gpu.module import load
from gpu.roads.ch.contraction.memory import ContractionMemory
from gpu.sources import layout_of

FILE = "roads/ch/contraction/all_pairs"
SQUARE = layout_of("Square", f"{FILE}.cu")

TILE = 64
"""Side of a tile; a block has 256 threads for it, each of which has 16 entries."""

ACROSS = 4
"""Entries of a thread, across and down."""


def core_distances(memory: ContractionMemory, nodes: int) -> Any:
    """uint32, (nodes, nodes); ticks, 0 on the diagonal, UNREACHED where none leads.

    The states of the core get their places, too. Raises DeviceMemoryError.
    """
    import cupy

    side = -(-nodes // TILE) * TILE
    require(4 * side * side + 4 * nodes * nodes, memory.device, f"a core of {nodes} states")
    square = cupy.empty((side, side), cupy.uint32)
    if not nodes:
        return square
    square.fill(UNREACHED)
    module, threads = load(FILE, {"TILE": TILE}, memory.device), (TILE // ACROSS) ** 2
    struct: np.void = np.zeros(1, SQUARE)[0]
    struct["entries"], struct["side"] = address(square), side
    module.launch("fill_core", -(-nodes // threads), threads, memory.struct, struct)
    tiles = side // TILE
    for pivot in range(tiles):
        own = struct, np.uint32(pivot)
        module.launch("close_pivot", 1, threads, *own)
        if tiles > 1:
            module.launch("close_cross", 2 * tiles, threads, *own)
            module.launch("close_rest", tiles * tiles, threads, *own)
    return square if side == nodes else square[:nodes, :nodes].copy()
