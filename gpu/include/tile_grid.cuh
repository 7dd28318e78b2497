// The grid as tiles of 32×32 cells, and half costs from cell values.
//
// A tile's labels and values lie together, in chunks of 16 bytes that hold one column's cells of
// consecutive rows: a warp whose lanes are the columns reads a tile in whole 512-byte lines.
// Cells past the edge of the grid are there, but count as barriers.
//
// Compile with VALUE = 1 (uint8 codes), 2 (uint16 codes) or 4 (float32 km/h); SQUARE = 1 where
// cells are square; STRAIGHT = 1 along straight lines, 0 with eight directions, or without it where the
// grid is to tell. With PRICED = 1 the values are half costs that `price` of tile_layout.cu has
// packed at the tick: VALUE = 4 where cells are square, else 8.
#pragma once
#include "tiles/labels.cuh"

#define BARRIER UNREACHED    // half cost: label + half + half stays below 2**32

#ifndef PRICED
#define PRICED 0
#endif

#if VALUE == 1
typedef u8 value_t;
#elif VALUE == 2
typedef u16 value_t;
#elif VALUE == 8
typedef u64 value_t;
#elif PRICED
typedef u32 value_t;
#else
typedef float value_t;
#endif

#define VALUES_PER_CHUNK (VALUE == 8 ? 4 : 16 / VALUE) // one of 8 bytes each is two of 16
#define CHUNKS (TILE * VALUE / 16)                     // of 16 bytes, in a column of a tile

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
  u32 slant; // diagonal step / longer straight step, × 2**31, cut off
  u32 straight_lines; // whether diagonal half costs are no more than straight ones say: raster.steps.most_aslant
  u32 share[2], reach[2], along[2]; // of wedges along rows and columns where cells are not square: raster/oblong.py
  u64 aslant[2];
};

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

// Index of the k-th chunk of a lane's column, in chunks from the tile's first.
__device__ __forceinline__ u32 chunk_at(int k, int lane) {
  return VALUE == 8 ? (k >> 1) * (2 * TILE) + 2 * lane + (k & 1) : k * TILE + lane;
}

// The straight half cost × slant, cut to a whole number.
__device__ __forceinline__ u32 slanted(const Grid& grid, u32 straight) {
  return (u32)(((u64)straight * grid.slant) >> 31);
}

// Solvers are compiled for a geometry: to ask the grid of every cell took a tenth of a solve of real speeds.
__device__ __forceinline__ bool along_straight_lines(const Grid& grid) {
#ifdef STRAIGHT
  return STRAIGHT;
#else
  return grid.straight_lines;
#endif
}

// The half costs with a diagonal one that is no more than both straight ones say, where cells are not square.
__device__ __forceinline__ HalfCost bounded(const Grid& grid, HalfCost h) {
#if !SQUARE
  if (along_straight_lines(grid)) {
    u64 by_row = h.horizontal * grid.aslant[0] >> 28, by_column = h.vertical * grid.aslant[1] >> 28;
    h.diagonal = (u32)min((u64)h.diagonal, min(by_row, by_column));
  }
#endif
  return h;
}

#if VALUE >= 4
// One IEEE division, round half to even, 1 to BARRIER - 1 ticks: the bits of raster/steps.py.
__device__ __forceinline__ u32 half_ticks(double scale, double speed) {
  return (u32)fmin(fmax(rint(scale / speed), 1.0), (double)(BARRIER - 1));
}

__device__ __forceinline__ HalfCost half_of_speed(const Grid& grid, float value) {
  double speed = value;
  if (speed <= 0.0) speed = grid.zero_speed;
  if (!(speed > 0.0)) return barrier();
  HalfCost h;
  h.vertical = half_ticks(grid.scale[1], speed);
  h.diagonal = half_ticks(grid.scale[2], speed);
#if SQUARE
  if (along_straight_lines(grid)) h.diagonal = min(h.diagonal, slanted(grid, h.vertical));
#else
  h.horizontal = half_ticks(grid.scale[0], speed);
#endif
  return h;
}
#endif

#if PRICED && VALUE >= 4
// Half costs packed: 30 bits for the longer straight one, less 1, and two bits for the diagonal one,
// which is the straight one × slant cut to a whole number, plus -1, 0, 1 or 2. That it is one of these:
// the straight cost s is off by at most 1/2, so the diagonal one lies within slant / 2 + 1/2 <= 1.21 of
// s × slant, as slant <= sqrt(2), and the product in fixed point is too small by less than 1/2. A diagonal
// cost is never above SLOWEST = BARRIER - 1 unless the cell is a barrier. Where cells are not square, the
// shorter straight one stands above, whole.
__device__ __forceinline__ value_t packed(const Grid& grid, const HalfCost& h) {
  u32 longer = h.vertical;
#if !SQUARE
  u32 shorter = h.horizontal;
  if (grid.scale[0] > grid.scale[1]) longer = h.horizontal, shorter = h.vertical;
#endif
  u32 more = h.diagonal >= BARRIER - 1 ? 3 : h.diagonal + 1 - slanted(grid, longer);
  u32 word = (longer - 1) << 2 | more;
#if SQUARE
  return word;
#else
  return (u64)shorter << 32 | word;
#endif
}

__device__ __forceinline__ HalfCost half_cost(const Grid& grid, value_t value) {
  u32 word = (u32)value, longer = (word >> 2) + 1;
  HalfCost h;
  h.vertical = longer;
  h.diagonal = min(slanted(grid, longer) + (word & 3) - 1, BARRIER - 1 + (longer >> 30));
#if !SQUARE
  u32 shorter = (u32)(value >> 32);
  bool wide = grid.scale[0] > grid.scale[1];
  h.vertical = wide ? shorter : longer, h.horizontal = wide ? longer : shorter;
#endif
  return bounded(grid, h);
}
#elif VALUE == 4
__device__ __forceinline__ HalfCost half_cost(const Grid& grid, float value) {
  return bounded(grid, half_of_speed(grid, value));
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

struct Fallen {
  u32 rows, lanes; // of a tile: where a label fell
};

// The lane's labels of so many rows, from the first of its chunks.
template <int rows> __device__ __forceinline__ void load_tile(u32 (&labels)[rows], const uint4* chunks) {
#pragma unroll
  for (int group = 0; group < rows / 4; group++) {
    uint4 chunk = __ldcg(chunks + group * TILE);
    labels[4 * group] = chunk.x, labels[4 * group + 1] = chunk.y;
    labels[4 * group + 2] = chunk.z, labels[4 * group + 3] = chunk.w;
  }
}

template <int rows>
__device__ __forceinline__ void store_rows(const u32 (&labels)[rows], uint4* chunks, u32 changed) {
#pragma unroll
  for (int group = 0; group < rows / 4; group++)
    if (changed & (15u << (4 * group)))
      __stcg(chunks + group * TILE, make_uint4(labels[4 * group], labels[4 * group + 1],
                                               labels[4 * group + 2], labels[4 * group + 3]));
}

// The lane's value in a row, out of the chunks of its column.
template <int chunks> __device__ __forceinline__ value_t value_in(const uint4 (&values)[chunks], int row) {
  uint4 chunk = values[row * VALUE / 16];
  u32 words[4] = {chunk.x, chunk.y, chunk.z, chunk.w};
  int k = row % (16 / VALUE);
#if VALUE == 8
  return (u64)words[2 * k + 1] << 32 | words[2 * k];
#elif VALUE == 4 && PRICED
  return words[k];
#elif VALUE == 4
  return __uint_as_float(words[k]);
#elif VALUE == 2
  return (value_t)(words[k / 2] >> (16 * (k & 1)));
#else
  return (value_t)(words[k / 4] >> (8 * (k & 3)));
#endif
}

// The largest reached label in the lanes, 0 where nothing is reached.
template <int rows> __device__ __forceinline__ u32 longest_label(const u32 (&labels)[rows]) {
  int longest[4] = {-1, -1, -1, -1}; // UNREACHED added, UNREACHED itself is the least of all numbers
#pragma unroll
  for (int row = 0; row < rows; row++)
    longest[row % 4] = __viaddmax_s32((int)labels[row], (int)UNREACHED, longest[row % 4]);
  int most = max(max(longest[0], longest[1]), max(longest[2], longest[3]));
  u32 found = warp_max((u32)(most + 1));
  return found ? found - 1 - UNREACHED : 0;
}

// No label is larger than UNREACHED, and that is the only one with its top bit.
template <int rows> __device__ __forceinline__ u32 unreached_cells(const u32 (&labels)[rows]) {
  u32 cells = 0;
#pragma unroll
  for (int row = 0; row < rows; row++) cells += labels[row] >> 30;
  return cells;
}

// The way to the tile that a lane tells: 0 to 3 the corners row by row, 4 to 7 up, down, left, right.
__device__ __forceinline__ int neighbour(int lane, int tile_cols) {
  int down = lane < 4 ? (lane < 2 ? -1 : 1) : lane == 4 ? -1 : lane == 5 ? 1 : 0;
  int right = lane < 4 ? (lane & 1 ? 1 : -1) : lane == 6 ? -1 : lane == 7 ? 1 : 0;
  return down * tile_cols + right;
}
