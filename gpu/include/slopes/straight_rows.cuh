// What cells are offered along straight lines on slopes, for the sweeps of teams/tile.cuh: cells of any shape.
//
// Heights and half costs of a tile and its halo stand in shared memory, and steps and lines are priced from them
// when they are looked at: the 8,192 wedges of a tile have five lines each, for which there is no room. Where the device
// has memory for them they are kept there, and rows of them are fetched.
#pragma once
#include "teams/team.cuh"

namespace in_shared {

// Planes of PLACES words.
enum GroundPlane { HEIGHT_PLANE, DIAGONAL_PLANE, VERTICAL_PLANE, HORIZONTAL_PLANE };

// Of straight steps along `d`. Where cells are square both are the same.
__device__ __forceinline__ int kind_of(const Direction& d) { return SQUARE || d.across == 1 ? 1 : 0; }

__device__ __forceinline__ SlopedGround sloped_ground(const TileAtWork& work) {
  return {*work.slopes, *work.lines, work.near};
}

__device__ __forceinline__ GroundCell cell_at(const ground_t* ground, const Direction& d) {
  const ground_t* straight = ground + (kind_of(d) ? VERTICAL_PLANE : HORIZONTAL_PLANE) * PLACES;
  return {ground[HEIGHT_PLANE * PLACES], *straight, ground[DIAGONAL_PLANE * PLACES]};
}

__device__ __forceinline__ void put_cell(const TileAtWork& work, int place, const HalfCost& half, u32 height) {
  ground_t* ground = work.ground + place;
  ground[HEIGHT_PLANE * PLACES] = height;
  ground[DIAGONAL_PLANE * PLACES] = half.diagonal, ground[VERTICAL_PLANE * PLACES] = half.vertical;
#if !SQUARE
  ground[HORIZONTAL_PLANE * PLACES] = half.horizontal;
#endif
}

// Whether everything between a cell and others is priced plainly, in all lanes.
__device__ __forceinline__ bool all_plain(const SlopedGround& g, int kind, const GroundCell& own, const GroundCell& axis,
                                          const GroundCell& before, const GroundCell& after) {
  u32 lowest = min(axis.height, min(before.height, after.height)), highest = max(axis.height, max(before.height, after.height));
  int most = max((int)own.height - (int)lowest, (int)highest - (int)own.height);
  return __all_sync(ALL_LANES, max(own.height, highest) < UNKNOWN_HEIGHT && most <= g.lines.plain[kind]);
}

template <bool plain>
__device__ __forceinline__ u32 relaxed_by(const SlopedGround& g, int kind, u32 label, const GroundCell& own, const From& from,
                                          const Around& at) {
  u32 axis = half_costs(at.axis.straight, own.straight);
  u32 before = half_costs(at.before.diagonal, own.diagonal), after = half_costs(at.after.diagonal, own.diagonal);
  u32 best = label;
  best = min(best, from.axis + step_one_way<plain>(g, kind, axis, at.axis.height, own.height));
  best = min(best, from.before + step_one_way<plain>(g, 2, before, at.before.height, own.height));
  best = min(best, from.after + step_one_way<plain>(g, 2, after, at.after.height, own.height));
  best = past_lines<plain>(g, kind, best, own, at.axis, at.before, from.axis, from.before);
  return past_lines<plain>(g, kind, best, own, at.axis, at.after, from.axis, from.after);
}

// The least of the label of a cell and what it is offered from a row beside it, by three steps and two wedges. All lanes call.
template <bool>
__device__ __forceinline__ u32 relaxed(const TileAtWork& work, const Direction& d, u32 label, const GroundCell& own,
                                       const From& from, const Around& at) {
  SlopedGround g = sloped_ground(work);
  int kind = kind_of(d);
  if (all_plain(g, kind, own, at.axis, at.before, at.after)) return relaxed_by<true>(g, kind, label, own, from, at);
  return relaxed_by<false>(g, kind, label, own, from, at);
}

// The least of `best` and what one wedge offers the cell at `to`, with A and D at `axis` and `aslant`. All lanes call.
template <bool>
__device__ __forceinline__ u32 past_wedge_at(const TileAtWork& work, const Direction& d, u32 best, int to, int axis, int aslant) {
  const ground_t* ground = work.ground;
  GroundCell own = cell_at(ground + to, d), a = cell_at(ground + axis, d), b = cell_at(ground + aslant, d);
  return past_lines<false>(sloped_ground(work), kind_of(d), best, own, a, b, work.label[axis], work.label[aslant]);
}

// What the border cell at `place`, which had `old`, might offer the row of the halo beyond it, `to` being across from it, by
// wedges of which another tile has A or D, whatever label that one has. All lanes call.
__device__ __forceinline__ u32 offered_unseen(const TileAtWork& work, const Direction& d, u32 old, int place, int to, int lane) {
  SlopedGround g = sloped_ground(work);
  Direction aside = turned(d);
  u32 label = work.label[place], fallen = label < old ? label : UNREACHED, offered = work.label[to];
  GroundCell own = cell_at(work.ground + to, aside);
  bool outer = lane == 0 || lane == TILE - 1;
  // As A, with D in a third tile: no less than a tick later.
  if (outer && fallen + 1 < offered && own.straight < BARRIER) offered = fallen + 1;
#pragma unroll 1
  for (int way = -1; way < 2; way += 2) { // as D, with A in the halo
    bool inside = lane != (way < 0 ? 0 : TILE - 1);
    u32 beside = __shfl_sync(ALL_LANES, fallen, (lane + way) & (TILE - 1));
    if (!__any_sync(ALL_LANES, inside && beside + 1 < offered)) continue;
    GroundCell axis = cell_at(work.ground + to + way * d.across, aside);
    GroundCell aslant = cell_at(work.ground + place + way * d.across, aside);
    u32 least = least_unseen(g, kind_of(aside), own, axis, aslant);
    if (inside) offered = min(offered, beside + least);
  }
  return offered;
}

// What the corner cell at `place` offers that of the halo, aslant from it: by the step, and where it fell as D, no less than a
// tick later.
__device__ __forceinline__ u32 offered_aslant(const TileAtWork& work, int place, int to, bool fell) {
  u32 label = work.label[place];
  GroundCell cell = cell_at(work.ground + place, {PITCH, 1}), own = cell_at(work.ground + to, {PITCH, 1});
  u32 halves = half_costs(cell.diagonal, own.diagonal);
  u32 offered = label + step_one_way<false>(sloped_ground(work), 2, halves, cell.height, own.height);
  return fell && own.diagonal < BARRIER ? min(offered, label + 1) : offered;
}
} // namespace in_shared
