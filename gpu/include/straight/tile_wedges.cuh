// What straight lines add to the settling of a tile: the wedges (wedges.cuh) beside the steps.
//
// A wedge's A and D lie in one row or column, that from which a sweep comes. So the two wedges that
// point down into a row depend on the row above alone, as the steps do, and four sweeps see all eight:
// the proof that nothing is left once no direction has a pending row stays as it is. Only the outer lanes
// have a D outside the tile, beside an A inside: *outer cells*, labels and half costs of the sides of the
// halo, stand in shared memory for that.
//
// Wedges with A in the halo are taken before the sweeps, by `wedges_from`. So are, once, those with A
// inside and D in the halo: D may have fallen where A did not. If that gains nothing
// there, A falls first or never, and then it is pending.
//
// Which tile has to be told? An offer depends on two labels, and A and D may lie in different tiles, that
// are settled side by side and do not see the other's last label: whoever compares exactly may find
// no gain, both times. So the tile of a D that fell wakes that of the cell wherever *any* label of A would
// make an offer below the cell's label, that is, below it at label(D) + F; and likewise for A. When
// all is quiet, then for every cell its tile was settled after the last fall of each label outside that could
// matter, with all it has inside. Such a wake-up may be for nothing, but each takes a label that fell.
//
// Where cells are not square, half costs of the border row along the border are not at hand. Then those with A inside
// and D in the halo are not worked out: a sweep along the border is owed to a cell that may gain. And who is told
// is found by diagonal half costs, of which straight ones are a known part at least.
#pragma once
#include "straight/wedges.cuh"

#define OUTER 33                // words from the outer cells of one side to the next
#define OUTER_HALVES (5 * OUTER) // words from a label to its half cost

// Sides in shared memory; the last one is never reached, and stands beside the inner lanes.
enum OuterSide { OUTER_UP, OUTER_DOWN, OUTER_LEFT, OUTER_RIGHT, OUTER_NONE };

__device__ __forceinline__ void keep_outer(u32* outer, int side, u32 label, u32 half, int lane) {
  outer[side * OUTER + lane] = label;
  outer[side * OUTER + OUTER_HALVES + lane] = half;
}

// Where a lane finds what lies beside its rows: sides beside lane 0 and beside lane 31.
__device__ __forceinline__ const u32* outer_of(const u32* outer, int first, int last, int lane) {
  return outer + OUTER * (lane == 0 ? first : lane == TILE - 1 ? last : OUTER_NONE);
}

// A cell beside a lane's, as a wedge sees it.
struct Aslant {
  u32 label, half;
};

// A cell, the one before it in a sweep, A, and those on both sides of A.
struct Passing {
  u32 label, half, axis, axis_half;
  Aslant before, after;
};

// Lowers the labels to the least that the wedges on both sides of A offer, for `count` cells of the lane side by
// side: all lanes call. The wedge whose D and F sum up to less comes first. Hardly ever has the other one to
// be looked at; then the warp goes round once more.
template <int count>
__device__ __forceinline__ void past_wedges(Passing (&cells)[count], const WedgeShape& shape) {
  u32 aslant[count], cost[count], other[count], other_cost[count];
#pragma unroll
  for (int i = 0; i < count; i++) {
    const Passing& p = cells[i];
    u32 cost_before = max(p.before.half, p.axis_half) + p.half, cost_after = max(p.after.half, p.axis_half) + p.half;
    bool swap = p.before.label + cost_before > p.after.label + cost_after;
    aslant[i] = swap ? p.after.label : p.before.label, cost[i] = swap ? cost_after : cost_before;
    other[i] = swap ? p.before.label : p.after.label, other_cost[i] = swap ? cost_before : cost_after;
  }
#pragma unroll 1
  while (true) {
    Wedge wedge[count];
    bool offers = false, refined = false, both = false;
#pragma unroll
    for (int i = 0; i < count; i++) {
      wedge[i] = wedge_of(cells[i].label, cells[i].axis, aslant[i], cost[i], shape);
      offers |= wedge[i].offers, refined |= wedge[i].offers && cost[i] >= SHORT_COST;
    }
    if (__any_sync(ALL_LANES, offers)) {
      refined = __any_sync(ALL_LANES, refined);
#pragma unroll
      for (int i = 0; i < count; i++) {
        u32 offer = wedge[i].base + root_of(wedge[i], refined);
        if (wedge[i].offers) cells[i].label = offer;
      }
    }
#pragma unroll
    for (int i = 0; i < count; i++) {
      both |= other[i] < cells[i].axis && other[i] + other_cost[i] < cells[i].label;
      aslant[i] = other[i], cost[i] = other_cost[i];
      other[i] = UNREACHED;
    }
    if (!__any_sync(ALL_LANES, both)) return;
  }
}

__device__ __forceinline__ u32 past_wedges(u32 label, u32 axis, u32 half, u32 own_half, const Aslant& before,
                                           const Aslant& after, const WedgeShape& shape) {
  Passing cell[1] = {{label, own_half, axis, half, before, after}};
  past_wedges(cell, shape);
  return cell[0].label;
}

// A cell of row `from` and the one behind it, to which a sweep goes on.
struct SweepStep {
  u32 axis, straight, diagonal;
  u32 label, to_straight, to_diagonal;
};

// Labels of the cells behind, by steps and wedges, for two rows at once: two chains that wait take hardly longer
// than one. Called, since inlined 62 times a sweep it would leave the cache of instructions. k: row of `down`
// that the step is from; that of `up` is 31 - k.
__device__ __noinline__ uint2 relax_two(SweepStep down, SweepStep up, const u32* outer, int k, WedgeShape shape) {
  int lane = threadIdx.x & 31;
  SweepStep step[2] = {down, up};
  Passing cell[2];
#pragma unroll
  for (int i = 0; i < 2; i++) {
    const SweepStep& s = step[i];
    const u32* beyond = outer + (i ? 31 - k : k);
    u32 aslant = s.axis + s.diagonal;
    u32 beside = min(__shfl_up_sync(ALL_LANES, aslant, 1), __shfl_down_sync(ALL_LANES, aslant, 1));
    Passing& p = cell[i];
    p.label = __viaddmin_u32(s.axis + s.straight, s.to_straight, s.label);
    p.label = __viaddmin_u32(beside, s.to_diagonal, p.label);
    p.half = s.to_straight, p.axis = s.axis, p.axis_half = s.straight;
    p.before.label = __shfl_up_sync(ALL_LANES, s.axis, 1), p.after.label = __shfl_down_sync(ALL_LANES, s.axis, 1);
    p.before.half = __shfl_up_sync(ALL_LANES, s.straight, 1);
    p.after.half = __shfl_down_sync(ALL_LANES, s.straight, 1);
    if (lane == 0) p.before.label = beyond[0], p.before.half = beyond[OUTER_HALVES];
    if (lane == TILE - 1) p.after.label = beyond[0], p.after.half = beyond[OUTER_HALVES];
  }
  past_wedges(cell, shape);
  return make_uint2(cell[0].label, cell[1].label);
}

// As `sweep_both` of steps alone, but row by row: a row costs more than to ask whether it is pending. In the middle both
// set out from rows as they were, so that what either lowers there is pending for the other.
__device__ __forceinline__ Fallen sweep_both(u32 (&labels)[TILE], const LaneCosts& half, u32& forward, u32& backward) {
  u32 rows_down = 0, rows_up = 0;
  Fallen where = {0, 0};
#pragma unroll
  for (int k = 0; k < 31; k++) {
    int down = k + 1, last = 31 - k, up = 30 - k;
    where.rows = rows_down | rows_up;
    if (!(((forward | where.rows) >> k | (backward | where.rows) >> last) & 1)) continue;
    uint2 label = relax_two(
        {labels[k], half.straight[k], half.diagonal[k], labels[down], half.straight[down], half.diagonal[down]},
        {labels[last], half.straight[last], half.diagonal[last], labels[up], half.straight[up], half.diagonal[up]},
        half.outer, k, half.shape);
    u32 lanes_down = __ballot_sync(ALL_LANES, label.x < labels[down]);
    u32 lanes_up = __ballot_sync(ALL_LANES, label.y < labels[up]);
    labels[down] = label.x, labels[up] = label.y;
    if (lanes_down) rows_down |= 1u << down;
    if (lanes_up) rows_up |= 1u << up;
    where.lanes |= lanes_down | lanes_up;
  }
  forward = rows_up & 0x0000ffffu, backward = rows_down & 0xffff0000u;
  where.rows = rows_down | rows_up;
  return where;
}

// Lanes of A inside from which a sweep is owed, as far as known: to the lane behind, and before.
struct Owed {
  u32 forth, back;
};

#if OBLONG
// The least that a straight half cost can be, by the diagonal one.
__device__ __forceinline__ u32 least_along(const WedgeShape& shape, u32 diagonal) {
  return diagonal < BARRIER ? (u32)((u64)diagonal * shape.along >> 28) : BARRIER;
}

__device__ __forceinline__ u32 half_beside(const Side& halo) { return halo.beside; }
#else
__device__ __forceinline__ u32 half_beside(const Side& halo) { return halo.half.x; }
#endif

// Wedges with A and D in the halo, then those with A in the border row and D in the halo, once, or what is owed to
// them. `label`: of the border row; `before`, `after`: the corner cells; `aside`: shape of wedges along the border.
// Returns the lanes whose label fell.
__device__ __forceinline__ u32 wedges_from(const Side& halo, u32& label, uint2 half, Aslant before, Aslant after,
                                           const WedgeShape& shape, const WedgeShape& aside, Owed& owed, int lane) {
  u32 was = label, step = half.x + halo.half.x;
  u32 label_before = __shfl_up_sync(ALL_LANES, halo.label, 1), label_after = __shfl_down_sync(ALL_LANES, halo.label, 1);
  u32 half_before = __shfl_up_sync(ALL_LANES, halo.half.x, 1), half_after = __shfl_down_sync(ALL_LANES, halo.half.x, 1);
  if (lane > 0) before.label = label_before, before.half = half_before;
  if (lane < TILE - 1) after.label = label_after, after.half = half_after;
  // A block that never was here has half costs of nothing, and may be a barrier.
  u32 axis_half = halo.half.x ? halo.half.x : BARRIER;
  if (__any_sync(ALL_LANES, min(before.label, after.label) + step < label))
    label = past_wedges(label, halo.label, axis_half, half.x, before, after, shape);
#if OBLONG
  u32 most = least_along(aside, max(half.y, halo.half.y)), own = least_along(aside, half.y);
  u32 cost_before = __shfl_up_sync(ALL_LANES, most, 1), cost_after = __shfl_down_sync(ALL_LANES, most, 1);
  u32 axis_before = __shfl_up_sync(ALL_LANES, label, 1), axis_after = __shfl_down_sync(ALL_LANES, label, 1);
  bool gains_before = lane > 0 && max(label_before + cost_before + own, axis_before) < label;
  bool gains_after = lane < TILE - 1 && max(label_after + cost_after + own, axis_after) < label;
  owed.forth |= __ballot_sync(ALL_LANES, gains_before) >> 1;
  owed.back |= __ballot_sync(ALL_LANES, gains_after) << 1;
#else
  u32 slower = max(half.x, halo.half.x), along = label;
#pragma unroll
  for (int side = 0; side < 2; side++) {
    u32 axis = side ? __shfl_down_sync(ALL_LANES, along, 1) : __shfl_up_sync(ALL_LANES, along, 1);
    u32 cost = side ? __shfl_down_sync(ALL_LANES, slower, 1) : __shfl_up_sync(ALL_LANES, slower, 1);
    u32 aslant = side ? label_after : label_before;
    if (lane == (side ? TILE - 1 : 0)) aslant = UNREACHED;
    Wedge w = wedge_of(label, axis, aslant, cost + half.x, aside);
    if (__any_sync(ALL_LANES, w.offers) && w.offers) label = w.base + root_of(w, true);
  }
#endif
  return __ballot_sync(ALL_LANES, label < was);
}

// As `offer_to`, for the wedges: what the border row would give the halo, or might, by labels that fell.
// `old`: labels before the visit. `lone`: D of the wedge whose A is the lane's corner cell, where that has
// become known just now; else unreached.
__device__ __forceinline__ u32 wedge_offer_to(const Side& halo, u32 label, uint2 half, u32 old, const Aslant& lone,
                                              const WedgeShape& shape, const WedgeShape& aside, int lane) {
  Aslant before, after;
  before.label = __shfl_up_sync(ALL_LANES, label, 1), after.label = __shfl_down_sync(ALL_LANES, label, 1);
  before.half = __shfl_up_sync(ALL_LANES, half.x, 1), after.half = __shfl_down_sync(ALL_LANES, half.x, 1);
  u32 offered = past_wedges(halo.label, label, half.x, halo.half.x, before, after, shape), step = half.x + halo.half.x;
  bool fell = label < old, outer = lane == 0 || lane == TILE - 1;
#if OBLONG
  u32 slower = least_along(aside, max(half.y, halo.half.y)), beyond = least_along(aside, halo.half.y);
#else
  u32 slower = max(half.x, halo.half.x), beyond = halo.half.x;
#endif
  u32 fallen = fell ? label + slower : UNREACHED; // as D, with A in the halo
  u32 beside = min(__shfl_up_sync(ALL_LANES, fallen, 1), __shfl_down_sync(ALL_LANES, fallen, 1));
  offered = min(offered, beside + beyond);
  if (outer && fell && step < UNREACHED) { // as A, with D in a third tile
    offered = min(offered, label + least_above(step, shape));
    if (old == UNREACHED) offered = min(offered, lone.label + max(lone.half, half.x) + halo.half.x);
  }
  return warp_min(offered < halo.label ? offered : UNREACHED);
}
