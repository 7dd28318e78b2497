// What cells are offered with eight directions, for the sweeps of tile.cuh.
#pragma once
#include "teams/team.cuh"

namespace in_shared {

// Planes of PLACES words, the first of diagonal half costs; of square cells straight ones are all alike.
enum EightPlane { STEEP_PLANE = 1, FLAT_PLANE = SQUARE ? 1 : 2 };

// Of straight steps along `d`: along columns, or along rows.
__device__ __forceinline__ int straight_plane(const Direction& d) { return d.across == 1 ? STEEP_PLANE : FLAT_PLANE; }

__device__ __forceinline__ cell_t cell_at(const ground_t* ground, const Direction& d) {
  return {ground[straight_plane(d) * PLACES], *ground};
}

__device__ __forceinline__ void put_cell(const TileAtWork& work, int place, const HalfCost& half, u32) {
  ground_t* ground = work.ground + place;
  *ground = half.diagonal, ground[STEEP_PLANE * PLACES] = half.vertical;
#if !SQUARE
  ground[FLAT_PLANE * PLACES] = half.horizontal;
#endif
}

// The least of the label of a cell and what it is offered from a row beside it, by three steps.
template <bool wide>
__device__ __forceinline__ u32 relaxed(const TileAtWork&, const Direction&, u32 label, const cell_t& own, const From& from,
                                       const Around& at) {
  u32 best = __viaddmin_u32(from.axis, at.axis.straight + own.straight, label);
  best = __viaddmin_u32(from.before, at.before.diagonal + own.diagonal, best);
  return __viaddmin_u32(from.after, at.after.diagonal + own.diagonal, best);
}

__device__ __forceinline__ u32 offered_unseen(const TileAtWork&, const Direction&, u32, int, int, int) { return UNREACHED; }

__device__ __forceinline__ u32 offered_aslant(const TileAtWork& work, int place, int to, bool) {
  return work.label[place] + work.ground[place] + work.ground[to];
}

// A row of a sweep, by where its diagonal half costs are: all else of it lies at distances that are known. from, here: labels
// and what cells cost.
struct EightRow {
  u32* diagonal;
  int plane; // of straight half costs
  u32 from;
  cell_t here;
};

__device__ __forceinline__ u32* label_in(u32* diagonal) { return diagonal + GROUND_WORDS * PLACES; }

__device__ __forceinline__ cell_t cell_in(const u32* diagonal, int plane) { return {diagonal[plane * PLACES], diagonal[0]}; }

__device__ __forceinline__ void take_labels(EightRow& row) {
  row.from = *label_in(row.diagonal), row.here = cell_in(row.diagonal, row.plane);
}

// Goes on for a group of rows, all but the last one of it if it is not `whole`, without a branch; returns those that fell.
//
// Diagonal steps come by shuffles. The lane at either edge gets its own sum back, that is, a straight step at diagonal cost:
// never better than the straight step itself. What the halo offers was taken in before.
__device__ __forceinline__ u32 sweep_group(EightRow& row, int along, bool whole) {
  u32 fell = 0;
  u32* at = row.diagonal + along;
  cell_t own = cell_in(at, row.plane);
  u32 was = *label_in(at);
#pragma unroll
  for (int k = 0; k < GROUP; k++) {
    if (k == GROUP - 1 && !whole) break;
    cell_t next = cell_in(at + along, row.plane); // and its label, a row ahead, unless that may be the other warp's
    u32 next_was = k < GROUP - 2 || (k == GROUP - 2 && whole) ? *label_in(at + along) : 0;
    u32 aslant = row.from + row.here.diagonal;
    u32 least = min(__shfl_up_sync(ALL_LANES, aslant, 1), __shfl_down_sync(ALL_LANES, aslant, 1));
    u32 found = __viaddmin_u32(row.from + row.here.straight, own.straight, was);
    found = __viaddmin_u32(least, own.diagonal, found);
    if (found < was) lower(label_in(at), found, was), fell |= 1u << k;
    row.from = found, row.here = own, own = next, was = next_was, at += along;
  }
  row.diagonal = at - along;
  return fell;
}
} // namespace in_shared
