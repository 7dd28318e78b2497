// Costs of steps on slopes: the definition of raster/slopes/slopes.py, in whole numbers of 32 bits and
// their products.
#pragma once
#include "tile_grid.cuh"

#define UNKNOWN_HEIGHT 0xffffffu
#define NO_STEP (2 * BARRIER)  // beyond the cuts
#define HEIGHT_WORDS 768       // of a tile: four rows of a column are three words, of 32 columns side by side

// Heights and factors of a grid. By kind of step: east-west, north-south, diagonal.
struct Slopes {
  const u32* heights; // tiles × HEIGHT_WORDS
  const uint4* bins;  // value and gain upwards, value and gain downwards
  u32 count, near;    // of bins, and of those that a block keeps in shared memory
  u32 scale[3], level[3];
  int least[3], most[3]; // rises within the cuts
  u32 halves, kept;      // 0 or 1: whether half costs are multiplied, or added as they are
};

// Costs of the step from a to b, and back.
struct BothWays {
  u32 there, back;
};

__device__ __forceinline__ u32 multiplied(const Slopes& s, u32 priced, u32 halves, u32 value, u32 gain, u32 between) {
  u32 factor = value + (u32)(((long long)(int)gain * (int)between) >> 16);
  u64 product = (u64)priced * factor + (1u << 19);
  u32 cost = product >> 50 ? BARRIER : max((u32)(product >> 20), 1u);
  return min(cost + halves * s.kept, BARRIER);
}

// halves: the sum of two half costs of the kind. near: the bins in shared memory.
__device__ __forceinline__ BothWays price_step(const Slopes& s, const uint4* near, int kind, u32 halves, u32 from,
                                               u32 to) {
  int rise = max(from, to) == UNKNOWN_HEIGHT ? 0 : (int)to - (int)from;
  u64 place = (u64)(u32)abs(rise) * s.scale[kind];
  // Beside a cell that is not there a rise may be anything; that step is a barrier, whatever its bin.
  u32 bin = min((u32)(place >> 32), s.count - 1), between = (u32)place >> 16;
  uint4 line = bin < s.near ? near[bin] : __ldg(s.bins + bin);
  u32 priced = halves * s.halves + s.level[kind];
  u32 up = multiplied(s, priced, halves, line.x, line.y, between);
  u32 down = multiplied(s, priced, halves, line.z, line.w, between);
  BothWays cost;
  cost.there = rise < 0 ? down : up, cost.back = rise < 0 ? up : down;
  if (rise < s.least[kind] || rise > s.most[kind]) cost.there = NO_STEP;
  if (-rise < s.least[kind] || -rise > s.most[kind]) cost.back = NO_STEP;
  if (halves >= BARRIER) cost.there = cost.back = BARRIER; // a barrier, or too slow
  return cost;
}

// Height k of the four in three words.
__device__ __forceinline__ u32 height_in(u32 first, u32 second, u32 third, int k) {
  if (k == 0) return first & 0xffffff;
  if (k == 1) return first >> 24 | (second & 0xffff) << 8;
  if (k == 2) return second >> 16 | (third & 0xff) << 16;
  return third >> 8;
}

__device__ __forceinline__ u64 height_word(u32 tile, int row, int col) {
  return (u64)tile * HEIGHT_WORDS + (row >> 2) * (3 * TILE) + col;
}

__device__ __forceinline__ u32 height_of(const Slopes& s, u32 tile, int row, int col) {
  const u32* words = s.heights + height_word(tile, row, col);
  return height_in(__ldg(words), __ldg(words + TILE), __ldg(words + 2 * TILE), row & 3);
}
