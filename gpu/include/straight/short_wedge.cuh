// What a wedge offers between square cells where F is below SHORT_COST, without a branch or a comparison.
#pragma once
#include "straight/wedges.cuh"

// How far above label(A) the offer lies. Where the wedge offers nothing, what comes out is no less than what a step offers
// in the same row, so that nobody has to ask.
//
// - 2δ² <= F²: the root R of F² - δ², exactly. The estimate of it is off by less than 2^-2: F² is rounded, F² - δ² >= F²/2
//   as well, and `inverse_root` is off by 2^-22.9. So the nearest whole number is R or R + 1, and how much its
//   square lacks of F² - δ² is known by the lower 32 bits. R >= δ.
// - F/√2 < δ < F: R < δ, and δ is taken. It is ⌊F/√2⌋ + 1 or more, so label(A) + δ = label(D) + 2δ is more than
//   ⌊√(2F²)⌋ above label(D), which no diagonal step is.
// - D earlier than A by F or more, or later than A: δ counts as F, and label(A) + F is no less than the step from A. What the
//   estimate is of a square that is 0 or, rounded, below does not matter: a positive number, or none, whose bits are
//   0x7fffffff; and neither ends up beyond 32 bits.
// - With a barrier for A or D, or where A is not reached, label(A) or F is UNREACHED or more, and the same holds.
//   Where the cell itself is a barrier the caller sees to it.
//
// The root becomes a whole number by the bits of a number above 2^23, sooner than by a conversion.
__device__ __forceinline__ u32 above_axis(u32 axis, u32 aslant, u32 cost) {
  u32 apart = min(axis - aslant, cost);
  float about = (float)cost, across = (float)apart;
  float real = __fmaf_rn(-across, across, about * about);
  u32 guess = __float_as_uint(__fmaf_rn(real, inverse_root(real), 8388608.0f));
  u32 less = guess - 0x4b000001u, root = guess - 0x4b000000u;
  u32 beyond = root * root + (apart * apart - square_and_one(cost)); // its top bit says that the square is no more
  return (u32)__viaddmax_s32((int)less, (int)(beyond >> 31), (int)apart);
}
