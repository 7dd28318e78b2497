// What a cell is offered through a wedge between two of its neighbours: raster/wedges.py on 32-bit words.
//
// A is the neighbour along an axis, D the diagonal one beside it, F = max(half(A), half(D)) + half(cell),
// δ = label(A) - label(D). An offer is never below label(D) + F, nor below label(A) + F where δ = 0, which the
// step from A gives as well. So a wedge is of use only where 0 < δ, 2δ² <= F², and label(D) + F lies below what
// the cell has, which is UNREACHED at most: with a barrier, whose half cost is 2^30, it never is, and that
// needs no branch.
//
// The offer lies below `best` exactly where F² - δ² does below the square of what `best` is above label(A),
// which is found without a root. The root is estimated in float and made exact by whole numbers.
//
// Where cells are not square (OBLONG), R·δ² takes the place of δ², as raster/oblong.py says.
#pragma once
#include "memory.cuh"

#ifndef SQUARE
#define SQUARE 1
#endif
#define OBLONG !SQUARE

// Of a wedge where cells are not square: R, how far labels may lie apart, and what part straight half costs are of
// diagonal ones at least, in units of 2^-24 and 2^-28.
struct WedgeShape {
#if OBLONG
  u32 share, reach, along;
  float real_share; // R itself, where offers are asked for that need no branch
#endif
};

// Largest cost of which an estimate is off by less than one.
#define SHORT_COST (1u << 20)

// A root to be taken of `square`, or of less × more, and what it is added to.
struct Wedge {
  u32 base;
#if OBLONG
  u64 square;
#else
  u32 less, more;
#endif
  bool offers; // anything below `best`
};

#if OBLONG
#define SHORTEST_COST 16 // up to which there is no offer

// As for square cells, below. R·δ² by parts, since it may have more than 64 bits where there is no offer.
__device__ __forceinline__ Wedge wedge_of(u32 best, u32 axis, u32 aslant, u32 cost, const WedgeShape& shape) {
  const u32 rest = (1u << 24) - 1;
  u32 apart = axis - aslant, above = best - axis;
  u64 own = (u64)apart * apart, whole = (u64)cost * cost;
  own = shape.share * (own >> 24) + (((u64)shape.share * (u32)(own & rest) + rest) >> 24);
  Wedge w;
  w.base = axis, w.square = whole - own;
  bool within = cost > SHORTEST_COST && apart <= ((u64)cost * shape.reach >> 28);
  w.offers = aslant < axis && axis < best && within && whole < own + (u64)above * above;
  return w;
}

__device__ __forceinline__ u64 square_of(const Wedge& w) { return w.square; }
__device__ __forceinline__ float real_square_of(const Wedge& w) { return (float)w.square; }
#else

// Ticks at most: labels of A and D UNREACHED, of the cell `best` UNREACHED, `cost` 2^31.
__device__ __forceinline__ Wedge wedge_of(u32 best, u32 axis, u32 aslant, u32 cost, const WedgeShape&) {
  u32 apart = axis - aslant, above = best - axis;
  u64 own = (u64)apart * apart, whole = (u64)cost * cost;
  Wedge w;
  w.base = axis, w.less = cost - apart, w.more = cost + apart;
  w.offers = aslant < axis && axis < best && 2 * own <= whole && whole < own + (u64)above * above;
  return w;
}

__device__ __forceinline__ u64 square_of(const Wedge& w) { return (u64)w.less * w.more; }
__device__ __forceinline__ float real_square_of(const Wedge& w) { return (float)w.less * (float)w.more; }
#endif

// Floor of the root R of P = less × more, exactly, where a wedge offers something: P >= 1, and
// R < 2^30 since the offer is below UNREACHED. `refined` where F may be SHORT_COST or more.
//
// The estimate is off by E <= 2^-21.5 of √P: the two factors, their product and its root times the product
// are rounded, 2^-24 each, of which the first three count half, and `inverse_root` is off by 2^-22.9.
// Without refinement √P <= 2^20, so that E < 1/2, and what is cut off it leaves R - 1, R or R + 1.
// Else one step of Newton's method leaves E²/(2√P) + 2^-21 E < 2^-10 and half a tick for rounding: again
// R - 1, R or R + 1. Of such a guess P - guess² lies within ±(4R + 4) unrefined, and within
// ±(2R + 1) refined: in either case it is known by its lower 32 bits.
__device__ __forceinline__ u32 root_of(const Wedge& w, bool refined) {
  float product = real_square_of(w), inverse = inverse_root(product);
  u32 root = (u32)(product * inverse);
  if (refined) {
    long long left = (long long)(square_of(w) - (u64)root * root);
    root += (int)rint(0.5f * inverse * (float)left);
  }
  int left = (int)((u32)square_of(w) - root * root);
  return left < 0 ? root - 1 : (u32)left > 2 * root ? root + 1 : root;
}

// The least of `best` and what the wedge offers.
__device__ __forceinline__ u32 past_wedge(u32 best, u32 axis, u32 aslant, u32 cost, const WedgeShape& shape) {
  Wedge w = wedge_of(best, axis, aslant, cost, shape);
  return w.offers ? w.base + root_of(w, cost >= SHORT_COST) : best;
}

// No more than any offer is above label(A): at most F/√2, or as much as a straight half cost is of a diagonal one.
__device__ __forceinline__ u32 least_above(u32 cost, const WedgeShape& shape) {
#if OBLONG
  return (u32)((u64)cost * shape.along >> 28);
#else
  return (cost >> 1) + (cost >> 3) + (cost >> 4);
#endif
}
