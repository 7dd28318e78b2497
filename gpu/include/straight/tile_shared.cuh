// Straight lines in a tile of square cells: one warp settles it, with labels and half costs in shared memory.
//
// A row takes ten times the instructions that steps alone would, so what counts is to take few rows, and to
// have other warps at work meanwhile. In shared memory a row is a row whether it lies along the tile or
// across: nothing is transposed, one short loop serves all four sweeps, goes from pending row to pending row, and
// leaves registers for more warps. A frame of one cell around the tile holds the halo, so that outer lanes need no
// care. A sweep down and one up run together, as without wedges: two chains take hardly longer than one.
//
// A wedge's A and D lie in one row or column, that from which a sweep comes. So the two wedges that
// point down into a row depend on the row above alone, as the steps do, and four sweeps see all eight:
// once no direction has a pending row, nothing inside the tile improves a label. Where A lies inside the
// tile and D in the halo, D may have fallen and A not, and no row would be pending: such wedges are taken once
// before the sweeps. If they gain nothing there, A falls first or never, and then it is pending.
//
// Which tile has to be told is as in tile_wedges.cuh, where tiles of other cells are settled in registers.
#pragma once
#include "straight/wedges.cuh"

namespace in_shared {

#define ALL_TURNS -1 // sweeps: as many as there are

#define PITCH 35            // places from row to row: odd, so that rows and columns are free of bank conflicts
#define PLACES (34 * PITCH) // of a tile and its halo

__device__ __forceinline__ int place_of(int row, int col) { return (row + 1) * PITCH + col + 1; }

#define SHARED_PAIRS (PLACES + PLACES / 2) // words of 64 bits of shared memory that a warp needs

// What the border was before the visit.
struct Border {
  u32 up, down, left, right;
};

// Rows and columns whose labels fell since the last sweep in each direction.
struct PendingRows {
  u32 down, up, right, left;
};

// Half costs, straight and diagonal, and labels. wide: whether a sum of two may be SHORT_COST or more. begun: whether
// the halo has been taken in.
struct TileAtWork {
  uint2* half;
  u32* label;
  bool wide, begun;
  Border old;
  PendingRows pending;
};

// What a wedge offers where F is short, or a cell beside this one is a barrier; UNREACHED or more where nothing.
// The estimate of the root is off by less than 2^-2: F² is rounded, F² - δ² >= F²/2 as well, and `inverse_root` is off by
// 2^-22.9. So the nearest whole number is the floor R or R + 1, and how much its square lacks of F² - δ² is known by the
// lower 32 bits. The root becomes a whole number by the bits of a number above 2^23, sooner than by a
// conversion. 2δ² <= F² is δ <= R. Where D is no earlier than A, or earlier by more than F, δ counts as F, and the
// root is near to nothing. With a barrier, or an A that is not reached, what comes out is no less than UNREACHED.
__device__ __forceinline__ u32 offer_of_short(u32 axis, u32 aslant, u32 cost) {
  u32 apart = min(axis - aslant, cost);
  float about = (float)cost, across = (float)apart;
  float real = fmaxf(__fmaf_rn(-across, across, about * about), 1.0f);
  u32 root = __float_as_uint(__fmaf_rn(real, inverse_root(real), 8388608.0f)) - 0x4b000000u;
  root += (int)(cost * cost - apart * apart - root * root) >> 31;
  return apart <= root ? axis + root : UNREACHED;
}

// The least of the label of a cell and what it is offered from a row beside it, by three steps and two wedges.
template <bool wide>
__device__ __forceinline__ u32 relaxed(u32 label, uint2 own, u32 axis, uint2 half, u32 before, uint2 half_before, u32 after,
                                       uint2 half_after) {
  u32 cost_before = max(half.x, half_before.x) + own.x, cost_after = max(half.x, half_after.x) + own.x;
  u32 best = __viaddmin_u32(axis, half.x + own.x, label);
  best = __viaddmin_u32(before, half_before.y + own.y, best);
  best = __viaddmin_u32(after, half_after.y + own.y, best);
  if (wide) return past_wedge(past_wedge(best, axis, before, cost_before, {}), axis, after, cost_after, {});
  u32 offer = min(offer_of_short(axis, before, cost_before), offer_of_short(axis, after, cost_after));
  return own.x < BARRIER ? min(best, offer) : label;
}

// The same for the cell at `to`, offered from the row of `from`. across: places from lane to lane. ends: whether outer
// lanes leave out what lies in a third tile.
template <bool wide>
__device__ __forceinline__ u32 relaxed_at(const TileAtWork& tile, int to, int from, int across, bool ends = false,
                                          int lane = 1) {
  u32 before = tile.label[from - across], after = tile.label[from + across];
  if (ends && lane == 0) before = UNREACHED;
  if (ends && lane == TILE - 1) after = UNREACHED;
  return relaxed<wide>(tile.label[to], tile.half[to], tile.label[from], tile.half[from], before, tile.half[from - across],
                       after, tile.half[from + across]);
}

// Rows of a sweep and what lies in them: along and across are the places from row to row and from lane to lane.
struct Direction {
  int along, across;
};

__device__ __forceinline__ int place_in(const Direction& d, int row, int lane) {
  return PITCH + 1 + row * d.along + lane * d.across;
}

#define GROUP 4 // rows that a sweep takes without asking whether they are pending

// Sweeps down and up, from the rows of the masks and from all that fall on the way. In the middle they
// cross; what either lowers of what the other has passed, or is at, is left in the masks for the next time.
template <bool wide>
__device__ __forceinline__ Fallen sweep_both(const TileAtWork& tile, Direction d, u32& forward, u32& backward,
                                             int lane) {
  u32 fell_down = 0, fell_up = 0, rows_down = 0, rows_up = 0; // of this lane and of all
#pragma unroll 1
  for (int first = 0; first < TILE; first += GROUP) {
    u32 group = (1u << GROUP) - 1, ahead = group << first, behind = group << (TILE - GROUP - first);
    if (!((forward | rows_down | rows_up) & ahead) && !((backward | rows_down | rows_up) & behind)) continue;
    int down = place_in(d, first, lane), up = place_in(d, TILE - 1 - first, lane);
    int last = min(first + GROUP, TILE - 1); // the last row has none behind it
    const uint2 *half_down = tile.half + down, *half_up = tile.half + up;
    u32 *at_down = tile.label + down, *at_up = tile.label + up;
#pragma unroll 1
    for (int k = first; k < last; k++) {
      u32 was[2] = {at_down[d.along], at_up[-d.along]};
      u32 label[2] = {relaxed<wide>(was[0], half_down[d.along], at_down[0], half_down[0], at_down[-d.across],
                                    half_down[-d.across], at_down[d.across], half_down[d.across]),
                      relaxed<wide>(was[1], half_up[-d.along], at_up[0], half_up[0], at_up[-d.across],
                                    half_up[-d.across], at_up[d.across], half_up[d.across])};
      at_down += d.along, at_up -= d.along, half_down += d.along, half_up -= d.along;
      if (label[0] < was[0]) fell_down |= 2u << k, *at_down = label[0];
      if (label[1] < was[1]) fell_up |= 0x40000000u >> k, *at_up = label[1];
      __syncwarp();
    }
    rows_down = warp_or(fell_down), rows_up = warp_or(fell_up);
  }
  forward = rows_up & 0x0000ffffu, backward = rows_down & 0xffff0000u;
  return {rows_down | rows_up, __ballot_sync(ALL_LANES, (fell_down | fell_up) != 0)};
}

// Rows 0 and 31 from the rows of the halo beside them; returns the lanes that fell in each.
template <bool wide>
__device__ __forceinline__ uint2 from_halo(const TileAtWork& tile, Direction d, int lane) {
  int first = place_in(d, 0, lane), last = place_in(d, 31, lane);
  u32 was_first = tile.label[first], was_last = tile.label[last];
  u32 label_first = relaxed_at<wide>(tile, first, first - d.along, d.across);
  u32 label_last = relaxed_at<wide>(tile, last, last + d.along, d.across);
  tile.label[first] = label_first, tile.label[last] = label_last;
  uint2 fell = {__ballot_sync(ALL_LANES, label_first < was_first), __ballot_sync(ALL_LANES, label_last < was_last)};
  __syncwarp();
  return fell;
}

// Rows 0 and 31 by the wedges whose A lies beside the cell in the same row, and whose D in the halo.
__device__ __forceinline__ uint2 along_halo(const TileAtWork& tile, Direction d, int lane) {
  u32 was[2], label[2];
#pragma unroll
  for (int side = 0; side < 2; side++) {
    int to = place_in(d, 31 * side, lane), beyond = side ? d.along : -d.along;
    was[side] = label[side] = tile.label[to];
    u32 own = tile.half[to].x;
#pragma unroll
    for (int way = -1; way < 2; way += 2) {
      int axis = to + way * d.across, aslant = axis + beyond;
      u32 cost = max(tile.half[axis].x, tile.half[aslant].x) + own;
      label[side] = past_wedge(label[side], tile.label[axis], tile.label[aslant], cost, {});
    }
  }
  __syncwarp();
#pragma unroll
  for (int side = 0; side < 2; side++) tile.label[place_in(d, 31 * side, lane)] = label[side];
  uint2 fell = {__ballot_sync(ALL_LANES, label[0] < was[0]), __ballot_sync(ALL_LANES, label[1] < was[1])};
  __syncwarp();
  return fell;
}

__device__ __forceinline__ bool is_quiet(const TileAtWork& work) {
  const PendingRows& p = work.pending;
  return !(p.down | p.up | p.right | p.left);
}

// Takes in the halo; returns the rows whose labels fell.
template <bool wide> __device__ __forceinline__ u32 take_in(TileAtWork& tile, bool everything, int lane) {
  const Direction vertical = {PITCH, 1}, horizontal = {1, PITCH};
  PendingRows p = {0, 0, 0, 0};
  u32 changed = 0;
#pragma unroll 1
  for (int turn = 0; turn < 4; turn++) {
    bool upright = !(turn & 1);
    Direction d = upright ? vertical : horizontal;
    uint2 lanes = turn < 2 ? from_halo<wide>(tile, d, lane) : along_halo(tile, d, lane);
    u32 ends = (lanes.x ? 1 : 0) | (lanes.y ? 1u << 31 : 0), between = lanes.x | lanes.y;
    u32 rows = upright ? ends : between, cols = upright ? between : ends;
    p.down |= rows, p.up |= rows, p.right |= cols, p.left |= cols, changed |= rows;
  }
  if (everything) p.down = p.up = p.right = p.left = changed = ALL_LANES;
  tile.pending = p;
  return changed;
}

// At most `turns` sweeps, across and along in turn; returns the rows whose labels fell.
template <bool wide> __device__ __forceinline__ u32 sweep(TileAtWork& tile, int turns, int lane) {
  PendingRows p = tile.pending;
  u32 changed = 0;
  bool upright = false;
#pragma unroll 1
  for (; (p.down | p.up | p.right | p.left) && turns; turns--) {
    if (upright) {
      Fallen fell = sweep_both<wide>(tile, {PITCH, 1}, p.down, p.up, lane);
      p.right |= fell.lanes, p.left |= fell.lanes, changed |= fell.rows;
    } else {
      Fallen fell = sweep_both<wide>(tile, {1, PITCH}, p.right, p.left, lane);
      p.down |= fell.lanes, p.up |= fell.lanes, changed |= fell.lanes;
    }
    upright = !upright;
  }
  tile.pending = p;
  return changed;
}

// Smallest label that a border row offers the row of the halo beside it, or might by labels that fell, where that is
// below what is there; else UNREACHED. `old`: label of the lane's border cell before.
template <bool wide>
__device__ __forceinline__ u32 offer_to(const TileAtWork& tile, Direction d, int side, u32 old, int lane) {
  int from = place_in(d, 31 * side, lane), to = from + (side ? d.along : -d.along);
  u32 label = tile.label[from], there = tile.label[to], own = tile.half[to].x, half = tile.half[from].x, step = half + own;
  u32 offered = relaxed_at<wide>(tile, to, from, d.across, true, lane);
  bool fell = label < old;
  u32 fallen = fell ? label + max(half, own) : UNREACHED; // as D, with A in the halo
  u32 beside = min(__shfl_up_sync(ALL_LANES, fallen, 1), __shfl_down_sync(ALL_LANES, fallen, 1));
  offered = min(offered, beside + own);
  if ((lane == 0 || lane == TILE - 1) && fell && step < UNREACHED) // as A, with D in a third tile
    offered = min(offered, label + least_above(step, {}));
  return warp_min(offered < there ? offered : UNREACHED);
}

// Key that each neighbour gets: lanes 0 to 3 the corners row by row, 4 to 7 up, down, left, right.
template <bool wide> __device__ __forceinline__ u32 offers_of(const TileAtWork& tile, int lane) {
  const Direction vertical = {PITCH, 1}, horizontal = {1, PITCH};
  const Border& old = tile.old;
  u32 side[4];
#pragma unroll 1
  for (int pair = 0; pair < 2; pair++) {
    Direction d = pair ? horizontal : vertical;
    u32 key_first = offer_to<wide>(tile, d, 0, pair ? old.left : old.up, lane);
    u32 key_last = offer_to<wide>(tile, d, 1, pair ? old.right : old.down, lane);
    if (pair) side[2] = key_first, side[3] = key_last;
    else side[0] = key_first, side[1] = key_last;
  }
  u32 old_corner[4] = {__shfl_sync(ALL_LANES, old.up, 0), __shfl_sync(ALL_LANES, old.up, 31),
                       __shfl_sync(ALL_LANES, old.down, 0), __shfl_sync(ALL_LANES, old.down, 31)};
  u32 key = UNREACHED;
#pragma unroll
  for (int k = 0; k < 4; k++) {
    int row = k < 2 ? 0 : 31, col = k & 1 ? 31 : 0, from = place_of(row, col);
    int to = from + (k < 2 ? -PITCH : PITCH) + (k & 1 ? 1 : -1);
    u32 label = tile.label[from], there = tile.label[to];
    uint2 half = tile.half[from], own = tile.half[to];
    u32 offered = label + half.y + own.y;
    if (label < old_corner[k]) offered = min(offered, label + half.x + own.x); // as D
    if (lane == k && offered < there) key = offered;
    if (lane == 4 + k) key = side[k];
  }
  return key;
}

// Prices the cells of the tile and puts their half costs there, and those of the halo. rows, cols: how many of the
// tile are inside the grid.
__device__ __forceinline__ void price_cells(TileAtWork& work, const Grid& grid, const HalfCost* table,
                                            const uint4 (&values)[CHUNKS], const Halo& halo, int rows, int cols,
                                            uint2* words, int lane) {
  work.half = words, work.label = (u32*)(words + PLACES), work.begun = false;
  u32 most = 0;
  auto put = [&](int row, int col, uint2 half) {
    work.half[place_of(row, col)] = half;
    if (half.x < BARRIER) most = max(most, half.x);
  };
#pragma unroll
  for (int row = 0; row < TILE; row++) {
    HalfCost half = priced(grid, table, value_in(values, row));
    if (row >= rows || lane >= cols) half = barrier();
    put(row, lane, make_uint2(half.vertical, half.diagonal));
  }
  put(-1, lane, halo.up.half), put(TILE, lane, halo.down.half);
  put(lane, -1, halo.left.half), put(lane, TILE, halo.right.half);
  if (lane < 4)
    put(lane < 2 ? -1 : TILE, lane & 1 ? TILE : -1, make_uint2(halo.corner.straight, halo.corner.diagonal));
  work.wide = __any_sync(ALL_LANES, most >= SHORT_COST / 2);
}

// Settles the tile; returns the rows whose labels fell. turns: after how many sweeps the first call returns, if it is not
// quiet by then; the second one goes on to the end. ALL_TURNS: one call does it all.
__device__ __forceinline__ u32 settle(TileAtWork& work, u32 (&labels)[TILE], const Halo& halo, bool everything, int turns,
                                      int lane) {
  bool first = !work.begun;
  if (first) {
#pragma unroll
    for (int row = 0; row < TILE; row++) work.label[place_of(row, lane)] = labels[row];
    work.label[place_of(-1, lane)] = halo.up.label, work.label[place_of(TILE, lane)] = halo.down.label;
    work.label[place_of(lane, -1)] = halo.left.label, work.label[place_of(lane, TILE)] = halo.right.label;
    if (lane < 4) work.label[place_of(lane < 2 ? -1 : TILE, lane & 1 ? TILE : -1)] = halo.corner.label;
    __syncwarp();
  }
  work.old.up = work.label[place_of(0, lane)], work.old.down = work.label[place_of(31, lane)];
  work.old.left = work.label[place_of(lane, 0)], work.old.right = work.label[place_of(lane, 31)];
  __syncwarp();
  u32 changed = 0;
  if (!first) turns = ALL_TURNS;
  if (work.wide) {
    if (first) changed = take_in<true>(work, everything, lane);
    changed |= sweep<true>(work, turns, lane);
  } else {
    if (first) changed = take_in<false>(work, everything, lane);
    changed |= sweep<false>(work, turns, lane);
  }
  work.begun = true;
#pragma unroll
  for (int row = 0; row < TILE; row++) labels[row] = work.label[place_of(row, lane)];
  return changed;
}

__device__ __forceinline__ u32 offers(const TileAtWork& work, int lane) {
  return work.wide ? offers_of<true>(work, lane) : offers_of<false>(work, lane);
}
} // namespace in_shared
