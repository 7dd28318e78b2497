// One warp settles one tile whose labels and half costs it holds in registers, with the halo around it,
// and finds what that offers the neighbours.
#pragma once
#include "tile_sweeps.cuh"

struct Corner {
  u32 label, diagonal;
#if STRAIGHT
  u32 straight, beside; // half costs of steps along columns, and rows where cells are not square
#endif
};

// Halo of a tile: sides up, down, left, right; corner cells in lanes 0 to 3, row by row.
struct Halo {
  Side up, down, left, right;
  Corner corner;
};

#if !SLOPES
// Prices the cells of the lane's column and, by way of shared memory, of its row. rows, cols: how many
// of the tile are inside the grid.
__device__ __forceinline__ void price_cells(const Grid& grid, const HalfCost* table,
                                            const uint4 (&values)[CHUNKS], int rows, int cols,
                                            uint2* through, LaneCosts& column, LaneCosts& line, int lane) {
#pragma unroll
  for (int row = 0; row < TILE; row++) {
    HalfCost half = priced(grid, table, value_in(values, row));
    if (row >= rows || lane >= cols) half = barrier();
    column.straight[row] = half.vertical, column.diagonal[row] = half.diagonal;
#if !SQUARE
    line.straight[row] = half.horizontal; // until lanes are rows
#endif
  }
  // In a loop of its own: the table is shared memory, too, and the compiler lets no reading of it pass a writing.
#pragma unroll
  for (int row = 0; row < TILE; row++)
#if SQUARE
    through[row * STRIDE + lane] = make_uint2(column.straight[row], column.diagonal[row]);
#else
    through[row * STRIDE + lane] = make_uint2(line.straight[row], column.diagonal[row]);
#endif
#if STRAIGHT && !SQUARE
  line.shape = {grid.share[0], grid.reach[0], grid.along[0]};
  column.shape = {grid.share[1], grid.reach[1], grid.along[1]};
#endif
  __syncwarp();
#pragma unroll
  for (int col = 0; col < TILE; col++) {
    uint2 half = through[lane * STRIDE + col];
    line.straight[col] = half.x, line.diagonal[col] = half.y;
  }
}
#endif

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

#if !SLOPES
__device__ __forceinline__ uint2 half_at(const LaneCosts& half, int row) {
  return make_uint2(half.straight[row], half.diagonal[row]);
}
#endif

#if STRAIGHT
// Behind what `transpose` uses of a warp's shared memory: the outer cells, then the border as it was, sides up,
// down, left, right.
#define OUTER_CELLS (TILE * STRIDE)
#define OLD_BORDER (OUTER_CELLS + 2 * OUTER_HALVES)
static_assert(OLD_BORDER + 4 * TILE <= 2 * TILE * STRIDE, "a warp's shared memory holds two words a cell");

// Before the first sweep; lanes are columns.
__device__ __forceinline__ void keep_halo(const u32 (&labels)[TILE], LaneCosts& column, LaneCosts& line, u32* through,
                                          const Halo& halo, int lane) {
  u32* outer = through + OUTER_CELLS;
  keep_outer(outer, OUTER_UP, halo.up.label, half_beside(halo.up), lane);
  keep_outer(outer, OUTER_DOWN, halo.down.label, half_beside(halo.down), lane);
  keep_outer(outer, OUTER_LEFT, halo.left.label, half_beside(halo.left), lane);
  keep_outer(outer, OUTER_RIGHT, halo.right.label, half_beside(halo.right), lane);
  keep_outer(outer, OUTER_NONE, UNREACHED, BARRIER, lane);
  column.outer = outer_of(outer, OUTER_LEFT, OUTER_RIGHT, lane);
  line.outer = outer_of(outer, OUTER_UP, OUTER_DOWN, lane);
  u32* old = through + OLD_BORDER;
  old[lane] = labels[0], old[TILE + lane] = labels[31];
  __syncwarp();
}

// After the first `transpose`: lanes are rows. The tile's corners may have fallen since `keep_halo`.
__device__ __forceinline__ void keep_border(const u32 (&labels)[TILE], u32* through, int lane) {
  u32* old = through + OLD_BORDER;
  u32 row = lane == 0 ? 0 : TILE; // the upper or lower side
  bool corner = lane == 0 || lane == TILE - 1;
  u32 first = corner ? old[row] : labels[0], last = corner ? old[row + TILE - 1] : labels[31];
  old[2 * TILE + lane] = first, old[3 * TILE + lane] = last;
}

__device__ __forceinline__ Aslant corner_cell(const Halo& halo, int k, bool upright) {
#if OBLONG
  u32 half = upright ? halo.corner.straight : halo.corner.beside;
#else
  u32 half = halo.corner.straight;
#endif
  Aslant cell = {__shfl_sync(ALL_LANES, halo.corner.label, k), __shfl_sync(ALL_LANES, half, k)};
  return cell;
}
#endif

#ifndef EARLY_WORDS
#define EARLY_WORDS 1 // of a visit, before the one at its end
#endif

// Settles the tile. first and last: labels of the outer columns. told: called with the rows whose labels fell since it was
// called last, and whether the tile is settled: at the end, and before that after each of the first `early` pairs of sweeps that
// changed something. The outer columns may be older than the rows then: those labels are told of in the end.
template <class Told>
__device__ __forceinline__ void settle_telling(u32 (&labels)[TILE], LaneCosts& column, LineCosts& line,
                                               u32* through, const Halo& halo, bool everything, int lane,
                                               u32& first_col, u32& last_col, int early, Told told) {
  Pending p = {0, 0, 0, 0};
  u32 changed = 0;
  u32 diagonal = halo.corner.label + halo.corner.diagonal, corner[4];
#pragma unroll
  for (int k = 0; k < 4; k++) corner[k] = __shfl_sync(ALL_LANES, diagonal, k);
#if STRAIGHT
  keep_halo(labels, column, line, through, halo, lane);
  Aslant cell[4], aside[4];
#pragma unroll
  for (int k = 0; k < 4; k++) cell[k] = corner_cell(halo, k, true), aside[k] = corner_cell(halo, k, false);
  Owed owed = {0, 0};
#endif
  u32 lanes = relax_from(halo.up, labels[0], half_at(column, 0), corner[0], corner[1], lane);
#if STRAIGHT
  lanes |= wedges_from(halo.up, labels[0], half_at(column, 0), cell[0], cell[1], column.shape, line.shape, owed, lane);
#endif
  if (lanes) p.down = 1, fell_in_rows(p, changed, 1, lanes);
  lanes = relax_from(halo.down, labels[31], half_at(column, 31), corner[2], corner[3], lane);
#if STRAIGHT
  lanes |= wedges_from(halo.down, labels[31], half_at(column, 31), cell[2], cell[3], column.shape, line.shape, owed, lane);
#endif
  if (lanes) p.up = 1u << 31, fell_in_rows(p, changed, 1u << 31, lanes);
#if STRAIGHT && !SQUARE
  p.right |= owed.forth, p.left |= owed.back;
  owed = {0, 0};
#endif
  if (everything) p.down = p.up = p.right = p.left = changed = ALL_LANES;
  transpose(labels, through, lane);
#if STRAIGHT
  keep_border(labels, through, lane);
#endif
  lanes = relax_from(halo.left, labels[0], half_at(line, 0), UNREACHED, UNREACHED, lane);
#if STRAIGHT
  lanes |= wedges_from(halo.left, labels[0], half_at(line, 0), aside[0], aside[2], line.shape, column.shape, owed, lane);
#endif
  if (lanes) p.right |= 1, fell_in_columns(p, changed, lanes);
  lanes = relax_from(halo.right, labels[31], half_at(line, 31), UNREACHED, UNREACHED, lane);
#if STRAIGHT
  lanes |= wedges_from(halo.right, labels[31], half_at(line, 31), aside[1], aside[3], line.shape, column.shape, owed, lane);
#endif
  if (lanes) p.left |= 1u << 31, fell_in_columns(p, changed, lanes);
#if STRAIGHT && !SQUARE
  p.down |= owed.forth, p.up |= owed.back;
#endif
  while (true) {
    if (p.right | p.left)
      fell_in_columns(p, changed, sweep_both(labels, line, p.right, p.left).lanes);
    first_col = labels[0], last_col = labels[31];
    transpose(labels, through, lane);
    if (p.down | p.up) {
      Fallen fell = sweep_both(labels, column, p.down, p.up);
      fell_in_rows(p, changed, fell.rows, fell.lanes);
    }
    bool settled = !(p.right | p.left | p.down | p.up);
    if (settled || (early > 0 && changed)) {
      told(changed, settled);
      changed = 0, early--;
    }
    if (settled) return;
    transpose(labels, through, lane);
  }
}

// The same without a word before the end; returns the rows whose labels fell.
__device__ __forceinline__ u32 settle(u32 (&labels)[TILE], LaneCosts& column, LineCosts& line,
                                      u32* through, const Halo& halo, bool everything, int lane,
                                      u32& first_col, u32& last_col) {
  u32 fell = 0;
  settle_telling(labels, column, line, through, halo, everything, lane, first_col, last_col, 0,
                 [&](u32 changed, bool) { fell = changed; });
  return fell;
}

#if STRAIGHT
// D of the wedge whose A is the corner cell at the end of a side where this lane is, seen by the cell across;
// `lone`: corners of the tile, a bit each, beside which D's tile is known before A's.
__device__ __forceinline__ Aslant beside_corner(const u32* outer, u32 lone, int side, int lane) {
  int last = lane >= TILE / 2, row = side < 2 ? side : last, col = side < 2 ? last : side - 2;
  int other = side < 2 ? OUTER_LEFT + col : OUTER_UP + row, place = (side < 2 ? row : col) * (TILE - 1);
  Aslant cell = {UNREACHED, BARRIER};
  if (lone >> (2 * row + col) & 1) {
    cell.label = outer[other * OUTER + place];
    cell.half = outer[other * OUTER + OUTER_HALVES + place];
  }
  return cell;
}
#endif

#if SLOPES
// Key that each neighbour gets: lanes 0 to 3 the corners row by row, 4 to 7 up, down, left, right. The halo's labels are lowered
// to what is offered: what does not fall below that is not offered again.
__device__ __forceinline__ u32 offers(const u32 (&labels)[TILE], Halo& halo, u32 first_col, u32 last_col, int lane) {
  OfferedOver up = offered_over(halo.up, labels[0]), down = offered_over(halo.down, labels[31]);
  OfferedOver left = offered_over(halo.left, first_col), right = offered_over(halo.right, last_col);
  u32 side[4] = {offer_to(halo.up, up, lane), offer_to(halo.down, down, lane), offer_to(halo.left, left, lane),
                 offer_to(halo.right, right, lane)};
  u32 corner[4] = {__shfl_sync(ALL_LANES, up.before, 0), __shfl_sync(ALL_LANES, up.after, 31),
                   __shfl_sync(ALL_LANES, down.before, 0), __shfl_sync(ALL_LANES, down.after, 31)};
  u32 key = UNREACHED;
#pragma unroll
  for (int k = 0; k < 4; k++) {
    if (lane == k && corner[k] < halo.corner.label) key = halo.corner.label = corner[k];
    if (lane == 4 + k) key = side[k];
  }
  return key;
}
#else
// Key that each neighbour gets: lanes 0 to 3 the corners row by row, 4 to 7 up, down, left, right. The halo's labels are lowered
// to what is offered by steps: what does not fall below that is not offered again.
__device__ __forceinline__ u32 offers(const u32 (&labels)[TILE], const LaneCosts& column, const LaneCosts& line,
                                      Halo& halo, u32 first_col, u32 last_col, int lane
#if STRAIGHT
                                      , const u32* through, u32 lone
#endif
) {
  uint2 top = half_at(column, 0), bottom = half_at(column, 31);
  u32 side[4] = {offer_to(halo.up, labels[0], top), offer_to(halo.down, labels[31], bottom),
                 offer_to(halo.left, first_col, half_at(line, 0)),
                 offer_to(halo.right, last_col, half_at(line, 31))};
#if STRAIGHT
  const u32 *outer = through + OUTER_CELLS, *old = through + OLD_BORDER;
  const Side beyond[4] = {halo.up, halo.down, halo.left, halo.right};
  u32 border[4] = {labels[0], labels[31], first_col, last_col};
  uint2 halves[4] = {top, bottom, half_at(line, 0), half_at(line, 31)};
#pragma unroll
  for (int k = 0; k < 4; k++) {
    Aslant other = beside_corner(outer, lone, k, lane);
    side[k] = min(side[k], wedge_offer_to(beyond[k], border[k], halves[k], old[k * TILE + lane], other,
                                        k < 2 ? column.shape : line.shape, k < 2 ? line.shape : column.shape, lane));
  }
#endif
  u32 above = labels[0] + top.y, below = labels[31] + bottom.y;
  u32 corner[4] = {__shfl_sync(ALL_LANES, above, 0), __shfl_sync(ALL_LANES, above, 31),
                   __shfl_sync(ALL_LANES, below, 0), __shfl_sync(ALL_LANES, below, 31)};
  u32 key = UNREACHED;
#if STRAIGHT
#if OBLONG // no half cost is less, of whichever axis
  WedgeShape either = column.shape.along < line.shape.along ? column.shape : line.shape;
  u32 upper = least_along(either, top.y), lower = least_along(either, bottom.y);
  u32 beyond_corner = least_along(either, halo.corner.diagonal);
#else
  u32 upper = top.x, lower = bottom.x, beyond_corner = halo.corner.straight;
#endif
  u32 up = labels[0] < old[lane] ? labels[0] + upper : UNREACHED; // corners that fell, as D
  u32 down = labels[31] < old[TILE + lane] ? labels[31] + lower : UNREACHED;
  u32 fallen[4] = {__shfl_sync(ALL_LANES, up, 0), __shfl_sync(ALL_LANES, up, 31),
                   __shfl_sync(ALL_LANES, down, 0), __shfl_sync(ALL_LANES, down, 31)};
#endif
#pragma unroll
  for (int k = 0; k < 4; k++) {
    u32 offered = corner[k] + halo.corner.diagonal;
#if STRAIGHT
    offered = min(offered, fallen[k] + beyond_corner);
#endif
    if (lane == k && offered < halo.corner.label) key = halo.corner.label = offered;
    if (lane == 4 + k) key = side[k];
  }
  return key;
}
#endif
