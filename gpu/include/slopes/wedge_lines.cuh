// Costs of single steps, and of the lines in wedges, on slopes: raster/slopes/wedges.py in whole numbers of 32 bits and their
// products. Priced when asked for.
#pragma once
#include "slopes/steps.cuh"

constexpr int POINTS = 5; // between A and D that are tried
#define WEDGE_LINES 10    // the lines to them: of A along a row, and of A along a column
#define PARTS_BITS 7      // of the way from A to D, which has 2^7 parts

// Parts of the way from A to point k.
__device__ __forceinline__ constexpr int share_of_point(int k) {
  return k == 0 ? 17 : k == 1 ? 34 : k == 2 ? 53 : k == 3 ? 74 : 98;
}

struct WedgeLines {
  u32 longer[WEDGE_LINES]; // than the step from A, 16 bits after the point
  u32 scale[WEDGE_LINES], level[WEDGE_LINES];
  int least[WEDGE_LINES], most[WEDGE_LINES]; // rises within the cuts
  int plain[2]; // by kind of the step from A: largest rise, up or down, that is within all cuts for sure, and whose bin is near
};

// A cell as lines along one axis see it: half costs of straight steps there, and of diagonal ones.
struct GroundCell {
  u32 height, straight, diagonal;
};

// How heights and factors are found. near: bins in shared memory.
struct SlopedGround {
  const Slopes& slopes;
  const WedgeLines& lines;
  const uint4* near;
};

// Of a rise one way. halves: by `half_costs`, or more. plain: whether the rise is within the cuts and its bin at hand.
template <bool plain>
__device__ __forceinline__ u32 cost_one_way(const SlopedGround& g, u32 scale, u32 level, int least, int most, u32 halves,
                                            int rise) {
  const Slopes& s = g.slopes;
  u64 place = (u64)(u32)abs(rise) * scale;
  u32 bin = (u32)(place >> 32);
  uint2 line = ((const uint2*)((plain || bin < s.near ? g.near : s.bins) + bin))[rise < 0];
  u32 more = halves * s.kept + (halves & BARRIER); // a barrier, or too slow
  u32 cost = multiplied<false>(halves * s.halves + level, more, line.x, line.y, (u32)place >> 16);
  return plain || (least <= rise && rise <= most) ? cost : NO_STEP;
}

// Of a step. A plain one knows both heights.
template <bool plain>
__device__ __forceinline__ u32 step_one_way(const SlopedGround& g, int kind, u32 halves, u32 from, u32 to) {
  const Slopes& s = g.slopes;
  int rise = (int)to - (int)from;
  if (!plain && max(from, to) == UNKNOWN_HEIGHT) rise = 0;
  return cost_one_way<plain>(g, s.scale[kind], s.level[kind], s.least[kind], s.most[kind], halves, rise);
}

// Half costs of a wedge, and its heights: of the cell above A, in parts and half of a whole one, and of D above A.
struct WedgeGround {
  u32 halves;
  int rise, apart;
};

template <bool plain>
__device__ __forceinline__ WedgeGround wedge_ground(const GroundCell& own, const GroundCell& axis, const GroundCell& aslant) {
  WedgeGround w;
  w.halves = half_costs(max(axis.straight, aslant.straight), own.straight);
  w.rise = (int)own.height - (int)axis.height, w.apart = (int)aslant.height - (int)axis.height;
  if (!plain && max(own.height, max(axis.height, aslant.height)) == UNKNOWN_HEIGHT) w.rise = w.apart = 0;
  w.rise = (w.rise << PARTS_BITS) + (1 << (PARTS_BITS - 1));
  return w;
}

// Of the line to point k of a wedge, the first being 0. What is above BARRIER is cut off at last.
template <bool plain> __device__ __forceinline__ u32 line_cost(const SlopedGround& g, int kind, int k, const WedgeGround& w) {
  const WedgeLines& l = g.lines;
  int line = kind * POINTS + k;
  u64 longer = (u64)w.halves * l.longer[line] + (1u << 15);
  u32 halves = __funnelshift_r((u32)longer, min((u32)(longer >> 32), BARRIER >> 16), 16);
  int rise = (w.rise - share_of_point(k) * w.apart) >> PARTS_BITS;
  return cost_one_way<plain>(g, l.scale[line], l.level[line], l.least[line], l.most[line], halves, rise);
}

// Of point k, between the labels of A and D, rounded down: in one multiplication, of a factor that 32 bits hold.
__device__ __forceinline__ u32 label_between(u32 near, u32 far, int k) {
  constexpr int whole = 1 << PARTS_BITS, up = 32 - PARTS_BITS;
  int share = share_of_point(k), apart = (int)(far - near);
  bool beyond = 2 * share >= whole; // the middle
  return (beyond ? far : near) + __mulhi(apart, (int)((u32)(beyond ? share - whole : share) << up));
}

// The least of `best` and what a wedge offers, with labels of A and D. All lanes call.
template <bool plain>
__device__ __forceinline__ u32 past_lines(const SlopedGround& g, int kind, u32 best, const GroundCell& own,
                                          const GroundCell& axis, const GroundCell& aslant, u32 near, u32 far) {
  u32 later = max(near, far) + 1, soonest = NO_STEP;
  if (!__any_sync(ALL_LANES, later < best)) return best;
  WedgeGround w = wedge_ground<plain>(own, axis, aslant);
#pragma unroll(plain ? POINTS : 1) // what is rare is short
  for (int k = 0; k < POINTS; k++) {
    soonest = min(soonest, label_between(near, far, k) + line_cost<plain>(g, kind, k, w));
  }
  return min(best, max(soonest, later));
}

// Ticks above the label of D, no more than what a wedge offers that is an improvement, whatever label A has, once the
// cell has no more than the step from A gives. Why is told in raster/slopes/tile_wedges.py.
__device__ __forceinline__ u32 least_unseen(const SlopedGround& g, int kind, const GroundCell& own, const GroundCell& axis,
                                            const GroundCell& aslant) {
  u32 step = step_one_way<false>(g, kind, half_costs(axis.straight, own.straight), axis.height, own.height);
  step = min(step, BARRIER);
  WedgeGround w = wedge_ground<false>(own, axis, aslant);
  u32 soonest = BARRIER;
#pragma unroll
  for (int k = 0; k < POINTS; k++) {
    u32 cost = line_cost<false>(g, kind, k, w), e = share_of_point(k), rest = (1 << PARTS_BITS) - e;
    u32 share = ((rest << 16) + e - 1) / e; // rest / e, cut up
    u32 sooner = (u32)min((u64)(step > cost ? step - cost : 0) * share >> 16, (u64)BARRIER) + 1;
    if (cost < BARRIER) soonest = min(soonest, cost > sooner ? cost - sooner : 1);
  }
  return soonest;
}
