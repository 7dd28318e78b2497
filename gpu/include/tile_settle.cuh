// One warp settles one tile whose labels and half costs it holds in registers, with the halo around it,
// and finds what that offers the neighbours.
#pragma once
#include "tile_sweeps.cuh"

struct Corner {
  u32 label, diagonal;
};

// Halo of a tile: sides up, down, left, right; corner cells in lanes 0 to 3, row by row.
struct Halo {
  Side up, down, left, right;
  Corner corner;
};

__device__ __forceinline__ void load_tile(u32 (&labels)[TILE], const uint4* chunks) {
#pragma unroll
  for (int group = 0; group < 8; group++) {
    uint4 chunk = __ldcg(chunks + group * TILE);
    labels[4 * group] = chunk.x, labels[4 * group + 1] = chunk.y;
    labels[4 * group + 2] = chunk.z, labels[4 * group + 3] = chunk.w;
  }
}

__device__ __forceinline__ void store_rows(const u32 (&labels)[TILE], uint4* chunks, u32 changed) {
#pragma unroll
  for (int group = 0; group < 8; group++)
    if (changed & (15u << (4 * group)))
      __stcg(chunks + group * TILE, make_uint4(labels[4 * group], labels[4 * group + 1],
                                               labels[4 * group + 2], labels[4 * group + 3]));
}

// Prices the cells of the lane's column and, by way of shared memory, of its row. rows, cols: how many
// of the tile are inside the grid.
__device__ __forceinline__ void price_cells(const Grid& grid, const HalfCost* table,
                                            const uint4 (&values)[CHUNKS], int rows, int cols,
                                            uint2* through, LaneCosts& column, LaneCosts& line, int lane) {
#pragma unroll
  for (int row = 0; row < TILE; row++) {
    uint4 chunk = values[row * VALUE / 16];
    u32 words[4] = {chunk.x, chunk.y, chunk.z, chunk.w};
    int k = row % (16 / VALUE);
#if VALUE == 8
    value_t value = (u64)words[2 * k + 1] << 32 | words[2 * k];
#elif VALUE == 4 && PRICED
    value_t value = words[k];
#elif VALUE == 4
    float value = __uint_as_float(words[k]);
#elif VALUE == 2
    value_t value = (value_t)(words[k / 2] >> (16 * (k & 1)));
#else
    value_t value = (value_t)(words[k / 4] >> (8 * (k & 3)));
#endif
    HalfCost half = priced(grid, table, value);
    if (row >= rows || lane >= cols) half = barrier();
    column.straight[row] = half.vertical, column.diagonal[row] = half.diagonal;
#if SQUARE
    through[row * STRIDE + lane] = make_uint2(half.vertical, half.diagonal);
#else
    through[row * STRIDE + lane] = make_uint2(half.horizontal, half.diagonal);
#endif
  }
  __syncwarp();
#pragma unroll
  for (int col = 0; col < TILE; col++) {
    uint2 half = through[lane * STRIDE + col];
    line.straight[col] = half.x, line.diagonal[col] = half.y;
  }
}

// Bits set in any reached label: no label is larger. (UNREACHED has none of these bits.)
__device__ __forceinline__ u32 label_bits(const u32 (&labels)[TILE]) {
  u32 bits = 0;
#pragma unroll
  for (int row = 0; row < TILE; row++) bits |= labels[row];
  return warp_or(bits) & (UNREACHED - 1);
}

// No label is larger than UNREACHED, and that is the only one with its top bit.
__device__ __forceinline__ u32 unreached_cells(const u32 (&labels)[TILE]) {
  u32 cells = 0;
#pragma unroll
  for (int row = 0; row < TILE; row++) cells += labels[row] >> 30;
  return cells;
}

// Rows and columns whose labels fell since the last sweep in each direction.
struct Pending {
  u32 down, up, right, left;
};

__device__ __forceinline__ void fell_in_rows(Pending& p, u32& changed, u32 rows, u32 lanes) {
  p.right |= lanes;
  p.left |= lanes;
  changed |= rows;
}

__device__ __forceinline__ void fell_in_columns(Pending& p, u32& changed, u32 lanes) {
  p.down |= lanes;
  p.up |= lanes;
  changed |= lanes;
}

__device__ __forceinline__ uint2 half_at(const LaneCosts& half, int row) {
  return make_uint2(half.straight[row], half.diagonal[row]);
}

// Settles the tile; returns the rows whose labels fell. first and last: labels of the outer columns.
__device__ __forceinline__ u32 settle(u32 (&labels)[TILE], const LaneCosts& column, const LaneCosts& line,
                                      u32* through, const Halo& halo, bool everything, int lane,
                                      u32& first_col, u32& last_col) {
  Pending p = {0, 0, 0, 0};
  u32 changed = 0;
  u32 diagonal = halo.corner.label + halo.corner.diagonal, corner[4];
#pragma unroll
  for (int k = 0; k < 4; k++) corner[k] = __shfl_sync(ALL_LANES, diagonal, k);
  u32 lanes = relax_from(halo.up, labels[0], half_at(column, 0), corner[0], corner[1], lane);
  if (lanes) p.down = 1, fell_in_rows(p, changed, 1, lanes);
  lanes = relax_from(halo.down, labels[31], half_at(column, 31), corner[2], corner[3], lane);
  if (lanes) p.up = 1u << 31, fell_in_rows(p, changed, 1u << 31, lanes);
  if (everything) p.down = p.up = p.right = p.left = changed = ALL_LANES;
  transpose(labels, through, lane);
  lanes = relax_from(halo.left, labels[0], half_at(line, 0), UNREACHED, UNREACHED, lane);
  if (lanes) p.right |= 1, fell_in_columns(p, changed, lanes);
  lanes = relax_from(halo.right, labels[31], half_at(line, 31), UNREACHED, UNREACHED, lane);
  if (lanes) p.left |= 1u << 31, fell_in_columns(p, changed, lanes);
  while (true) {
    if (p.right | p.left)
      fell_in_columns(p, changed, sweep_both(labels, line, p.right, p.left).lanes);
    first_col = labels[0], last_col = labels[31];
    transpose(labels, through, lane);
    if (p.down | p.up) {
      Fallen fell = sweep_both(labels, column, p.down, p.up);
      fell_in_rows(p, changed, fell.rows, fell.lanes);
    }
    if (!(p.right | p.left | p.down | p.up)) return changed;
    transpose(labels, through, lane);
  }
}

// Key that each neighbour gets: lanes 0 to 3 the corners row by row, 4 to 7 up, down, left, right.
__device__ __forceinline__ u32 offers(const u32 (&labels)[TILE], const LaneCosts& column, const LaneCosts& line,
                                      const Halo& halo, u32 first_col, u32 last_col, int lane) {
  uint2 top = half_at(column, 0), bottom = half_at(column, 31);
  u32 side[4] = {offer_to(halo.up, labels[0], top), offer_to(halo.down, labels[31], bottom),
                 offer_to(halo.left, first_col, half_at(line, 0)),
                 offer_to(halo.right, last_col, half_at(line, 31))};
  u32 above = labels[0] + top.y, below = labels[31] + bottom.y;
  u32 corner[4] = {__shfl_sync(ALL_LANES, above, 0), __shfl_sync(ALL_LANES, above, 31),
                   __shfl_sync(ALL_LANES, below, 0), __shfl_sync(ALL_LANES, below, 31)};
  u32 key = UNREACHED;
#pragma unroll
  for (int k = 0; k < 4; k++) {
    u32 offered = corner[k] + halo.corner.diagonal;
    if (lane == k && offered < halo.corner.label) key = offered;
    if (lane == 4 + k) key = side[k];
  }
  return key;
}

__device__ __forceinline__ int neighbour(int lane, int tile_cols) {
  int down = lane < 4 ? (lane < 2 ? -1 : 1) : lane == 4 ? -1 : lane == 5 ? 1 : 0;
  int right = lane < 4 ? (lane & 1 ? 1 : -1) : lane == 6 ? -1 : lane == 7 ? 1 : 0;
  return down * tile_cols + right;
}
