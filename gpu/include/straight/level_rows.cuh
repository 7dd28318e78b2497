// What cells are offered along straight lines on level ground, for the sweeps of teams/tile.cuh: square cells alone.
#pragma once
#include "straight/short_wedge.cuh"
#include "teams/team.cuh"

namespace in_shared {

__device__ __forceinline__ cell_t cell_at(const ground_t* ground, const Direction&) { return *ground; }

__device__ __forceinline__ u32 longest_half(const HalfCost& half) { return half.vertical; }
__device__ __forceinline__ bool too_slim(const Grid&) { return false; }

__device__ __forceinline__ void put_cell(const TileAtWork& work, int place, const HalfCost& half, u32) {
  work.ground[place] = make_uint2(half.vertical, half.diagonal);
}

// The least of the label of a cell and what it is offered from a row beside it, by three steps and two wedges.
template <bool wide>
__device__ __forceinline__ u32 relaxed(const TileAtWork&, const Direction&, u32 label, uint2 own, const From& from,
                                       const Around& half) {
  u32 cost_before = max(half.axis.x, half.before.x) + own.x, cost_after = max(half.axis.x, half.after.x) + own.x;
  u32 best = __viaddmin_u32(from.axis, half.axis.x + own.x, label);
  best = __viaddmin_u32(from.before, half.before.y + own.y, best);
  best = __viaddmin_u32(from.after, half.after.y + own.y, best);
  if (wide) {
    best = past_wedge(best, from.axis, from.before, cost_before, {});
    return past_wedge(best, from.axis, from.after, cost_after, {});
  }
  u32 base = from.axis | (own.x & BARRIER); // no label but UNREACHED has that bit
  best = __viaddmin_u32(base, above_axis(from.axis, from.before, cost_before), best);
  return __viaddmin_u32(base, above_axis(from.axis, from.after, cost_after), best);
}

// The least of `best` and what one wedge offers the cell at `to`, with A and D at `axis` and `aslant`.
template <bool wide>
__device__ __forceinline__ u32 past_wedge_at(const TileAtWork& work, const Direction&, u32 best, int to, int axis, int aslant) {
  u32 own = work.ground[to].x, label = work.label[axis];
  u32 cost = max(work.ground[axis].x, work.ground[aslant].x) + own;
  if (wide) return past_wedge(best, label, work.label[aslant], cost, {});
  return __viaddmin_u32(label + (own & BARRIER), above_axis(label, work.label[aslant], cost), best);
}

// What the border cell at `place`, which had `old`, might offer the row of the halo beyond it, `to` being across from it, by
// wedges of which another tile has A or D, whatever label that one has. All lanes call.
__device__ __forceinline__ u32 offered_unseen(const TileAtWork& work, const Direction&, u32 old, int place, int to, int lane) {
  u32 label = work.label[place], half = work.ground[place].x, own = work.ground[to].x, step = half + own;
  bool fell = label < old;
  u32 fallen = fell ? label + max(half, own) : UNREACHED; // as D, with A in the halo
  u32 beside = min(__shfl_up_sync(ALL_LANES, fallen, 1), __shfl_down_sync(ALL_LANES, fallen, 1));
  u32 offered = beside + own;
  if ((lane == 0 || lane == TILE - 1) && fell && step < UNREACHED) // as A, with D in a third tile
    offered = min(offered, label + least_above(step, {}));
  return offered;
}

// What the corner cell at `place` offers that of the halo, aslant from it: by the step, and where it fell as D.
__device__ __forceinline__ u32 offered_aslant(const TileAtWork& work, int place, int to, bool fell) {
  u32 label = work.label[place];
  uint2 half = work.ground[place], own = work.ground[to];
  u32 offered = label + half.y + own.y;
  return fell ? min(offered, label + half.x + own.x) : offered;
}
} // namespace in_shared
