// Sweeps along straight lines on slopes by prices that are kept (slopes/row_prices.cuh): they are on their way to a warp's shared
// memory while rows before them are at work, from one sweep to the next.
#pragma once
#include "slopes/straight_rows.cuh"

namespace in_shared {

// Kept prices of the row that a warp comes to after so many, from where it begins.
__device__ __forceinline__ const u32* kept_from(const TileAtWork& work, const Direction& d, int rows) {
  int way = (d.across == 1 ? 0 : 2) + work.warp, row = work.warp ? TILE - 1 - rows : rows;
  return work.prices + row_prices_at(way, row);
}

__device__ __forceinline__ u32 relaxed_by(const RowPrices& prices, u32 label, const From& from) {
  u32 best = __viaddmin_u32(from.axis, prices.line[0], label);
  best = __viaddmin_u32(from.before, prices.line[1], best);
  best = __viaddmin_u32(from.after, prices.line[2], best);
  best = past_kept(prices.line + 3, best, from.axis, from.before);
  return past_kept(prices.line + 3 + POINTS, best, from.axis, from.after);
}

// The side that this warp looks after, in the order of SidePrices.
__device__ __forceinline__ int side_of(const TileAtWork& work, const Direction& d) {
  return (d.across == 1 ? 0 : 2) + work.warp;
}

// Kept prices of the row of the halo across from the border row that this warp looks after, where there is a tile.
__device__ __forceinline__ const u32* kept_beyond(const TileAtWork& work, const Direction& d) {
  const u32* prices = d.across == 1 ? work.upright_prices : work.aside_prices;
  return prices + row_prices_at((d.across == 1 ? 0 : 2) + 1 - work.warp, work.warp ? 0 : TILE - 1);
}

// `offered_unseen` of straight_rows.cuh by bounds that are kept.
__device__ __forceinline__ u32 offered_unseen_kept(const TileAtWork& work, const Direction& d, u32 offered, u32 old, int place,
                                                   int lane) {
  u32 label = work.label[place], fallen = label < old ? label : UNREACHED;
  const u32* bounds = work.prices + side_prices_at(side_of(work, d), side_word(0, POINTS), lane);
  uint2 bound = __ldg((const uint2*)bounds);
#pragma unroll
  for (int wedge = 0; wedge < 2; wedge++) {
    int way = wedge ? 1 : -1;
    u32 beside = __shfl_sync(ALL_LANES, fallen, (lane + way) & (TILE - 1));
    if (lane == (wedge ? TILE - 1 : 0)) beside = fallen; // as A, with D in a third tile
    offered = min(offered, beside + (wedge ? bound.y : bound.x));
  }
  return offered;
}

// `offered_aslant` by the step that is kept, and a bound.
__device__ __forceinline__ u32 offered_aslant_kept(const TileAtWork& work, int place, bool fell) {
  const u32* step = work.prices + CORNER_PRICES_AT + 2 * work.warp + (threadIdx.x & 1);
  u32 label = work.label[place], offered = label + __ldg(step);
  return fell ? min(offered, label + __ldg(step + 4)) : offered;
}

// The rows of one sweep of a warp, counted from where it begins, and then the first ones of the next, which goes across where
// there is one pair of warps and along again where there are two.
struct KeptRows {
  const u32 *kept, *next; // of the row where each begins
  int step;               // words from row to row
  int asked;              // rows that are on their way, or were: those before this
  int turn;               // slot of row 0
};

__device__ __forceinline__ KeptRows kept_rows(const TileAtWork& work, const Direction& d) {
  KeptRows rows = {kept_from(work, d, 0), kept_from(work, CROSSED ? d : turned(d), 0), work.warp ? -ROW_PRICES : ROW_PRICES, 0, 0};
  if (work.asked >= 0) rows.asked = ROWS_AHEAD, rows.turn = work.asked;
  return rows;
}

__device__ __forceinline__ u32* slot_of(const TileAtWork& work, const KeptRows& rows, int row) {
  return work.ring + (row + rows.turn) % ROWS_AHEAD * ROW_PRICES;
}

__device__ __forceinline__ const u32* kept_at(const KeptRows& rows, int row) {
  return row < TILE - 1 ? rows.kept + (row + 1) * rows.step : rows.next + (row - (TILE - 2)) * rows.step;
}

__device__ __forceinline__ void ask_for(const TileAtWork& work, const KeptRows& rows, int row, int lane) {
  copy_row(slot_of(work, rows, row), kept_at(rows, row), lane);
  copies_together();
}

// The slot of row 0 of the next sweep where its first rows are on their way; else -1.
__device__ __forceinline__ int asked_ahead(const KeptRows& rows) {
  if (rows.asked == TILE - 1 + ROWS_AHEAD) return (rows.turn + TILE - 1) % ROWS_AHEAD;
  copies_arrived();
  return -1;
}

// Whether any of so many rows after that at `place` might fall by what is offered by the row before each: a step from the cell
// across or a wedge takes a tick at least after that cell, and one from aslant what the least of the tile takes. A sweep
// against the way that a front goes is seen through by that, for a fraction of what its rows take.
__device__ __forceinline__ bool may_fall(const TileAtWork& work, const Direction& d, int place, int rows, From from) {
  const u32* label = work.label + place;
  bool may = false;
#pragma unroll
  for (int k = 0; k < KEPT_GROUP; k++) {
    if (k < rows) {
      label += d.along;
      u32 own = label[0];
      may |= min(from.axis + 1, min(from.before, from.after) + work.least_aslant) < own;
      from = {own, label[-d.across], label[d.across]};
    }
  }
  may = __any_sync(ALL_LANES, may);
  __syncwarp(); // lanes have read what others will write
  return may;
}

static_assert((TILE - 1 - ROWS_AHEAD - MIDDLE) % KEPT_GROUP == 0 && MIDDLE + ROWS_AHEAD < TILE,
              "rows of the next sweep are asked for from the beginning of a group on");

// `sweep_rows` by prices that are kept. All of a sweep but what is passed over is asked for without a break. Where a row lies
// and where its prices go is carried from row to row of a group, which is less than finding them anew.
__device__ __forceinline__ void sweep_kept_rows(const TileAtWork& work, KeptRows& rows, int begin, const Direction& d, int first,
                                                int end, u32 pending, From from, u32& fell) {
  int lane = threadIdx.x & 31;
#pragma unroll 1
  for (int row = first; row < end; row += KEPT_GROUP) {
    u32 group = ((1u << KEPT_GROUP) - 1) << row;
    if (!(pending & group) && !__any_sync(ALL_LANES, fell >> row & 1)) continue;
    int last = min(row + KEPT_GROUP, end), at = begin + row * d.along;
    if (row > first) from = from_at(work, at, d.across);
    if (!may_fall(work, d, at, last - row, from)) continue;
    if (rows.asked != row + ROWS_AHEAD) {
      copies_arrived(); // of rows that were passed over
      for (rows.asked = row; rows.asked < row + ROWS_AHEAD; rows.asked++) ask_for(work, rows, rows.asked, lane);
    }
    u32* label = work.label + at;
    const u32* coming = kept_at(rows, row + ROWS_AHEAD); // prices of the row that is asked for next
    int slot = (row + rows.turn) % ROWS_AHEAD;
#pragma unroll 1
    for (int k = row; k < last; k++, coming += rows.step, slot = (slot + 1) % ROWS_AHEAD) {
      label += d.along;
      copies_arrived<ROWS_AHEAD - 1>();
      u32* place = work.ring + slot * ROW_PRICES; // of this row, and then of the one that is asked for
      RowPrices prices = row_in(place, lane);
      copy_row(place, coming, lane);
      copies_together();
      u32 was = label[0], found = relaxed_by(prices, was, from);
      lower(label, found, was);
      __syncwarp();
      from = {found, label[-d.across], label[d.across]};
      if (found < was) fell |= 2u << k;
    }
    rows.asked = last + ROWS_AHEAD;
  }
}

// Where prices of the row beyond a border of this warp lie, behind the slots of the ring.
__device__ __forceinline__ u32* beyond_in(const TileAtWork& work, const Direction& d) {
  return work.ring + (ROWS_AHEAD + (!CROSSED && d.across != 1)) * ROW_PRICES;
}

__device__ __forceinline__ void fetch_border_row(const TileAtWork& work, const Direction& d, int lane) {
  int aside = d.across != 1;
  copy_row(work.ring + aside * ROW_PRICES, kept_from(work, d, 0), lane);
  copy_side(work.ring + (2 + aside) * ROW_PRICES, work.prices, side_of(work, d), lane);
  if (aside ? work.aside_prices : work.upright_prices) copy_row(beyond_in(work, d), kept_beyond(work, d), lane);
}

// Asks for what leads over the borders that this warp looks after: into the tile in the slots of the ring, and out of it behind
// them, for all of a visit.
__device__ __forceinline__ void fetch_border(TileAtWork& work, int lane) {
  copies_arrived(); // of what nobody waited for
  work.asked = -1;
  if (work.pair == 0) fetch_border_row(work, {PITCH, 1}, lane);
  if (work.pair == LAST_PAIR) fetch_border_row(work, {1, PITCH}, lane);
}
} // namespace in_shared
