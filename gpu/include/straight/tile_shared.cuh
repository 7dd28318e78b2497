// Straight lines in a tile of square cells: two warps settle it, with labels and half costs in shared memory.
//
// What takes long is that each row waits for the one before, while most of a multiprocessor is idle. So one warp sweeps
// down while the other sweeps up, one to the right while the other to the left; in the middle they meet and cross. A
// frame of one cell around the tile holds the halo, so that outer lanes need no care, and in shared memory a row is a
// row whether it lies along the tile or across: nothing is transposed, and one short loop serves all four sweeps.
//
// A wedge's A and D lie in one row or column, that from which a sweep comes. So the two wedges that
// point down into a row depend on the row above alone, as the steps do, and four sweeps see all eight:
// once no direction has a pending row, nothing inside the tile improves a label. Where A lies inside the
// tile and D in the halo, D may have fallen and A not, and no row would be pending: such wedges are taken once
// before the sweeps. If they gain nothing there, A falls first or never, and then it is pending.
//
// No two warps touch a row at the same time: up to the middle each stays in its half, where they meet, and then in the
// other's. The row in the middle that a warp sets out from it has read before.
#pragma once
#include "straight/short_wedge.cuh"

namespace in_shared {

#ifndef TEAM
#define TEAM 2 // warps that settle a tile
#endif
#define ROWS_EACH (TILE / TEAM) // that a warp of a team loads, prices and stores
#define CHUNKS_EACH (CHUNKS / TEAM)
#define PITCH 35             // places from row to row: odd, so that rows and columns are free of bank conflicts
#define PLACES (34 * PITCH)  // of a tile and its halo
#define ALL_TURNS -1         // sweeps: as many as there are

static_assert(TEAM == 2, "one warp for each way of a sweep");

__device__ __forceinline__ int place_of(int row, int col) { return (row + 1) * PITCH + col + 1; }

// What the warps of a team tell each other, in shared memory.
struct TeamWords {
  u32 tile, everything;       // by the first one: what is next, EMPTY where nothing is
  u32 wide[TEAM];
  u32 rows[TEAM], lanes[TEAM]; // fallen in a sweep, or next to the halo: rows and columns there
  u32 passed[TEAM];            // rows fallen in the first half of a sweep
  u32 keys[8];
  u32 again, pad;
};

#define TEAM_PAIRS 10                                   // words of 64 bits that this takes
#define SHARED_PAIRS (PLACES + PLACES / 2 + TEAM_PAIRS) // and that a team needs, of shared memory
static_assert(sizeof(TeamWords) == 8 * TEAM_PAIRS, "shared memory is laid out by hand");

// Rows and columns whose labels fell since the last sweep in each direction.
struct PendingRows {
  u32 down, up, right, left;
};

// Half costs, straight and diagonal, and labels. warp: of the team. The first one looks after what is up or left, the
// other after what is down or right. old: what its two sides of the border were before the visit, or when their
// neighbours were told. wide: whether a sum of two half costs may be SHORT_COST or more.
struct TileAtWork {
  uint2* half;
  u32* label;
  TeamWords* words;
  u32 barrier;
  int warp;
  bool wide, upright; // upright: whether the next sweep is
  u32 old_upright, old_aside;
  PendingRows pending;
};

__device__ __forceinline__ void meet_team(const TileAtWork& work) { meet(work.barrier, 32 * TEAM); }

// Rows of a sweep and what lies in them: along and across are the places from row to row and from lane to lane.
struct Direction {
  int along, across;
};

__device__ __forceinline__ int place_in(const Direction& d, int row, int lane) {
  return PITCH + 1 + row * d.along + lane * d.across;
}

// The border row that this warp looks after, and how far the halo is from there.
__device__ __forceinline__ int border_place(const TileAtWork& work, const Direction& d, int lane) {
  return place_in(d, work.warp ? TILE - 1 : 0, lane);
}

__device__ __forceinline__ int beyond_border(const TileAtWork& work, const Direction& d) {
  return work.warp ? d.along : -d.along;
}

// Labels of a cell and of those beside it, from which a sweep goes on.
struct From {
  u32 axis, before, after;
};

__device__ __forceinline__ From from_at(const TileAtWork& work, int place, int across) {
  return {work.label[place], work.label[place - across], work.label[place + across]};
}

// The least of the label of a cell and what it is offered from a row beside it, by three steps and two wedges.
template <bool wide>
__device__ __forceinline__ u32 relaxed(u32 label, uint2 own, const From& from, uint2 half, uint2 half_before,
                                       uint2 half_after) {
  u32 cost_before = max(half.x, half_before.x) + own.x, cost_after = max(half.x, half_after.x) + own.x;
  u32 best = __viaddmin_u32(from.axis, half.x + own.x, label);
  best = __viaddmin_u32(from.before, half_before.y + own.y, best);
  best = __viaddmin_u32(from.after, half_after.y + own.y, best);
  if (wide) {
    best = past_wedge(best, from.axis, from.before, cost_before, {});
    return past_wedge(best, from.axis, from.after, cost_after, {});
  }
  u32 base = from.axis + (own.x & BARRIER);
  best = __viaddmin_u32(base, above_axis(from.axis, from.before, cost_before), best);
  return __viaddmin_u32(base, above_axis(from.axis, from.after, cost_after), best);
}

// The same for the cell at `to`, offered from the row of `place`.
template <bool wide>
__device__ __forceinline__ u32 relaxed_at(const TileAtWork& work, int to, int place, int across, const From& from) {
  return relaxed<wide>(work.label[to], work.half[to], from, work.half[place], work.half[place - across],
                       work.half[place + across]);
}

#define MIDDLE (TILE / 2 - 1) // row up to which a warp stays in its half
#define GROUP 8               // rows that a sweep takes without asking whether they are pending

// A warp's sweep: rows are counted from where it begins. `from` is at row `first`.
template <bool wide>
__device__ __forceinline__ void sweep_rows(const TileAtWork& work, int begin, int along, int across, int first, int end,
                                           u32 pending, From from, u32& fell) {
#pragma unroll 1
  for (int row = first; row < end; row += GROUP) {
    u32 group = ((1u << GROUP) - 1) << row;
    if (!(pending & group) && !__any_sync(ALL_LANES, fell >> row & 1)) continue;
    int last = min(row + GROUP, end), at = begin + row * along;
    if (row > first) from = from_at(work, at, across);
    const uint2* half = work.half + at;
    u32* label = work.label + at;
    uint2 own = half[0], before = half[-across], after = half[across];
#pragma unroll 1
    for (int k = row; k < last; k++) {
      half += along, label += along;
      u32 was = label[0];
      uint2 to = half[0], to_before = half[-across], to_after = half[across];
      u32 found = relaxed<wide>(was, to, from, own, before, after);
      label[0] = found;
      __syncwarp();
      from = {found, label[-across], label[across]};
      own = to, before = to_before, after = to_after;
      if (found < was) fell |= 2u << k;
    }
  }
}

// Tells the other warp which rows, or rows and columns, fell here.
__device__ __forceinline__ void tell_fallen(const TileAtWork& work, u32 rows, u32 lanes, int lane) {
  if (lane == 0) work.words->rows[work.warp] = rows, work.words->lanes[work.warp] = lanes;
  meet_team(work);
}

// Sweeps down and up, from the rows of the masks and from all that fall on the way. What either warp lowers of what the
// other has passed, or is at, is left in the masks for the next time.
template <bool wide>
__device__ __forceinline__ Fallen sweep_both(const TileAtWork& work, Direction d, u32& forward, u32& backward, int lane) {
  int begin = border_place(work, d, lane), along = -beyond_border(work, d);
  u32 pending = work.warp ? __brev(backward) : forward, fell = 0;
  sweep_rows<wide>(work, begin, along, d.across, 0, MIDDLE, pending, from_at(work, begin, d.across), fell);
  From from = from_at(work, begin + MIDDLE * along, d.across); // before the other warp may be there
  u32 passed = warp_or(fell);
  if (lane == 0) work.words->passed[work.warp] = passed;
  meet_team(work);
  pending |= __brev(work.words->passed[1 - work.warp]);
  sweep_rows<wide>(work, begin, along, d.across, MIDDLE, TILE - 1, pending, from, fell);
  u32 rows = warp_or(fell);
  tell_fallen(work, work.warp ? __brev(rows) : rows, __ballot_sync(ALL_LANES, fell != 0), lane);
  const TeamWords& told = *work.words;
  forward = told.rows[1] & 0x0000ffffu, backward = told.rows[0] & 0xffff0000u;
  return {told.rows[0] | told.rows[1], told.lanes[0] | told.lanes[1]};
}

// The border row of this warp by the halo beside it, and by wedges whose A lies in the border row and D in the halo.
// Returns the lanes that fell.
template <bool wide>
__device__ __forceinline__ u32 beside_halo(const TileAtWork& work, Direction d, int lane) {
  int to = border_place(work, d, lane), beyond = beyond_border(work, d);
  u32 was = work.label[to], own = work.half[to].x;
  u32 best = relaxed_at<wide>(work, to, to + beyond, d.across, from_at(work, to + beyond, d.across));
#pragma unroll
  for (int way = -1; way < 2; way += 2) {
    int axis = to + way * d.across, aslant = axis + beyond;
    u32 cost = max(work.half[axis].x, work.half[aslant].x) + own, label = work.label[axis];
    if (wide) best = past_wedge(best, label, work.label[aslant], cost, {});
    else best = __viaddmin_u32(label + (own & BARRIER), above_axis(label, work.label[aslant], cost), best);
  }
  meet_team(work); // who reads the old border has done so
  work.label[to] = best;
  meet_team(work);
  return __ballot_sync(ALL_LANES, best < was);
}

__device__ __forceinline__ bool is_quiet(const TileAtWork& work) {
  const PendingRows& p = work.pending;
  return !(p.down | p.up | p.right | p.left);
}

// Takes in the halo; returns the rows whose labels fell.
template <bool wide> __device__ __forceinline__ u32 take_in(TileAtWork& work, bool everything, int lane) {
  u32 end = work.warp ? 1u << 31 : 1;
  u32 upright = beside_halo<wide>(work, {PITCH, 1}, lane), aside = beside_halo<wide>(work, {1, PITCH}, lane);
  tell_fallen(work, (upright ? end : 0) | aside, (aside ? end : 0) | upright, lane);
  const TeamWords& told = *work.words;
  u32 rows = told.rows[0] | told.rows[1], cols = told.lanes[0] | told.lanes[1];
  if (everything) rows = cols = ALL_LANES;
  work.pending = {rows, rows, cols, cols};
  work.upright = __popc(cols) > __popc(rows); // from where most of the news is
  return rows;
}

// At most `turns` sweeps, along and across in turn; returns the rows whose labels fell.
template <bool wide> __device__ __forceinline__ u32 sweep(TileAtWork& work, int turns, int lane) {
  PendingRows p = work.pending;
  u32 changed = 0;
#pragma unroll 1
  for (; (p.down | p.up | p.right | p.left) && turns; turns--) {
    bool upright = work.upright;
    u32 forward = upright ? p.down : p.right, backward = upright ? p.up : p.left;
    Fallen fell = sweep_both<wide>(work, {upright ? PITCH : 1, upright ? 1 : PITCH}, forward, backward, lane);
    if (upright) p = {forward, backward, p.right | fell.lanes, p.left | fell.lanes}, changed |= fell.rows;
    else p = {p.down | fell.lanes, p.up | fell.lanes, forward, backward}, changed |= fell.lanes;
    work.upright = !upright;
  }
  work.pending = p;
  return changed;
}

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
    work.wide = work.words->wide[0] | work.words->wide[1];
    keep_border(work, lane);
    changed = work.wide ? take_in<true>(work, everything, lane) : take_in<false>(work, everything, lane);
  } else {
    turns = ALL_TURNS;
  }
  return changed | (work.wide ? sweep<true>(work, turns, lane) : sweep<false>(work, turns, lane));
}
} // namespace in_shared
