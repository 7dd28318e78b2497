// What cells that are not square are offered along straight lines on level ground, for the sweeps of teams/tile.cuh.
#pragma once
#include "straight/short_oblong.cuh"
#include "teams/team.cuh"

namespace in_shared {

// Planes of PLACES words.
enum LevelPlane { DIAGONAL_PLANE, VERTICAL_PLANE, HORIZONTAL_PLANE };

// Of straight steps along `d`: along rows, along columns.
__device__ __forceinline__ int kind_of(const Direction& d) { return d.across == 1 ? 1 : 0; }

__device__ __forceinline__ u32 longest_half(const HalfCost& half) { return max(half.vertical, half.horizontal); }

// Whether cells are so long that no root is short.
__device__ __forceinline__ bool too_slim(const Grid& grid) { return min(grid.share[0], grid.share[1]) < LEAST_SHORT_SHARE; }

__device__ __forceinline__ WedgeShape shape_of(const TileAtWork& work, const Direction& d) {
  const Grid& grid = *work.grid;
  int kind = kind_of(d);
  u32 share = grid.share[kind];
  return {share, grid.reach[kind], grid.along[kind], (float)share * 0x1p-24f};
}

__device__ __forceinline__ cell_t cell_at(const ground_t* ground, const Direction& d) {
  const ground_t* straight = ground + (kind_of(d) ? VERTICAL_PLANE : HORIZONTAL_PLANE) * PLACES;
  return {*straight, ground[DIAGONAL_PLANE * PLACES]};
}

__device__ __forceinline__ void put_cell(const TileAtWork& work, int place, const HalfCost& half, u32) {
  ground_t* ground = work.ground + place;
  ground[DIAGONAL_PLANE * PLACES] = half.diagonal;
  ground[VERTICAL_PLANE * PLACES] = half.vertical, ground[HORIZONTAL_PLANE * PLACES] = half.horizontal;
}

// `past_wedge` where all lanes call: nobody takes a root that no lane needs.
__device__ __forceinline__ u32 past_wedge_together(u32 best, u32 axis, u32 aslant, u32 cost, const WedgeShape& shape) {
  Wedge w = wedge_of(best, axis, aslant, cost, shape);
  if (!__any_sync(ALL_LANES, w.offers)) return best;
  bool refined = __any_sync(ALL_LANES, w.offers && cost >= SHORT_COST);
  u32 offer = w.base + root_of(w, refined);
  return w.offers ? offer : best;
}

// The least of the label of a cell and what it is offered from a row beside it, by three steps and two wedges. All lanes call.
template <bool wide>
__device__ __forceinline__ u32 relaxed(const TileAtWork& work, const Direction& d, u32 label, const cell_t& own, const From& from,
                                       const Around& at) {
  u32 best = __viaddmin_u32(from.axis, at.axis.straight + own.straight, label);
  best = __viaddmin_u32(from.before, at.before.diagonal + own.diagonal, best);
  best = __viaddmin_u32(from.after, at.after.diagonal + own.diagonal, best);
  WedgeShape shape = shape_of(work, d);
  u32 cost_before = max(at.axis.straight, at.before.straight) + own.straight;
  u32 cost_after = max(at.axis.straight, at.after.straight) + own.straight;
  if (!wide) {
    u32 base = from.axis | (own.straight & BARRIER); // no label but UNREACHED has that bit
    best = __viaddmin_u32(base, above_axis_over_oblong(from.axis, from.before, cost_before, shape), best);
    return __viaddmin_u32(base, above_axis_over_oblong(from.axis, from.after, cost_after, shape), best);
  }
  best = past_wedge_together(best, from.axis, from.before, cost_before, shape);
  return past_wedge_together(best, from.axis, from.after, cost_after, shape);
}

// The least of `best` and what one wedge offers the cell at `to`, with A and D at `axis` and `aslant`. All lanes call.
template <bool wide>
__device__ __forceinline__ u32 past_wedge_at(const TileAtWork& work, const Direction& d, u32 best, int to, int axis, int aslant) {
  const ground_t* ground = work.ground;
  u32 own = cell_at(ground + to, d).straight;
  u32 cost = max(cell_at(ground + axis, d).straight, cell_at(ground + aslant, d).straight) + own;
  u32 label = work.label[axis];
  WedgeShape shape = shape_of(work, d);
  if (wide) return past_wedge_together(best, label, work.label[aslant], cost, shape);
  return __viaddmin_u32(label | (own & BARRIER), above_axis_over_oblong(label, work.label[aslant], cost, shape), best);
}

// What the border cell at `place`, which had `old`, might offer the row of the halo beyond it, `to` being across from it, by
// wedges of which another tile has A or D, whatever label that one has. All lanes call.
__device__ __forceinline__ u32 offered_unseen(const TileAtWork& work, const Direction& d, u32 old, int place, int to, int lane) {
  Direction aside = turned(d);
  u32 label = work.label[place];
  bool fell = label < old;
  u32 half = cell_at(work.ground + place, aside).straight, own = cell_at(work.ground + to, aside).straight;
  u32 fallen = fell ? label + max(half, own) : UNREACHED; // as D, with A in the halo
  u32 beside = min(__shfl_up_sync(ALL_LANES, fallen, 1), __shfl_down_sync(ALL_LANES, fallen, 1));
  u32 offered = beside + own;
  u32 step = cell_at(work.ground + place, d).straight + cell_at(work.ground + to, d).straight;
  if ((lane == 0 || lane == TILE - 1) && fell && step < UNREACHED) // as A, with D in a third tile
    offered = min(offered, label + least_above(step, shape_of(work, d)));
  return offered;
}

// What the corner cell at `place` offers that of the halo, aslant from it: by the step, and where it fell as D.
__device__ __forceinline__ u32 offered_aslant(const TileAtWork& work, int place, int to, bool fell) {
  const ground_t *ground = work.ground + place, *beyond = work.ground + to;
  u32 label = work.label[place];
  u32 offered = label + ground[DIAGONAL_PLANE * PLACES] + beyond[DIAGONAL_PLANE * PLACES];
  u32 vertical = ground[VERTICAL_PLANE * PLACES] + beyond[VERTICAL_PLANE * PLACES];
  u32 horizontal = ground[HORIZONTAL_PLANE * PLACES] + beyond[HORIZONTAL_PLANE * PLACES];
  return fell ? min(offered, label + min(vertical, horizontal)) : offered;
}
} // namespace in_shared
