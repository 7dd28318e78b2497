// One warp settles one tile. Lanes are columns and each lane keeps its 32 labels in registers, so
// that a sweep down or up needs only its neighbour lanes; for sweeps right and left the labels are
// transposed through shared memory and lanes are rows.
//
// A sweep takes the rows in order and gives every row the best of the three cells before it.
// `pending` has a bit for each row whose labels fell since the last sweep in that direction: only
// from those there is something to gain. When no direction has a pending row, no step inside the
// tile improves a label.
#pragma once
#include "tile_grid.cuh"
#include "slopes/steps.cuh"

#ifndef STRAIGHT
#define STRAIGHT 0 // 1: straight lines between the eight directions; see straight/tile_wedges.cuh
#endif

#ifndef SLOPES
#define SLOPES 0 // 1: steps cost by their slope, otherwise there than back; see slopes/tile_slopes.cuh
#endif

#if STRAIGHT
#include "straight/wedges.cuh"
#endif

// One side of the halo: labels and half costs of the row (or column) beyond the tile's border.
struct Side {
  u32 label;
#if SLOPES
  const u32* over; // steps over the border, the lane's; see slopes/tile_slopes.cuh
#else
  uint2 half; // straight across the border, diagonal
#if STRAIGHT
  u32 beside; // straight along the border, where cells are not square
#endif
#endif
};

#if SLOPES
#include "slopes/tile_slopes.cuh"
#else

// Half costs of the cells of one lane: of its column, or of its row where labels are transposed.
struct LaneCosts {
  u32 straight[TILE], diagonal[TILE];
#if STRAIGHT
  const u32* outer; // labels beside the lane's cells, where these are in the halo
  WedgeShape shape; // of wedges that the cells are A of
#endif
};
typedef LaneCosts LineCosts;
#endif

#if STRAIGHT
#include "straight/tile_wedges.cuh"
#else
#if !SLOPES

// Gives row `to` the best of the three cells beside it in row `from`. The lane at either edge gets its own
// sum back from the shuffle, that is, a straight step at diagonal cost: never better than the straight
// step itself.
__device__ __forceinline__ void relax_row(u32 (&labels)[TILE], const LaneCosts& half, int from, int to, u32& fallen) {
  u32 aslant = labels[from] + half.diagonal[from];
  u32 beside = min(__shfl_up_sync(ALL_LANES, aslant, 1), __shfl_down_sync(ALL_LANES, aslant, 1));
  u32 label = __viaddmin_u32(labels[from] + half.straight[from], half.straight[to], labels[to]);
  label = __viaddmin_u32(beside, half.diagonal[to], label);
  if (label < labels[to]) fallen |= 1u << to;
  labels[to] = label;
}
#endif

// Both directions at once: two chains of dependent rows take hardly longer than one. They meet in the
// middle; what each lowers of what the other has already passed stays pending.
template <class Costs>
__device__ __forceinline__ Fallen sweep_both(u32 (&labels)[TILE], const Costs& half, u32& forward, u32& backward) {
  u32 down = 0, up = 0, rows_down = 0, rows_up = 0; // fell in either sweep, of this lane and of all
#pragma unroll
  for (int group = 0; group < 4; group++) {
    u32 ahead = 0xffu << (8 * group), behind = 0xff000000u >> (8 * group);
    if (!((forward | rows_down | rows_up) & ahead) && !((backward | rows_down | rows_up) & behind)) continue;
#pragma unroll
    for (int k = 8 * group; k < 8 * group + 8 && k < 31; k++) {
      relax_row(labels, half, k, k + 1, down);
      relax_row(labels, half, 31 - k, 30 - k, up);
    }
    rows_down = warp_or(down), rows_up = warp_or(up);
  }
  forward = rows_up & 0x0000ffffu, backward = rows_down & 0xfffe0000u;
  Fallen where;
  where.rows = rows_down | rows_up;
  where.lanes = __ballot_sync(ALL_LANES, (down | up) != 0);
  return where;
}
#endif

__device__ __forceinline__ void transpose(u32 (&labels)[TILE], u32* through, int lane) {
#pragma unroll
  for (int row = 0; row < TILE; row++) through[row * STRIDE + lane] = labels[row];
  __syncwarp();
#pragma unroll
  for (int row = 0; row < TILE; row++) labels[row] = through[lane * STRIDE + row];
  __syncwarp();
}

#if !SLOPES
// Relaxes a border row from the halo; `left` and `right` are the corner cells' label + diagonal
// half cost. Returns the lanes whose label fell.
__device__ __forceinline__ u32 relax_from(const Side& halo, u32& label, uint2 half, u32 left,
                                          u32 right, int lane) {
  u32 aslant = halo.label + halo.half.y;
  u32 before = __shfl_up_sync(ALL_LANES, aslant, 1);
  u32 after = __shfl_down_sync(ALL_LANES, aslant, 1);
  if (lane == 0) before = left;
  if (lane == TILE - 1) after = right;
  u32 better = __viaddmin_u32(halo.label + halo.half.x, half.x, label);
  better = __viaddmin_u32(min(before, after), half.y, better);
  u32 lanes = __ballot_sync(ALL_LANES, better < label);
  label = better;
  return lanes;
}

// Lowers the halo to what the border row would give it. The smallest label that falls so, else UNREACHED.
__device__ __forceinline__ u32 offer_to(Side& halo, u32 label, uint2 half) {
  u32 aslant = label + half.y;
  u32 beside = min(__shfl_up_sync(ALL_LANES, aslant, 1), __shfl_down_sync(ALL_LANES, aslant, 1));
  u32 offered = min(beside + halo.half.y, label + half.x + halo.half.x);
  u32 known = halo.label;
  halo.label = min(known, offered);
  return warp_min(offered < known ? offered : UNREACHED);
}
#endif
