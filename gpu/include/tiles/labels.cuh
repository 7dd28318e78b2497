// Where labels lie in the tiled layout, whatever the cells hold: see tile_grid.cuh.
#pragma once
#include "memory.cuh"

#define TILE 32
#define CELLS 1024 // of a tile
#define STRIDE 33  // of a tile's rows in shared memory: odd, so that rows and columns are both free of bank conflicts

__device__ __forceinline__ u32 label_at(int row, int col) {
  return (row >> 2) * 128 + col * 4 + (row & 3);
}

// Of a cell among those of all tiles.
__device__ __forceinline__ u64 label_among_tiles(int row, int col, int tile_cols) {
  return ((u64)(row / TILE) * tile_cols + col / TILE) * CELLS + label_at(row % TILE, col % TILE);
}
