// The eight-neighbour stencil on the tiled layout, for kernels that work cell by cell.
#pragma once
#include "tile_grid.cuh"

#ifndef WIDE
#define WIDE 0 // 1 where the tiles hold more than 2**32 cells
#endif

#if WIDE
typedef u64 cell_t;
#else
typedef u32 cell_t; // a cell, as the address of its label
#endif

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

struct Place {
  int row, col;
};

__device__ __forceinline__ Place place_of(const Grid& grid, cell_t address) {
  u32 tile = (u32)(address / CELLS), within = (u32)address % CELLS;
  u32 tile_row = tile / (u32)grid.tile_cols, tile_col = tile - tile_row * grid.tile_cols;
  Place place;
  place.row = (int)(tile_row * TILE + (within >> 7) * 4 + (within & 3));
  place.col = (int)(tile_col * TILE + ((within >> 2) & 31));
  return place;
}

// Kind of a step to neighbour k: row of the table of half costs.
__device__ __forceinline__ int kind_of(int k) { return k == 1 || k == 6 ? 1 : k == 3 || k == 4 ? 0 : 2; }

// Half cost of one cell for one kind of step.
__device__ __forceinline__ u32 half_at(const Grid& grid, int row, int col, int kind) {
  value_t value = __ldg(grid.values + cell_index(grid, row, col) + value_at(row % TILE, col % TILE));
#if VALUE == 8 || (VALUE == 4 && PRICED)
  HalfCost half = half_cost(grid, value);
#if !SQUARE
  if (kind == 0) return half.horizontal;
#endif
  return kind == 2 ? half.diagonal : half.vertical;
#elif VALUE == 4
  double speed = value;
  if (speed <= 0.0) speed = grid.zero_speed;
  return speed > 0.0 ? half_ticks(grid.scale[kind], speed) : BARRIER;
#else
  return __ldg(grid.table + kind * grid.codes + value);
#endif
}
