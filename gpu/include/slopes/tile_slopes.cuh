// Tiles on slopes, where a step costs what its direction says: the twin of raster/slopes/tiles.py.
//
// A cell has eight costs of steps into it. Those of straight steps stay in registers, as half costs do on level
// ground: from before and from after, of the lane's column and of its row. Those of diagonal steps lie in
// shared memory, one plane for each corner that they come from, where columns and rows are read alike: they serve
// sweeps of both kinds. A tile is priced before it is taken up (slopes/tile_prices.cuh), or its
// prices are fetched where they are kept (slopes/kept_prices.cuh): they do not change, labels do.
#pragma once

#include "slopes/planes.cuh"

// Of the cells of one lane: of its column, or with `apart` 1 of its row. Diagonal steps come from the lane before
// or after this one, and from the row before or after.
template <int apart> struct StepsInto {
  u32 from_before[TILE], from_after[TILE];
  const u32 *lane_before, *lane_after;           // those from the row before
  const u32 *lane_before_back, *lane_after_back; // from the row after
};
typedef StepsInto<STRIDE> LaneCosts;
typedef StepsInto<1> LineCosts;

// What a cell of the tile adds to a step over its border: here nothing.
template <int apart> __device__ __forceinline__ uint2 half_at(const StepsInto<apart>&, int) { return make_uint2(0, 0); }

// Gives row `to` the best of the three cells beside it in row `from`. Where a lane has no neighbour the shuffle
// gives its own label back, and the cost is that of a barrier.
template <int apart>
__device__ __forceinline__ void relax_row(u32 (&labels)[TILE], const StepsInto<apart>& steps, int from, int to,
                                          u32& fallen) {
  bool forth = from < to;
  const u32 *before = forth ? steps.lane_before : steps.lane_before_back;
  const u32 *after = forth ? steps.lane_after : steps.lane_after_back;
  u32 label = __viaddmin_u32(labels[from], forth ? steps.from_before[to] : steps.from_after[to], labels[to]);
  label = __viaddmin_u32(__shfl_up_sync(ALL_LANES, labels[from], 1), before[to * apart], label);
  label = __viaddmin_u32(__shfl_down_sync(ALL_LANES, labels[from], 1), after[to * apart], label);
  if (label < labels[to]) fallen |= 1u << to;
  labels[to] = label;
}

// Relaxes a border row from the halo; `left` and `right` are the corner cells' labels. Returns the lanes whose
// label fell.
__device__ __forceinline__ u32 relax_from(const Side& halo, u32& label, uint2, u32 left, u32 right, int lane) {
  u32 before = __shfl_up_sync(ALL_LANES, halo.label, 1), after = __shfl_down_sync(ALL_LANES, halo.label, 1);
  if (lane == 0) before = left;
  if (lane == TILE - 1) after = right;
  u32 better = __viaddmin_u32(halo.label, halo.over[IN_ACROSS], label);
  better = __viaddmin_u32(before, halo.over[IN_BEFORE], better);
  better = __viaddmin_u32(after, halo.over[IN_AFTER], better);
  u32 lanes = __ballot_sync(ALL_LANES, better < label);
  label = better;
  return lanes;
}

// What the border row would give the cells of the halo: the lane's cell, the one before it and the one after.
struct OfferedOver {
  u32 across, before, after;
};

__device__ __forceinline__ OfferedOver offered_over(const Side& halo, u32 label) {
  return {label + halo.over[OUT_ACROSS], label + halo.over[OUT_BEFORE], label + halo.over[OUT_AFTER]};
}

// The smallest of that where it improves the halo, else UNREACHED. The corners are seen to by themselves.
__device__ __forceinline__ u32 offer_to(Side& halo, const OfferedOver& offered, int lane) {
  u32 from_before = __shfl_up_sync(ALL_LANES, offered.after, 1);
  u32 from_after = __shfl_down_sync(ALL_LANES, offered.before, 1);
  u32 best = offered.across;
  if (lane > 0) best = min(best, from_before);
  if (lane < TILE - 1) best = min(best, from_after);
  u32 known = halo.label;
  halo.label = min(known, best);
  return warp_min(best < known ? best : UNREACHED);
}
