// Costs of steps on slopes: the definition of raster/slopes/slopes.py, in whole numbers of 32 bits and
// their products.
#pragma once
#include "tile_grid.cuh"

#define UNKNOWN_HEIGHT 0xffffffu
#define NO_STEP (2 * BARRIER)  // beyond the cuts
#define SMALL (1u << 20)       // what is priced quickly is less than this, or a barrier
#define HEIGHT_WORDS 768       // of a tile: four rows of a column are three words, of 32 columns side by side

// Heights and factors of a grid. By kind of step: east-west, north-south, diagonal.
struct Slopes {
  const u32* heights; // tiles × HEIGHT_WORDS
  const uint4* bins;  // value and gain upwards, value and gain downwards
  u32 count, near;    // of bins, and of those that a block keeps in shared memory
  u32 scale[3], level[3];
  int least[3], most[3]; // rises within the cuts
  int inside[3], at_hand[3]; // largest rises, up or down, that are within the cuts for sure, and whose bins are near
  u32 halves, kept;      // 0 or 1: whether half costs are multiplied, or added as they are
  // Of all steps, tiles × PRICE_WORDS of kept_prices.cuh; along straight lines tiles × LINE_PRICE_WORDS of row_prices.cuh;
  // null where visits find them.
  const u32* prices;
};

// Costs of the step from a to b, and back.
struct BothWays {
  u32 there, back;
};

// In one instruction each, of which the compiler makes more where it is free to.
#ifdef __CUDACC__
__device__ __forceinline__ long long wide_product(u32 gain, u32 between) {
  long long product;
  asm("mul.wide.s32 %0, %1, %2;" : "=l"(product) : "r"(gain), "r"(between));
  return product;
}

__device__ __forceinline__ u32 at_least_one(u32 v) {
  u32 more;
  asm("max.u32 %0, %1, 1;" : "=r"(more) : "r"(v));
  return more;
}
#else
__device__ __forceinline__ long long wide_product(u32 gain, u32 between) { return (long long)(int)gain * (int)between; }
__device__ __forceinline__ u32 at_least_one(u32 v) { return max(v, 1u); }
#endif

// Two half costs.
__device__ __forceinline__ u32 half_costs(u32 a, u32 b) { return __viaddmin_u32(a, b, BARRIER); }

__device__ __forceinline__ u64 place_of(const Slopes& s, int kind, int rise) {
  return (u64)(u32)abs(rise) * s.scale[kind];
}

// value + gain · between / 2**16, priced by that. more: what is added to it. small: whether what is priced is.
template <bool small>
__device__ __forceinline__ u32 multiplied(u32 priced, u32 more, u32 value, u32 gain, u32 between) {
  u32 factor = value + (u32)(wide_product(gain, between) >> 16);
  if (small)
    return __viaddmin_u32(at_least_one((u32)(((u64)(priced << 12) * factor + (1u << 31)) >> 32)), more, BARRIER);
  u64 product = (u64)priced * factor + (1u << 19);
  u32 high = min((u32)(product >> 32), BARRIER >> 12); // of BARRIER or more 20 bits below, which is cut off at last
  return __viaddmin_u32(at_least_one(__funnelshift_r((u32)product, high, 20)), more, BARRIER);
}

// The costs within the cuts. halves: by `half_costs`, of the kind. place, line: of the rise.
template <bool small>
__device__ __forceinline__ BothWays cost_at(const Slopes& s, int kind, u32 halves, int rise, u64 place, uint4 line) {
  u32 between = (u32)place >> 16, priced = halves * s.halves + s.level[kind];
  u32 more = halves * s.kept + (halves & BARRIER); // a barrier, or too slow
  u32 up = multiplied<small>(priced, more, line.x, line.y, between);
  u32 down = multiplied<small>(priced, more, line.z, line.w, between);
  BothWays cost = {rise < 0 ? down : up, rise < 0 ? up : down};
  return cost;
}

// Takes away what is beyond the cuts.
__device__ __forceinline__ void cut_off(const Slopes& s, int kind, int rise, BothWays& cost) {
  if (rise < s.least[kind] || rise > s.most[kind]) cost.there = NO_STEP;
  if (-rise < s.least[kind] || -rise > s.most[kind]) cost.back = NO_STEP;
}

// Of one step, between cells that are there.
__device__ __forceinline__ BothWays price_step(const Slopes& s, int kind, u32 halves, u32 from, u32 to) {
  int rise = max(from, to) == UNKNOWN_HEIGHT ? 0 : (int)to - (int)from;
  u64 place = place_of(s, kind, rise);
  BothWays cost = cost_at<false>(s, kind, halves, rise, place, __ldg(s.bins + (place >> 32)));
  if (halves < BARRIER) cut_off(s, kind, rise, cost);
  return cost;
}

// Eight steps of a lane: those of even index of one kind, those of odd index of another. known: whether all heights are.
struct EightSteps {
  u32 halves[8], from[8], to[8];
  int even, odd;
  bool known;
};

// Their costs, side by side, without branches but for what is rare. All lanes call. A cost of BARRIER or more may be
// another than that of `price_step`.
__device__ __forceinline__ void price_steps(const Slopes& s, const uint4* near, const EightSteps& steps,
                                            BothWays (&cost)[8]) {
  int rise[8];
  u64 place[8];
  uint4 line[8];
#pragma unroll
  for (int k = 0; k < 8; k++) rise[k] = (int)steps.to[k] - (int)steps.from[k];
  if (!__all_sync(ALL_LANES, steps.known)) {
#pragma unroll
    for (int k = 0; k < 8; k++)
      if (max(steps.from[k], steps.to[k]) == UNKNOWN_HEIGHT) rise[k] = 0;
  }
  bool plain = true, at_hand = true;
  u32 largest = 0;
#pragma unroll
  for (int k = 0; k < 8; k++) {
    int kind = k % 2 ? steps.odd : steps.even;
    place[k] = place_of(s, kind, rise[k]);
    plain &= abs(rise[k]) <= s.inside[kind], at_hand &= abs(rise[k]) <= s.at_hand[kind];
    largest |= steps.halves[k];
  }
  if (__all_sync(ALL_LANES, at_hand)) {
#pragma unroll
    for (int k = 0; k < 8; k++) line[k] = near[(u32)(place[k] >> 32)];
  } else {
#pragma unroll
    for (int k = 0; k < 8; k++) {
      u32 bin = (u32)(place[k] >> 32);
      line[k] = *(bin < s.near ? near + bin : s.bins + bin);
    }
  }
  if (__all_sync(ALL_LANES, plain && !(largest & (BARRIER - SMALL)))) {
#pragma unroll
    for (int k = 0; k < 8; k++)
      cost[k] = cost_at<true>(s, k % 2 ? steps.odd : steps.even, steps.halves[k], rise[k], place[k], line[k]);
  } else {
#pragma unroll
    for (int k = 0; k < 8; k++) {
      int kind = k % 2 ? steps.odd : steps.even;
      cost[k] = cost_at<false>(s, kind, steps.halves[k], rise[k], place[k], line[k]);
      cut_off(s, kind, rise[k], cost[k]);
    }
  }
}

// Height k of the four in three words.
__device__ __forceinline__ u32 height_in(u32 first, u32 second, u32 third, int k) {
  if (k == 0) return first & 0xffffff;
  if (k == 1) return first >> 24 | (second & 0xffff) << 8;
  if (k == 2) return second >> 16 | (third & 0xff) << 16;
  return third >> 8;
}

// Index of the first word in a tile of the three with the height of a cell.
__device__ __forceinline__ u32 height_word(int row, int col) { return (row >> 2) * (3 * TILE) + col; }

// The two words in which the height of a cell lies, without branches.
struct HeightWords {
  u32 low, high;
};

__device__ __forceinline__ HeightWords height_words(const u32* heights, int row, int col) {
  int word = (row & 3) * 3 >> 2;
  const u32* words = heights + height_word(row, col);
  return {words[word * TILE], words[min(word + 1, 2) * TILE]};
}

__device__ __forceinline__ u32 height_in(HeightWords words, int row) {
  return __funnelshift_r(words.low, words.high, (row & 3) * 24) & 0xffffff;
}

__device__ __forceinline__ const u32* heights_of(const Slopes& s, u32 tile) {
  return s.heights + (u64)tile * HEIGHT_WORDS;
}
