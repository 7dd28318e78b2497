// A tile that two warps settle, or four, with labels and what cells cost in shared memory. What a cell is offered is told by
// eight_rows.cuh, and along straight lines by straight/level_rows.cuh, by oblong_rows.cuh there where cells are not square, or by
// slopes/straight_rows.cuh.
//
// What takes long is that each row waits for the one before, while most of a multiprocessor is idle. So one warp sweeps
// down while the other sweeps up, one to the right while the other to the left; in the middle they meet and cross. A
// frame of one cell around the tile holds the halo, so that outer lanes need no care, and in shared memory a row is a
// row whether it lies along the tile or across: nothing is transposed, and one short loop serves all four sweeps.
//
// Along straight lines a wedge's A and D lie in one row or column, that from which a sweep comes. So the two wedges that
// point down into a row depend on the row above alone, as the steps do, and four sweeps see all eight:
// once no direction has a pending row, nothing inside the tile improves a label. Where A lies inside the
// tile and D in the halo, D may have fallen and A not, and no row would be pending: such wedges are taken once
// before the sweeps. If they gain nothing there, A falls first or never, and then it is pending.
//
// No two warps of a pair touch a row at the same time: up to the middle each stays in its half, where they meet, and then in the
// other's. The row in the middle that a warp sets out from it has read before.
//
// Of four warps, two sweep down and up while two sweep right and left. Both pairs lower the same labels, by atomics, and a
// label that is read may be lower soon: who lowers it tells, and the others owe what comes from there. So a tile takes fewer sweeps
// one after the other, though more in all: it pays where a front waits for its tiles, not where all warps are busy.
#pragma once
#include "teams/team.cuh"
#include "straight/wedges.cuh"
#if SLOPES
#include "slopes/straight_rows.cuh"
#if KEPT
#include "slopes/kept_rows.cuh"
#endif
#elif !STRAIGHT
#include "teams/eight_rows.cuh"
#elif SQUARE
#include "straight/level_rows.cuh"
#else
#include "straight/oblong_rows.cuh"
#endif

namespace in_shared {

__device__ __forceinline__ Around around(const ground_t* ground, const Direction& d) {
  return {cell_at(ground, d), cell_at(ground - d.across, d), cell_at(ground + d.across, d)};
}

// The least of the label of the cell at `to` and what it is offered from the row of `place`, a step along `d` before it.
template <bool wide>
__device__ __forceinline__ u32 relaxed_at(const TileAtWork& work, const Direction& d, int to, int place, const From& from) {
  return relaxed<wide>(work, d, work.label[to], cell_at(work.ground + to, d), from, around(work.ground + place, d));
}

// What the warps of a team told one another: of each, in which rows and lanes of its sweep a label fell.
struct News {
  const u32 *rows, *lanes;
};

// What the sweep of a pair has left: rows it owes, one way and the other, and all rows and lanes in which a label fell. Owed is
// what either warp lowered where the other had passed, or was.
struct Swept {
  u32 forward, backward, rows, lanes;
};

__device__ __forceinline__ Swept swept_by(const News& told, int pair) {
  const u32 *rows = told.rows + 2 * pair, *lanes = told.lanes + 2 * pair;
  return {rows[1] & 0x0000ffffu, rows[0] & 0xffff0000u, rows[0] | rows[1], lanes[0] | lanes[1]};
}

// Tells the other warps which rows and lanes fell here. With two pairs by words in turn, so that nobody writes what another
// has yet to read.
__device__ __forceinline__ News tell_fallen(TileAtWork& work, u32 rows, u32 lanes, int lane) {
  u32 at = work.turn;
  if (lane == 0) work.words->rows[at][work.member] = rows, work.words->lanes[at][work.member] = lanes;
  meet_team(work);
  if (CROSSED) work.turn ^= 1;
  return {work.words->rows[at], work.words->lanes[at]};
}

// Meets the other warp of the pair in the middle; returns the rows that fell in its half, counted from where this one began.
__device__ __forceinline__ u32 passed_by_other(const TileAtWork& work, u32 fell, int lane) {
  u32 passed = warp_or(fell);
  if (lane == 0) work.words->passed[work.member] = passed;
  meet_pair(work);
  return __brev(work.words->passed[work.member ^ 1]);
}

#if KEPT
template <bool wide>
__device__ __forceinline__ u32 sweep_rows(TileAtWork& work, const Direction& d, int begin, const Direction& own, u32 pending,
                                          int lane) {
  u32 fell = 0;
  KeptRows rows = kept_rows(work, d);
  sweep_kept_rows(work, rows, begin, own, 0, MIDDLE, pending, from_at(work, begin, d.across), fell);
  From from = from_at(work, begin + MIDDLE * own.along, d.across); // before the other warp may be there
  pending |= passed_by_other(work, fell, lane);
  sweep_kept_rows(work, rows, begin, own, MIDDLE, TILE - 1, pending, from, fell);
  work.asked = asked_ahead(rows);
  return fell;
}
#elif !STRAIGHT
template <bool wide>
__device__ __forceinline__ u32 sweep_rows(TileAtWork& work, const Direction& way, int begin, const Direction& d, u32 pending,
                                          int lane) {
  u32 fell = 0;
  EightRow at = {work.ground + begin, straight_plane(way)};
  take_labels(at);
#pragma unroll 1
  for (int row = 0; row < TILE - 1;) {
    bool whole = row != GROUP; // groups of a half have 8 and 7 rows, or 8 and 8
    u32 group = ((1u << GROUP) - 1) << row;
    if ((pending & group) || __any_sync(ALL_LANES, fell >> row & 1)) {
      if (row == GROUP || row == MIDDLE + GROUP) take_labels(at);
      fell |= sweep_group(at, d.along, whole) << (row + 1);
      __syncwarp();
    } else {
      at.diagonal += (whole ? GROUP : MIDDLE - GROUP) * d.along;
    }
    row += whole ? GROUP : MIDDLE - GROUP;
    if (row == MIDDLE) {
      take_labels(at); // before the other warp may be there
      pending |= passed_by_other(work, fell, lane);
    }
  }
  return fell;
}
#else
// A warp's sweep: rows are counted from where it begins; returns those of the lane that fell. Both halves take turns in one
// loop and nothing is unrolled: with more code a row takes longer, though it has fewer instructions (docs/experiments.md).
template <bool wide>
__device__ __forceinline__ u32 sweep_rows(TileAtWork& work, const Direction&, int begin, const Direction& d, u32 pending,
                                          int lane) {
  u32 fell = 0;
  int end = MIDDLE;
  From from = from_at(work, begin, d.across);
#pragma unroll 1
  for (int row = 0; row < TILE - 1;) {
    u32 group = ((1u << GROUP) - 1) << row;
    int last = min(row + GROUP, end);
    if ((pending & group) || __any_sync(ALL_LANES, fell >> row & 1)) {
      int at = begin + row * d.along;
      const ground_t* ground = work.ground + at;
      u32* label = work.label + at;
      if (row == GROUP || row == MIDDLE + GROUP) from = from_at(work, at, d.across);
      Around here = around(ground, d);
      u32 bit = 2u << row, last_bit = 1u << last;
      u32 was = label[d.along], next_was = 0; // this and what the cell costs are asked for a row ahead
      cell_t own = cell_at(ground + d.along, d);
#pragma unroll 1
      while (true) {
        ground += d.along, label += d.along;
        if (bit != last_bit) next_was = label[d.along]; // else it may be the other warp's
        cell_t next = cell_at(ground + d.along, d);
        u32 found = relaxed<wide>(work, d, was, own, from, here);
        here = {own, cell_at(ground - d.across, d), cell_at(ground + d.across, d)};
        lower(label, found, was);
        __syncwarp();
        from = {found, label[-d.across], label[d.across]};
        if (found < was) fell |= bit;
        if (bit == last_bit) break;
        bit += bit, was = next_was, own = next;
      }
    }
    row = last;
    if (row == MIDDLE && end == MIDDLE) {
      end = TILE - 1;
      from = from_at(work, begin + MIDDLE * d.along, d.across); // before the other warp may be there
      pending |= passed_by_other(work, fell, lane);
    }
  }
  return fell;
}
#endif

// Sweeps down and up, or right and left, from the rows of the masks and from all that fall on the way.
template <bool wide>
__device__ __forceinline__ News sweep_both(TileAtWork& work, Direction d, u32 forward, u32 backward, int lane) {
  int begin = border_place(work, d, lane);
  Direction own = {d.along * (1 - 2 * work.warp), d.across};
  u32 pending = work.warp ? __brev(backward) : forward;
  u32 fell = sweep_rows<wide>(work, d, begin, own, pending, lane), rows_fell = warp_or(fell);
  return tell_fallen(work, work.warp ? __brev(rows_fell) : rows_fell, __ballot_sync(ALL_LANES, fell != 0), lane);
}

// The least of `best` and what wedges offer the cell at `to` whose A lies beside it in the border row, and D beyond that.
template <bool wide>
__device__ __forceinline__ u32 past_wedges_beside(const TileAtWork& work, const Direction& d, u32 best, int to, int beyond) {
#if !STRAIGHT
  return best; // there are none
#elif KEPT
  SidePrices prices = side_in(work.ring + (d.across == 1 ? 2 : 3) * ROW_PRICES, threadIdx.x & 31);
  int before = to - d.across, after = to + d.across;
  best = past_kept(prices.lines[0], best, work.label[before], work.label[before + beyond]);
  return past_kept(prices.lines[1], best, work.label[after], work.label[after + beyond]);
#else
#pragma unroll
  for (int way = -1; way < 2; way += 2) {
    int axis = to + way * d.across;
    best = past_wedge_at<wide>(work, turned(d), best, to, axis, axis + beyond);
  }
  return best;
#endif
}

// `relaxed_at` for a cell at the border of the tile, from the halo.
template <bool wide>
__device__ __forceinline__ u32 relaxed_by_halo(const TileAtWork& work, const Direction& d, int to, int place, const From& from) {
#if KEPT
  return relaxed_by(row_in(work.ring + (d.across == 1 ? 0 : ROW_PRICES), threadIdx.x & 31), work.label[to], from);
#else
  return relaxed_at<wide>(work, d, to, place, from);
#endif
}

// A cell of the border row of this warp, and the least that it had or gets.
struct BorderCell {
  u32 *label, was, best;
};

// By the halo beside it, and by wedges whose A lies in the border row and D in the halo.
template <bool wide>
__device__ __forceinline__ BorderCell beside_halo(const TileAtWork& work, Direction d, int lane) {
  int to = border_place(work, d, lane), beyond = beyond_border(work, d);
  u32 was = work.label[to];
  u32 best = relaxed_by_halo<wide>(work, d, to, to + beyond, from_at(work, to + beyond, d.across));
  return {work.label + to, was, past_wedges_beside<wide>(work, d, best, to, beyond)};
}

// Lowers the border; corners belong to two of its rows. Returns the lanes that fell.
__device__ __forceinline__ u32 lower_border(const BorderCell& cell) {
  bool fell = cell.best < cell.was;
  if (fell) atomicMin(cell.label, cell.best);
  return __ballot_sync(ALL_LANES, fell);
}

__device__ __forceinline__ bool is_quiet(const TileAtWork& work) {
  const PendingRows& p = work.pending;
  return !(p.down | p.up | p.right | p.left);
}

// Takes in the halo; returns the rows whose labels fell.
template <bool wide> __device__ __forceinline__ u32 take_in(TileAtWork& work, bool everything, int lane) {
#if KEPT
  copies_arrived();
#endif
  u32 end = work.warp ? 1u << 31 : 1;
#if CROSSED
  BorderCell cell = work.pair ? beside_halo<wide>(work, {1, PITCH}, lane) : beside_halo<wide>(work, {PITCH, 1}, lane);
  meet_team(work); // who reads the old border has done so
  u32 fell = lower_border(cell);
  News told = tell_fallen(work, fell ? end : 0, fell, lane);
  Swept above = swept_by(told, 0), beside = swept_by(told, 1);
  u32 rows = above.rows | beside.lanes, cols = above.lanes | beside.rows;
#else
  BorderCell first = beside_halo<wide>(work, {PITCH, 1}, lane), last = beside_halo<wide>(work, {1, PITCH}, lane);
  meet_team(work); // who reads the old border has done so
  u32 upright = lower_border(first), aside = lower_border(last);
  News told = tell_fallen(work, (upright ? end : 0) | aside, (aside ? end : 0) | upright, lane);
  u32 rows = told.rows[0] | told.rows[1], cols = told.lanes[0] | told.lanes[1];
#endif
  if (everything) rows = cols = ALL_LANES;
  work.pending = {rows, rows, cols, cols};
  work.upright = __popc(cols) > __popc(rows); // from where most of the news is
  return rows; // all of them, too, in a tile that holds starts: these are told of, whatever falls
}

// At most `turns` sweeps; returns the rows whose labels fell.
#if CROSSED
template <bool wide> __device__ __forceinline__ u32 sweep(TileAtWork& work, int turns, int lane) {
  u32 changed = 0;
#pragma unroll 1
  for (; !is_quiet(work) && turns; turns--) {
    PendingRows p = work.pending;
#if SLOPES
    int along = work.pair ? 1 : PITCH;
    News told = sweep_both<wide>(work, {along, PITCH + 1 - along}, work.pair ? p.right : p.down, work.pair ? p.left : p.up, lane);
#else // twice the code, but with places that are known
    News told = work.pair ? sweep_both<wide>(work, {1, PITCH}, p.right, p.left, lane)
                          : sweep_both<wide>(work, {PITCH, 1}, p.down, p.up, lane);
#endif
    Swept upright = swept_by(told, 0), aside = swept_by(told, 1);
    work.pending = {upright.forward | aside.lanes, upright.backward | aside.lanes,
                    aside.forward | upright.lanes, aside.backward | upright.lanes};
    changed |= upright.rows | aside.lanes;
  }
  return changed;
}
#else // along and across in turn
template <bool wide> __device__ __forceinline__ u32 sweep(TileAtWork& work, int turns, int lane) {
  PendingRows p = work.pending;
  u32 changed = 0;
#pragma unroll 1
  for (; (p.down | p.up | p.right | p.left) && turns; turns--) {
    bool upright = work.upright;
    u32 forward = upright ? p.down : p.right, backward = upright ? p.up : p.left;
#if SLOPES
    News told = sweep_both<wide>(work, {upright ? PITCH : 1, upright ? 1 : PITCH}, forward, backward, lane);
#else // twice the code, but with places that are known
    News told = upright ? sweep_both<wide>(work, {PITCH, 1}, forward, backward, lane)
                        : sweep_both<wide>(work, {1, PITCH}, forward, backward, lane);
#endif
    Swept swept = swept_by(told, 0);
    if (upright) p = {swept.forward, swept.backward, p.right | swept.lanes, p.left | swept.lanes}, changed |= swept.rows;
    else p = {p.down | swept.lanes, p.up | swept.lanes, swept.forward, swept.backward}, changed |= swept.lanes;
    work.upright = !upright;
  }
  work.pending = p;
  return changed;
}
#endif

__device__ __forceinline__ void keep_border(TileAtWork& work, int lane) {
  work.old_upright = work.label[border_place(work, {PITCH, 1}, lane)];
  work.old_aside = work.label[border_place(work, {1, PITCH}, lane)];
}

// Settles the tile; returns the rows whose labels fell. begun: whether it was called before in this visit. turns: after how
// many sweeps the first call returns, if the tile is not quiet by then; ALL_TURNS: never. All warps of the team call,
// with labels and half costs there.
__device__ __forceinline__ u32 settle(TileAtWork& work, bool begun, bool everything, int turns, int lane) {
  u32 changed = 0;
  if (!begun) {
#if ASKS_FOR_WIDE
    const u32* wide = work.words->wide;
    work.wide = wide[0] | wide[1] | wide[TEAM - 2] | wide[TEAM - 1];
#endif
    keep_border(work, lane);
    changed = work.wide ? take_in<true>(work, everything, lane) : take_in<false>(work, everything, lane);
  } else {
    turns = ALL_TURNS;
  }
  return changed | (work.wide ? sweep<true>(work, turns, lane) : sweep<false>(work, turns, lane));
}
} // namespace in_shared
