// Tiles on slopes, where a step costs what its direction says: the twin of raster/slopes/tiles.py.
//
// A cell has eight costs of steps into it. Those of straight steps stay in registers, as half costs do on level
// ground: from before and from after, of the lane's column and of its row. Those of diagonal steps lie in
// shared memory, one plane for each corner that they come from, where columns and rows are read alike: they serve
// sweeps of both kinds. A tile is priced at each visit, two directions of a step together, before it is
// taken up: prices do not change, labels do.
#pragma once

#define PLANE (TILE * STRIDE)

// Words of a warp's shared memory: labels to be transposed, diagonal steps from each corner, then steps over
// the four sides.
enum SlopedPlane { SLOPED_LABELS, FROM_UP_LEFT, FROM_UP_RIGHT, FROM_DOWN_LEFT, FROM_DOWN_RIGHT, SLOPED_PLANES };
#define OVER_SIDES (SLOPED_PLANES * PLANE)
#define SIDE_WORDS (6 * TILE)
#define SLOPED_WORDS (OVER_SIDES + 4 * SIDE_WORDS)

// Steps over a side, by lane: into the tile from the cell across, the one before that and the one after; and out
// of it to these. While they are priced: height, straight and diagonal half cost of the cell across, and of
// the tile's own.
enum OverSide { IN_ACROSS = 0, IN_BEFORE = TILE, IN_AFTER = 2 * TILE, OUT_ACROSS = 3 * TILE, OUT_BEFORE = 4 * TILE,
                OUT_AFTER = 5 * TILE };

// Of the cells of one lane: of its column, or with `apart` 1 of its row. Diagonal steps come from the lane before
// or after this one, and from the row before or after.
template <int apart> struct StepsInto {
  u32 from_before[TILE], from_after[TILE];
  const u32 *lane_before, *lane_after;           // those from the row before
  const u32 *lane_before_back, *lane_after_back; // from the row after
};
typedef StepsInto<STRIDE> LaneCosts;
typedef StepsInto<1> LineCosts;

// What a cell of the tile adds to a step over its border: here nothing.
template <int apart> __device__ __forceinline__ uint2 half_at(const StepsInto<apart>&, int) { return make_uint2(0, 0); }

// Gives row `to` the best of the three cells beside it in row `from`. Where a lane has no neighbour the shuffle
// gives its own label back, and the cost is that of a barrier.
template <int apart>
__device__ __forceinline__ void relax_row(u32 (&labels)[TILE], const StepsInto<apart>& steps, int from, int to,
                                          u32& fallen) {
  bool forth = from < to;
  const u32 *before = forth ? steps.lane_before : steps.lane_before_back;
  const u32 *after = forth ? steps.lane_after : steps.lane_after_back;
  u32 label = __viaddmin_u32(labels[from], forth ? steps.from_before[to] : steps.from_after[to], labels[to]);
  label = __viaddmin_u32(__shfl_up_sync(ALL_LANES, labels[from], 1), before[to * apart], label);
  label = __viaddmin_u32(__shfl_down_sync(ALL_LANES, labels[from], 1), after[to * apart], label);
  if (label < labels[to]) fallen |= 1u << to;
  labels[to] = label;
}

// Relaxes a border row from the halo; `left` and `right` are the corner cells' labels. Returns the lanes whose
// label fell.
__device__ __forceinline__ u32 relax_from(const Side& halo, u32& label, uint2, u32 left, u32 right, int lane) {
  u32 before = __shfl_up_sync(ALL_LANES, halo.label, 1), after = __shfl_down_sync(ALL_LANES, halo.label, 1);
  if (lane == 0) before = left;
  if (lane == TILE - 1) after = right;
  u32 better = __viaddmin_u32(halo.label, halo.over[IN_ACROSS], label);
  better = __viaddmin_u32(before, halo.over[IN_BEFORE], better);
  better = __viaddmin_u32(after, halo.over[IN_AFTER], better);
  u32 lanes = __ballot_sync(ALL_LANES, better < label);
  label = better;
  return lanes;
}

// What the border row would give the cells of the halo: the lane's cell, the one before it and the one after.
struct OfferedOver {
  u32 across, before, after;
};

__device__ __forceinline__ OfferedOver offered_over(const Side& halo, u32 label) {
  return {label + halo.over[OUT_ACROSS], label + halo.over[OUT_BEFORE], label + halo.over[OUT_AFTER]};
}

// The smallest of that where it improves the halo, else UNREACHED. The corners are seen to by themselves.
__device__ __forceinline__ u32 offer_to(const Side& halo, const OfferedOver& offered, int lane) {
  u32 from_before = __shfl_up_sync(ALL_LANES, offered.after, 1);
  u32 from_after = __shfl_down_sync(ALL_LANES, offered.before, 1);
  u32 best = offered.across;
  if (lane > 0) best = min(best, from_before);
  if (lane < TILE - 1) best = min(best, from_after);
  return warp_min(best < halo.label ? best : UNREACHED);
}

// A cell as steps see it.
struct SlopedCell {
  u32 height;
  HalfCost half;
};

__device__ __forceinline__ u32 east_west(const HalfCost& half) {
#if SQUARE
  return half.vertical;
#else
  return half.horizontal;
#endif
}

// Four rows of a lane's column, as they lie in memory.
struct FourRows {
  u32 heights[3], values[VALUE];
};

__device__ __forceinline__ FourRows four_rows(const Grid& grid, const Slopes& slopes, u32 tile, int row, int lane) {
  FourRows four;
  const u32* heights = slopes.heights + height_word(tile, row, lane);
#pragma unroll
  for (int k = 0; k < 3; k++) four.heights[k] = __ldg(heights + k * TILE);
  const value_t* values = grid.values + (u64)tile * CELLS + value_at(row, lane);
#if VALUE >= 4
#pragma unroll
  for (int k = 0; k < VALUE / 4; k++) {
    uint4 chunk = __ldg((const uint4*)values + k);
    four.values[4 * k] = chunk.x, four.values[4 * k + 1] = chunk.y;
    four.values[4 * k + 2] = chunk.z, four.values[4 * k + 3] = chunk.w;
  }
#else
#pragma unroll
  for (int k = 0; k < VALUE; k++) four.values[k] = __ldg((const u32*)values + k);
#endif
  return four;
}

__device__ __forceinline__ value_t value_in(const u32 (&words)[VALUE], int k) {
#if VALUE == 8
  return (u64)words[2 * k + 1] << 32 | words[2 * k];
#elif VALUE == 4 && PRICED
  return words[k];
#elif VALUE == 4
  return __uint_as_float(words[k]);
#elif VALUE == 2
  return (value_t)(words[k / 2] >> (16 * (k & 1)));
#else
  return (value_t)(words[0] >> (8 * k));
#endif
}

// What a tile is priced from. rows, cols: how many of it are inside the grid.
struct SlopedTile {
  const Grid& grid;
  const Slopes& slopes;
  const HalfCost* table;
  const uint4* near; // bins
  u32* shared;       // SLOPED_WORDS
  u32 tile;
  int rows, cols, lane;
};

__device__ __forceinline__ SlopedCell cell_in(const SlopedTile& t, const FourRows& four, int row, int k) {
  SlopedCell cell;
  cell.height = height_in(four.heights[0], four.heights[1], four.heights[2], k);
  cell.half = priced(t.grid, t.table, value_in(four.values, k));
  if (row + k >= t.rows || t.lane >= t.cols) cell.half = barrier();
  return cell;
}

// Straight steps within the tile, by way of the planes into registers.
__device__ __forceinline__ void price_straight(const SlopedTile& t, LaneCosts& column, LineCosts& line) {
  u32 *from_up = t.shared + FROM_UP_LEFT * PLANE, *from_down = t.shared + FROM_UP_RIGHT * PLANE;
  u32 *from_left = t.shared + FROM_DOWN_LEFT * PLANE, *from_right = t.shared + FROM_DOWN_RIGHT * PLANE;
  FourRows next = four_rows(t.grid, t.slopes, t.tile, 0, t.lane);
  SlopedCell above = {0, barrier()};
#pragma unroll 1
  for (int row = 0; row < TILE; row += 4) {
    FourRows four = next;
    if (row + 4 < TILE) next = four_rows(t.grid, t.slopes, t.tile, row + 4, t.lane);
#pragma unroll
    for (int k = 0; k < 4; k++) {
      SlopedCell cell = cell_in(t, four, row, k);
      int at = (row + k) * STRIDE + t.lane;
      u32 beside = __shfl_down_sync(ALL_LANES, cell.height, 1), own = east_west(cell.half);
      u32 half = __shfl_down_sync(ALL_LANES, own, 1);
      BothWays right = price_step(t.slopes, t.near, 0, own + half, cell.height, beside);
      from_left[at + 1] = right.there, from_right[at] = right.back;
      BothWays down = price_step(t.slopes, t.near, 1, above.half.vertical + cell.half.vertical, above.height,
                                 cell.height);
      from_up[at] = down.there;
      if (row + k > 0) from_down[at - STRIDE] = down.back;
      above = cell;
    }
  }
  __syncwarp();
#pragma unroll
  for (int k = 0; k < TILE; k++) {
    column.from_before[k] = from_up[k * STRIDE + t.lane], column.from_after[k] = from_down[k * STRIDE + t.lane];
    line.from_before[k] = from_left[t.lane * STRIDE + k], line.from_after[k] = from_right[t.lane * STRIDE + k];
  }
  __syncwarp();
}

// The tile's own cells at its sides, for `price_over`.
__device__ __forceinline__ void keep_own(const SlopedTile& t, const SlopedCell& cell, int row) {
  u32* sides = t.shared + OVER_SIDES + OUT_ACROSS;
  if (row == 0 || row == TILE - 1) {
    u32* side = sides + (row > 0) * SIDE_WORDS + t.lane;
    side[0] = cell.height, side[TILE] = cell.half.vertical, side[2 * TILE] = cell.half.diagonal;
  }
  if (t.lane == 0 || t.lane == TILE - 1) {
    u32* side = sides + (2 + (t.lane > 0)) * SIDE_WORDS + row;
    side[0] = cell.height, side[TILE] = east_west(cell.half), side[2 * TILE] = cell.half.diagonal;
  }
}

// Diagonal steps within the tile, into the planes; those from beyond its border become barriers.
__device__ __forceinline__ void price_diagonal(const SlopedTile& t) {
  u32 *up_left = t.shared + FROM_UP_LEFT * PLANE, *up_right = t.shared + FROM_UP_RIGHT * PLANE;
  u32 *down_left = t.shared + FROM_DOWN_LEFT * PLANE, *down_right = t.shared + FROM_DOWN_RIGHT * PLANE;
  int last = (TILE - 1) * STRIDE;
  FourRows next = four_rows(t.grid, t.slopes, t.tile, 0, t.lane);
  SlopedCell above = {0, barrier()};
#pragma unroll 1
  for (int row = 0; row < TILE; row += 4) {
    FourRows four = next;
    if (row + 4 < TILE) next = four_rows(t.grid, t.slopes, t.tile, row + 4, t.lane);
#pragma unroll
    for (int k = 0; k < 4; k++) {
      SlopedCell cell = cell_in(t, four, row, k);
      keep_own(t, cell, row + k);
      int at = (row + k) * STRIDE + t.lane;
      u32 own = cell.half.diagonal;
      u32 left = __shfl_up_sync(ALL_LANES, cell.height, 1), left_half = __shfl_up_sync(ALL_LANES, own, 1);
      u32 right = __shfl_down_sync(ALL_LANES, cell.height, 1), right_half = __shfl_down_sync(ALL_LANES, own, 1);
      if (t.lane == 0) left_half = BARRIER;
      if (t.lane == TILE - 1) right_half = BARRIER;
      u32 half = above.half.diagonal;
      BothWays to_left = price_step(t.slopes, t.near, 2, half + left_half, above.height, left);
      BothWays to_right = price_step(t.slopes, t.near, 2, half + right_half, above.height, right);
      if (row + k > 0) {
        up_right[at - 1] = to_left.there, up_left[at + 1] = to_right.there;
        down_left[at - STRIDE] = to_left.back, down_right[at - STRIDE] = to_right.back;
      }
      above = cell;
    }
  }
  __syncwarp();
  up_left[t.lane] = up_right[t.lane] = down_left[last + t.lane] = down_right[last + t.lane] = BARRIER;
  up_left[t.lane * STRIDE] = up_right[t.lane * STRIDE + TILE - 1] = BARRIER;
}

// Steps over the four sides, from the cells that lie there. corner, corner_half: heights and diagonal half costs of
// the corner cells, in lanes 0 to 3, row by row.
__device__ __forceinline__ void price_over(const SlopedTile& t, u32 corner, u32 corner_half) {
#pragma unroll 1
  for (int side = 0; side < 4; side++) {
    u32* over = t.shared + OVER_SIDES + side * SIDE_WORDS + t.lane;
    u32 across = over[0], half = over[TILE], aslant = over[2 * TILE];
    u32 own = over[OUT_ACROSS], own_half = over[OUT_BEFORE], own_aslant = over[OUT_AFTER];
    u32 before = __shfl_up_sync(ALL_LANES, across, 1), before_half = __shfl_up_sync(ALL_LANES, aslant, 1);
    u32 after = __shfl_down_sync(ALL_LANES, across, 1), after_half = __shfl_down_sync(ALL_LANES, aslant, 1);
    u32 first = __shfl_sync(ALL_LANES, corner, (2 * side) & 3);
    u32 first_half = __shfl_sync(ALL_LANES, corner_half, (2 * side) & 3);
    u32 second = __shfl_sync(ALL_LANES, corner, (2 * side + 1) & 3);
    u32 second_half = __shfl_sync(ALL_LANES, corner_half, (2 * side + 1) & 3);
    // The steps over the corners belong to the sides up and down.
    if (t.lane == 0) before = first, before_half = side < 2 ? first_half : BARRIER;
    if (t.lane == TILE - 1) after = second, after_half = side < 2 ? second_half : BARRIER;
    int kind = side < 2 ? 1 : 0;
    BothWays straight = price_step(t.slopes, t.near, kind, half + own_half, across, own);
    BothWays left = price_step(t.slopes, t.near, 2, before_half + own_aslant, before, own);
    BothWays right = price_step(t.slopes, t.near, 2, after_half + own_aslant, after, own);
    over[IN_ACROSS] = straight.there, over[IN_BEFORE] = left.there, over[IN_AFTER] = right.there;
    over[OUT_ACROSS] = straight.back, over[OUT_BEFORE] = left.back, over[OUT_AFTER] = right.back;
  }
}

// Where the lanes find the diagonal steps.
__device__ __forceinline__ void find_diagonal(const SlopedTile& t, LaneCosts& column, LineCosts& line) {
  const u32 *up_left = t.shared + FROM_UP_LEFT * PLANE, *up_right = t.shared + FROM_UP_RIGHT * PLANE;
  const u32 *down_left = t.shared + FROM_DOWN_LEFT * PLANE, *down_right = t.shared + FROM_DOWN_RIGHT * PLANE;
  int row = t.lane * STRIDE;
  column.lane_before = up_left + t.lane, column.lane_after = up_right + t.lane;
  column.lane_before_back = down_left + t.lane, column.lane_after_back = down_right + t.lane;
  line.lane_before = up_left + row, line.lane_after = down_left + row;
  line.lane_before_back = up_right + row, line.lane_after_back = down_right + row;
}

__device__ __forceinline__ const u32* steps_over(const SlopedTile& t, int side) {
  return t.shared + OVER_SIDES + side * SIDE_WORDS + t.lane;
}
