// The eight-neighbour stencil on the tiled layout, for kernels that work cell by cell.
#pragma once
#include "tile_grid.cuh"

__device__ __forceinline__ u64 label_address(const Grid& grid, int row, int col) {
  return cell_index(grid, row, col) + label_at(row % TILE, col % TILE);
}

__device__ __forceinline__ HalfCost cost_of(const Grid& grid, int row, int col) {
  u64 base = cell_index(grid, row, col);
  return half_cost(grid, __ldg(grid.values + base + value_at(row % TILE, col % TILE)));
}

// Neighbour k of 0..7 lies at row + neighbour_row(k), column + neighbour_col(k), in the order of
// raster/steps.py.
__device__ __forceinline__ int neighbour_row(int k) { return k < 3 ? -1 : k < 5 ? 0 : 1; }

__device__ __forceinline__ int neighbour_col(int k) {
  return k < 3 ? k - 1 : k == 3 ? -1 : k == 4 ? 1 : k - 6;
}

// Half cost of a step towards neighbour k.
__device__ __forceinline__ u32 half_towards(const HalfCost& half, int k) {
  if (k == 1 || k == 6) return half.vertical;
#if SQUARE
  if (k == 3 || k == 4) return half.vertical;
#else
  if (k == 3 || k == 4) return half.horizontal;
#endif
  return half.diagonal;
}

__device__ __forceinline__ bool inside(const Grid& grid, int row, int col) {
  return row >= 0 && row < grid.rows && col >= 0 && col < grid.cols;
}
