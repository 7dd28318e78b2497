// What a wedge offers over cells that are not square where F is below SHORT_COST, without a branch: short_wedge.cuh for these.
#pragma once
#include "straight/wedges.cuh"

#define LEAST_SHORT_SHARE (1u << 21) // 1/8, the least R for which it is exact

// How far above label(A) the offer lies; where the wedge offers nothing, F, so that label(A) + F is no less than the step from A.
//
// The root of F² - ⌈R·δ²⌉, exactly. In float the difference is off by 2^-24 (1 + 3/(1 + R)) F² at most, and it is F² R/(1 + R) at
// least, so that for R >= 1/8 and F < 2^20 its root is off by 0.35; `inverse_root` and roundings add 0.2. What is half below the
// estimate, rounded, is at most one more than the root's floor, or one less, and how much its square lacks of the
// difference is known by the lower 32 bits. F is above SHORTEST_COST and R at least 1/8, so the root is 5 or more.
//
// With a barrier for A or D, or where A is not reached, label(A) or F is UNREACHED or more, and so is what comes out. Where the
// cell itself is a barrier the caller sees to it: then a number below 2^27 comes out, or F.
__device__ __forceinline__ u32 above_axis_over_oblong(u32 axis, u32 aslant, u32 cost, const WedgeShape& shape) {
  u32 apart = axis - aslant, most = __umulhi(cost << 4, shape.reach);
  bool offers = apart <= most && cost > SHORTEST_COST;
  float about = (float)cost, across = (float)apart;
  float real = __fmaf_rn(-shape.real_share * across, across, about * about);
  u32 root = __float_as_uint(__fmaf_rn(real, inverse_root(real), 8388607.5f)) - 0x4b000000u;
  u64 taken = (u64)apart * apart * shape.share + ((1u << 24) - 1);
  int left = (int)(cost * cost - (u32)(taken >> 24) - root * root);
  root += (left >> 31) + (left > (int)(2 * root));
  return offers ? root : cost;
}
