// Prices of a tile's steps on slopes, into registers and the planes of slopes/tile_slopes.cuh.
#pragma once

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

// While a tile is priced, its heights stand where its labels will, and its values, too, where they are small.
#define KEPT_HEIGHTS (SLOPED_LABELS * PLANE)
#define KEPT_VALUES (KEPT_HEIGHTS + HEIGHT_WORDS)
#define HEIGHT_CHUNKS (HEIGHT_WORDS / 4 / TILE) // of a lane, 16 bytes each
#define KEEPS_VALUES (VALUE == 1)

// A lane's share of that, on its way.
struct RawTile {
  uint4 heights[HEIGHT_CHUNKS];
#if KEEPS_VALUES
  uint4 values[CHUNKS];
#endif
};

// Four rows of a lane's column.
struct FourRows {
  u32 heights[3], values[VALUE];
};

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

__device__ __forceinline__ RawTile raw_tile(const SlopedTile& t) {
  RawTile raw;
#pragma unroll
  for (int k = 0; k < HEIGHT_CHUNKS; k++)
    raw.heights[k] = __ldg((const uint4*)heights_of(t.slopes, t.tile) + k * TILE + t.lane);
#if KEEPS_VALUES
#pragma unroll
  for (int k = 0; k < CHUNKS; k++)
    raw.values[k] = __ldg((const uint4*)(t.grid.values + (u64)t.tile * CELLS) + k * TILE + t.lane);
#endif
  return raw;
}

__device__ __forceinline__ void keep(const SlopedTile& t, const RawTile& raw) {
#pragma unroll
  for (int k = 0; k < HEIGHT_CHUNKS; k++) ((uint4*)(t.shared + KEPT_HEIGHTS))[k * TILE + t.lane] = raw.heights[k];
#if KEEPS_VALUES
#pragma unroll
  for (int k = 0; k < CHUNKS; k++) ((uint4*)(t.shared + KEPT_VALUES))[k * TILE + t.lane] = raw.values[k];
#endif
  __syncwarp();
}

__device__ __forceinline__ FourRows four_rows(const SlopedTile& t, int row) {
  FourRows four;
  const u32* heights = t.shared + KEPT_HEIGHTS + height_word(row, t.lane);
#pragma unroll
  for (int k = 0; k < 3; k++) four.heights[k] = heights[k * TILE];
#if KEEPS_VALUES
  four.values[0] = t.shared[KEPT_VALUES + value_at(row, t.lane) / 4];
#else
  const value_t* values = t.grid.values + (u64)t.tile * CELLS + value_at(row, t.lane);
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
#endif
  return four;
}

__device__ __forceinline__ void make_barrier(HalfCost& half, bool really) {
  u32 more = really ? BARRIER : 0; // no branch; more than BARRIER is one, too
  half.vertical |= more, half.diagonal |= more;
#if !SQUARE
  half.horizontal |= more;
#endif
}

__device__ __forceinline__ SlopedCell cell_in(const SlopedTile& t, const FourRows& four, int row, int k) {
  SlopedCell cell;
  cell.height = height_in(four.heights[0], four.heights[1], four.heights[2], k);
  cell.half = priced(t.grid, t.table, value_in(four.values, k));
  make_barrier(cell.half, row + k >= t.rows || t.lane >= t.cols);
  return cell;
}

// Four rows of the lane's column, below one that is known already. All heights known: of this lane.
struct FourCells {
  SlopedCell cells[4];
  bool known;
};

__device__ __forceinline__ FourCells cells_in(const SlopedTile& t, const FourRows& four, int row, SlopedCell& above) {
  FourCells found;
#pragma unroll
  for (int k = 0; k < 4; k++) found.cells[k] = cell_in(t, four, row, k);
  if (row == 0) above = {found.cells[0].height, barrier()}; // there is none
  u32 highest = above.height;
#pragma unroll
  for (int k = 0; k < 4; k++) highest = max(highest, found.cells[k].height);
  found.known = highest < UNKNOWN_HEIGHT;
  return found;
}

// A cell as it lies in memory.
struct RawCell {
  HeightWords height;
  value_t value;
};

// From a tile in the grid's memory.
__device__ __forceinline__ RawCell raw_cell(const SlopedTile& t, u32 tile, int row, int col) {
  return {height_words(heights_of(t.slopes, tile), row, col), __ldg(t.grid.values + (u64)tile * CELLS + value_at(row, col))};
}

// From the tile that is kept.
__device__ __forceinline__ RawCell kept_cell(const SlopedTile& t, int row, int col) {
#if KEEPS_VALUES
  value_t value = ((const value_t*)(t.shared + KEPT_VALUES))[value_at(row, col)];
#else
  value_t value = __ldg(t.grid.values + (u64)t.tile * CELLS + value_at(row, col));
#endif
  return {height_words(t.shared + KEPT_HEIGHTS, row, col), value};
}

__device__ __forceinline__ SlopedCell cell_of(const SlopedTile& t, const RawCell& raw, int row, bool there) {
  SlopedCell cell = {height_in(raw.height, row), priced(t.grid, t.table, raw.value)};
  make_barrier(cell.half, !there);
  if (!there) cell.height = UNKNOWN_HEIGHT;
  return cell;
}

// The cells on either side of the border, by side, and those beyond the corners, in lanes 0 to 3, row by row.
struct SlopedBorder {
  SlopedCell beyond[4], own[4], corner;
};

// Straight and diagonal half cost of a cell at a side.
__device__ __forceinline__ uint2 halves_over(const HalfCost& half, bool upright) {
  return make_uint2(upright ? half.vertical : east_west(half), half.diagonal);
}

// Steps over two sides, up and down, or left and right: of each across, and from the cells before and after.
__device__ __forceinline__ EightSteps steps_over(const SlopedTile& t, const SlopedBorder& border, bool upright) {
  EightSteps steps;
  u32 highest = 0;
#pragma unroll
  for (int k = 0; k < 2; k++) {
    SlopedCell own = upright ? border.own[k] : border.own[2 + k];
    SlopedCell across = upright ? border.beyond[k] : border.beyond[2 + k];
    uint2 inner = halves_over(own.half, upright), outer = halves_over(across.half, upright);
    u32 before = __shfl_up_sync(ALL_LANES, across.height, 1), before_half = __shfl_up_sync(ALL_LANES, outer.y, 1);
    u32 after = __shfl_down_sync(ALL_LANES, across.height, 1), after_half = __shfl_down_sync(ALL_LANES, outer.y, 1);
    // The steps over the corners belong to the sides up and down.
    u32 corner = border.corner.height, corner_half = border.corner.half.diagonal;
    u32 first = __shfl_sync(ALL_LANES, corner, 2 * k), first_half = __shfl_sync(ALL_LANES, corner_half, 2 * k);
    u32 second = __shfl_sync(ALL_LANES, corner, 2 * k + 1), second_half = __shfl_sync(ALL_LANES, corner_half, 2 * k + 1);
    if (t.lane == 0) before = upright ? first : own.height, before_half = upright ? first_half : BARRIER;
    if (t.lane == TILE - 1) after = upright ? second : own.height, after_half = upright ? second_half : BARRIER;
    steps.from[4 * k] = across.height, steps.halves[4 * k] = half_costs(outer.x, inner.x);
    steps.from[4 * k + 1] = before, steps.halves[4 * k + 1] = half_costs(before_half, inner.y);
    steps.from[4 * k + 2] = own.height, steps.halves[4 * k + 2] = BARRIER; // none
    steps.from[4 * k + 3] = after, steps.halves[4 * k + 3] = half_costs(after_half, inner.y);
#pragma unroll
    for (int i = 0; i < 4; i++) steps.to[4 * k + i] = own.height;
    highest = max(max(highest, own.height), max(before, max(across.height, after)));
  }
  steps.even = upright ? 1 : 0, steps.odd = 2;
  steps.known = highest < UNKNOWN_HEIGHT;
  return steps;
}

__device__ __forceinline__ void keep_over(const SlopedTile& t, const BothWays (&cost)[8], bool upright) {
#pragma unroll
  for (int k = 0; k < 2; k++) {
    u32* over = t.shared + OVER_SIDES + (upright ? k : 2 + k) * SIDE_WORDS + t.lane;
    over[IN_ACROSS] = cost[4 * k].there, over[OUT_ACROSS] = cost[4 * k].back;
    over[IN_BEFORE] = cost[4 * k + 1].there, over[OUT_BEFORE] = cost[4 * k + 1].back;
    over[IN_AFTER] = cost[4 * k + 3].there, over[OUT_AFTER] = cost[4 * k + 3].back;
  }
}

// Steps of four rows: straight ones to the right and down from the row above, or diagonal ones from the row above.
__device__ __forceinline__ EightSteps steps_within(const FourCells& four, const SlopedCell& row_above, bool straight) {
  EightSteps steps;
  SlopedCell above = row_above;
#pragma unroll
  for (int k = 0; k < 4; k++) {
    const SlopedCell& cell = four.cells[k];
    u32 across = east_west(cell.half), aslant = cell.half.diagonal, upright = cell.half.vertical;
    u32 right = __shfl_down_sync(ALL_LANES, cell.height, 1);
    u32 right_half = __shfl_down_sync(ALL_LANES, straight ? across : aslant, 1);
    u32 left = __shfl_up_sync(ALL_LANES, cell.height, 1), left_half = __shfl_up_sync(ALL_LANES, aslant, 1);
    steps.from[2 * k] = straight ? cell.height : above.height, steps.to[2 * k] = straight ? right : left;
    steps.halves[2 * k] = half_costs(straight ? across : above.half.diagonal, straight ? right_half : left_half);
    steps.from[2 * k + 1] = above.height, steps.to[2 * k + 1] = straight ? cell.height : right;
    steps.halves[2 * k + 1] = half_costs(straight ? above.half.vertical : above.half.diagonal,
                                         straight ? upright : right_half);
    above = cell;
  }
  steps.even = straight ? 0 : 2, steps.odd = straight ? 1 : 2;
  steps.known = four.known;
  return steps;
}

// Into the planes. What is written above the first row lies in the last row of the plane before, which is written later.
__device__ __forceinline__ void keep_within(const SlopedTile& t, const BothWays (&cost)[8], int row, bool straight) {
  u32* even = t.shared + (straight ? FROM_LEFT * PLANE + 1 : FROM_UP_RIGHT * PLANE - 1);
  u32* odd = t.shared + (straight ? FROM_UP * PLANE : FROM_UP_LEFT * PLANE + 1);
  u32* even_back = t.shared + (straight ? FROM_RIGHT * PLANE : FROM_DOWN_LEFT * PLANE - STRIDE);
  u32* odd_back = t.shared + (straight ? FROM_DOWN * PLANE : FROM_DOWN_RIGHT * PLANE) - STRIDE;
#pragma unroll
  for (int k = 0; k < 4; k++) {
    int at = (row + k) * STRIDE + t.lane;
    even[at] = cost[2 * k].there, even_back[at] = cost[2 * k].back;
    odd[at] = cost[2 * k + 1].there, odd_back[at] = cost[2 * k + 1].back;
  }
}

// Straight steps into registers.
__device__ __forceinline__ void take_straight(const SlopedTile& t, LaneCosts& column, LineCosts& line) {
#pragma unroll
  for (int k = 0; k < TILE; k++) {
    int of_column = k * STRIDE + t.lane, of_line = t.lane * STRIDE + k;
    column.from_before[k] = t.shared[FROM_UP * PLANE + of_column];
    column.from_after[k] = t.shared[FROM_DOWN * PLANE + of_column];
    line.from_before[k] = t.shared[FROM_LEFT * PLANE + of_line];
    line.from_after[k] = t.shared[FROM_RIGHT * PLANE + of_line];
  }
}

#define OVER_TURNS 2
#define STRAIGHT_TURNS (OVER_TURNS + TILE / 4)
#define PRICE_TURNS (STRAIGHT_TURNS + TILE / 4)

// Prices all steps in one loop, whose code is short: over the sides, straight ones, diagonal ones.
__device__ __forceinline__ void price_tile(const SlopedTile& t, const SlopedBorder& border, LaneCosts& column, LineCosts& line) {
  FourRows next = four_rows(t, 0);
  SlopedCell above = {0, barrier()};
#pragma unroll 1
  for (int turn = 0; turn < PRICE_TURNS; turn++) {
    bool over = turn < OVER_TURNS, straight = turn < STRAIGHT_TURNS;
    int row = (turn - OVER_TURNS) * 4 & (TILE - 1);
    EightSteps steps;
    if (over) {
      steps = steps_over(t, border, turn == 0);
    } else {
      FourCells four = cells_in(t, next, row, above);
      next = four_rows(t, (row + 4) & (TILE - 1));
      steps = steps_within(four, above, straight);
      above = four.cells[3];
    }
    BothWays cost[8];
    price_steps(t.slopes, t.near, steps, cost);
    if (over)
      keep_over(t, cost, turn == 0);
    else
      keep_within(t, cost, row, straight);
    __syncwarp();
    if (turn == STRAIGHT_TURNS - 1) {
      take_straight(t, column, line);
      __syncwarp();
    }
  }
  // Diagonal steps from beyond the border are none within the tile.
  u32 *up_left = t.shared + FROM_UP_LEFT * PLANE, *up_right = t.shared + FROM_UP_RIGHT * PLANE;
  u32 *down_left = t.shared + FROM_DOWN_LEFT * PLANE, *down_right = t.shared + FROM_DOWN_RIGHT * PLANE;
  int last = (TILE - 1) * STRIDE;
  up_left[t.lane] = up_right[t.lane] = down_left[last + t.lane] = down_right[last + t.lane] = BARRIER;
  up_left[t.lane * STRIDE] = up_right[t.lane * STRIDE + TILE - 1] = BARRIER;
  down_left[t.lane * STRIDE] = down_right[t.lane * STRIDE + TILE - 1] = BARRIER;
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

__device__ __forceinline__ const u32* kept_over(const SlopedTile& t, int side) {
  return t.shared + OVER_SIDES + side * SIDE_WORDS + t.lane;
}
