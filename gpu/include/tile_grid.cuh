// The grid as tiles of 32×32 cells, and half costs from cell values.
//
// A tile's labels and values lie together, in chunks of 16 bytes that hold one column's cells of
// consecutive rows: a warp whose lanes are the columns reads a tile in whole 512-byte lines.
// Cells past the edge of the grid are there, but count as barriers.
//
// Compile with VALUE = 1 (uint8 codes), 2 (uint16 codes) or 4 (float32 km/h); SQUARE = 1 where
// cells are square.
#pragma once
#include "memory.cuh"

#define TILE 32
#define CELLS 1024           // of a tile
#define BARRIER UNREACHED    // half cost: label + half + half stays below 2**32

#if VALUE == 1
typedef u8 value_t;
#elif VALUE == 2
typedef u16 value_t;
#else
typedef float value_t;
#endif

#define VALUES_PER_CHUNK (16 / VALUE)

struct HalfCost {
  u32 vertical, diagonal; // ticks
#if !SQUARE
  u32 horizontal;
#endif
};

struct Grid {
  const value_t* values; // tiles × CELLS
  const u32* table;      // (3, codes): horizontal, vertical, diagonal half costs; null for float32
  u32 codes;
  int rows, cols, tile_rows, tile_cols;
  double scale[3]; // half cost in ticks of 1 km/h, for float32
  double zero_speed;
};

__device__ __forceinline__ u32 label_at(int row, int col) {
  return (row >> 2) * 128 + col * 4 + (row & 3);
}

__device__ __forceinline__ u32 value_at(int row, int col) {
  return (row / VALUES_PER_CHUNK) * (TILE * VALUES_PER_CHUNK) + col * VALUES_PER_CHUNK +
         row % VALUES_PER_CHUNK;
}

__device__ __forceinline__ HalfCost barrier() {
  HalfCost h;
  h.vertical = h.diagonal = BARRIER;
#if !SQUARE
  h.horizontal = BARRIER;
#endif
  return h;
}

#if VALUE == 4
// One IEEE division, round half to even, 1 to BARRIER - 1 ticks: the bits of raster/steps.py.
__device__ __forceinline__ u32 half_ticks(double scale, double speed) {
  return (u32)fmin(fmax(rint(scale / speed), 1.0), (double)(BARRIER - 1));
}

__device__ __forceinline__ HalfCost half_cost(const Grid& grid, float value) {
  double speed = value;
  if (speed <= 0.0) speed = grid.zero_speed;
  if (!(speed > 0.0)) return barrier();
  HalfCost h;
  h.vertical = half_ticks(grid.scale[1], speed);
  h.diagonal = half_ticks(grid.scale[2], speed);
#if !SQUARE
  h.horizontal = half_ticks(grid.scale[0], speed);
#endif
  return h;
}
#else
__device__ __forceinline__ HalfCost half_cost(const Grid& grid, u32 code) {
  HalfCost h;
  h.vertical = __ldg(grid.table + grid.codes + code);
  h.diagonal = __ldg(grid.table + 2 * grid.codes + code);
#if !SQUARE
  h.horizontal = __ldg(grid.table + code);
#endif
  return h;
}
#endif

// Half costs of a value; uint8 codes have their table in shared memory.
__device__ __forceinline__ HalfCost priced(const Grid& grid, const HalfCost* table, value_t value) {
#if VALUE == 1
  return table[value];
#else
  return half_cost(grid, value);
#endif
}

__device__ __forceinline__ u64 cell_index(const Grid& grid, int row, int col) {
  return ((u64)(row / TILE) * grid.tile_cols + col / TILE) * CELLS;
}
