// Prices of all steps on slopes, and of the lines in wedges, by the definition, for visits of tiles that come later.
#include "grid8.cuh"
#include "slopes/steps.cuh"
#include "slopes/kept_prices.cuh"
#include "slopes/row_prices.cuh"

#define ACROSS (TILE + 2) // of a tile with its halo

// A tile and its halo.
struct Ground {
  u32 height[ACROSS * ACROSS], halves[3][ACROSS * ACROSS]; // by kind of step
};

__device__ __forceinline__ void load(Ground& ground, const Grid& grid, const Slopes& slopes, int top, int left) {
  for (int i = threadIdx.x; i < ACROSS * ACROSS; i += blockDim.x) {
    int row = top + i / ACROSS - 1, col = left + i % ACROSS - 1;
    bool there = inside(grid, row, col);
    HalfCost half = there ? cost_of(grid, row, col) : barrier();
    u32 height = UNKNOWN_HEIGHT;
    if (there) {
      u32 tile = row / TILE * grid.tile_cols + col / TILE;
      height = height_in(height_words(heights_of(slopes, tile), row % TILE, col % TILE), row % TILE);
    }
    ground.height[i] = height;
    ground.halves[1][i] = half.vertical, ground.halves[2][i] = half.diagonal;
#if SQUARE
    ground.halves[0][i] = half.vertical;
#else
    ground.halves[0][i] = half.horizontal;
#endif
  }
}

// Of the step from neighbour k into the cell at `at`, and back.
__device__ __forceinline__ BothWays priced_from(const Ground& ground, const Slopes& slopes, int at, int k) {
  int from = at + neighbour_row(k) * ACROSS + neighbour_col(k), kind = kind_of(k);
  u32 halves = half_costs(ground.halves[kind][from], ground.halves[kind][at]);
  return price_step(slopes, kind, halves, ground.height[from], ground.height[at]);
}

// Where a diagonal step from neighbour k is kept.
__device__ __forceinline__ u32 plane_of(int k) {
  return (k == 0 ? FROM_UP_LEFT : k == 2 ? FROM_UP_RIGHT : k == 5 ? FROM_DOWN_LEFT : FROM_DOWN_RIGHT) * PLANE - STAGED;
}

// The steps over a side between a cell of it and three beyond, the cell across being neighbour k. lane: of the cell. Steps over
// corners belong to the sides up and down.
__device__ __forceinline__ void price_over(const Ground& ground, const Slopes& slopes, u32* over, int at, int lane, int k) {
  bool upright = k == 1 || k == 6, lower = k > 4, right = k == 4;
  int before = upright ? (lower ? 5 : 0) : right ? 2 : 0, after = upright ? (lower ? 7 : 2) : right ? 7 : 5;
  BothWays cost[3] = {priced_from(ground, slopes, at, k), priced_from(ground, slopes, at, before),
                      priced_from(ground, slopes, at, after)};
  if (!upright && lane == 0) cost[1].there = cost[1].back = BARRIER;
  if (!upright && lane == TILE - 1) cost[2].there = cost[2].back = BARRIER;
  over[IN_ACROSS + lane] = cost[0].there, over[OUT_ACROSS + lane] = cost[0].back;
  over[IN_BEFORE + lane] = cost[1].there, over[OUT_BEFORE + lane] = cost[1].back;
  over[IN_AFTER + lane] = cost[2].there, over[OUT_AFTER + lane] = cost[2].back;
}

// One block a tile. A thread prices four cells of a column: the steps into them from within the tile, then over the sides.
extern "C" __global__ void __launch_bounds__(CELLS / 4) price_slopes(const __grid_constant__ Grid grid,
                                                                     const __grid_constant__ Slopes slopes, u32* prices) {
  __shared__ Ground ground;
  u32 tile = blockIdx.x;
  int top = (int)(tile / grid.tile_cols) * TILE, left = (int)(tile % grid.tile_cols) * TILE;
  load(ground, grid, slopes, top, left);
  __syncthreads();
  u32* kept = prices + (u64)tile * PRICE_WORDS;
  u32* straight = kept + STAGED_WORDS;
  int col = threadIdx.x % TILE, first = threadIdx.x / TILE * 4;
  u32 up[4], down[4];
  for (int i = 0; i < 4; i++) {
    int row = first + i, at = (row + 1) * ACROSS + col + 1;
    u32 into[8];
#pragma unroll
    for (int k = 0; k < 8; k++) {
      u32 cost = priced_from(ground, slopes, at, k).there;
      bool within = (u32)(row + neighbour_row(k)) < TILE && (u32)(col + neighbour_col(k)) < TILE;
      into[k] = within ? cost : BARRIER;
    }
#pragma unroll
    for (int k = 0; k < 8; k++)
      if (neighbour_row(k) && neighbour_col(k)) kept[plane_of(k) + row * STRIDE + col] = into[k];
    up[i] = into[1], down[i] = into[6];
    straight[ROW_BEFORE * CELLS + label_at(col, row)] = into[3];
    straight[ROW_AFTER * CELLS + label_at(col, row)] = into[4];
  }
  u32 column = label_at(first, col);
  *(uint4*)(straight + COLUMN_BEFORE * CELLS + column) = make_uint4(up[0], up[1], up[2], up[3]);
  *(uint4*)(straight + COLUMN_AFTER * CELLS + column) = make_uint4(down[0], down[1], down[2], down[3]);
  int side = threadIdx.x / TILE, lane = col;
  if (side > 3) return;
  int row = side == 0 ? 0 : side == 1 ? TILE - 1 : lane, across = side == 2 ? 0 : side == 3 ? TILE - 1 : lane;
  int k = side == 0 ? 1 : side == 1 ? 6 : side == 2 ? 3 : 4;
  price_over(ground, slopes, kept + OVER_SIDES - STAGED + side * SIDE_WORDS, (row + 1) * ACROSS + across + 1, lane, k);
}

// A cell as lines along columns see it where `kind` is 1, along rows where it is 0.
__device__ __forceinline__ GroundCell cell_at(const Ground& ground, int at, int kind) {
  return {ground.height[at], ground.halves[kind][at], ground.halves[2][at]};
}

// Of a cell at a side what SidePrices tells of one wedge, 0 being that before.
__device__ __forceinline__ void price_side(const Ground& ground, const SlopedGround& sloped, u32* kept, int side, int wedge,
                                           int lane) {
  bool upright = side < 2;
  int kind = upright ? 0 : 1, along = upright ? ACROSS : 1, across = upright ? 1 : ACROSS, beyond = side % 2 ? along : -along;
  int to = ACROSS + 1 + (side % 2 ? TILE - 1 : 0) * along + lane * across, beside = to + (wedge ? across : -across);
  GroundCell axis = cell_at(ground, beside, kind), aslant = cell_at(ground, beside + beyond, kind);
  WedgeGround lines = wedge_ground<false>(cell_at(ground, to, kind), axis, aslant);
#pragma unroll
  for (int k = 0; k < POINTS; k++) kept[side_prices_at(side, side_word(wedge, k), lane)] = line_cost<false>(sloped, kind, k, lines);
  GroundCell across_from = cell_at(ground, to + beyond, kind);
  u32 bound = across_from.straight < BARRIER ? 1 : BARRIER; // as A, with D in a third tile: no less than a tick later
  if (lane != (wedge ? TILE - 1 : 0)) bound = least_unseen(sloped, kind, across_from, aslant, axis);
  kept[side_prices_at(side, side_word(wedge, POINTS), lane)] = bound;
}

// Of a corner, row by row, the step to the cell aslant of it, and what it might offer that one as D.
__device__ __forceinline__ void price_corner(const Ground& ground, const SlopedGround& sloped, u32* kept, int corner) {
  bool lower = corner / 2, right = corner % 2;
  int place = ACROSS + 1 + (lower ? (TILE - 1) * ACROSS : 0) + (right ? TILE - 1 : 0);
  GroundCell cell = cell_at(ground, place, 1), own = cell_at(ground, place + (lower ? ACROSS : -ACROSS) + (right ? 1 : -1), 1);
  kept[0] = step_one_way<false>(sloped, 2, half_costs(cell.diagonal, own.diagonal), cell.height, own.height);
  kept[4] = own.diagonal < BARRIER ? 1 : BARRIER;
}

// One block a tile, two warps for each way in: the prices of what leads into the cells of a row, entered from the row before.
extern "C" __global__ void __launch_bounds__(8 * TILE) price_lines(const __grid_constant__ Grid grid,
                                                                   const __grid_constant__ Slopes slopes,
                                                                   const __grid_constant__ WedgeLines lines, u32* prices) {
  __shared__ Ground ground;
  __shared__ u32 least_aslant;
  u32 tile = blockIdx.x, least = NO_STEP;
  if (threadIdx.x == 0) least_aslant = NO_STEP;
  load(ground, grid, slopes, (int)(tile / grid.tile_cols) * TILE, (int)(tile % grid.tile_cols) * TILE);
  __syncthreads();
  SlopedGround sloped = {slopes, lines, slopes.bins};
  int lane = threadIdx.x % TILE, way = threadIdx.x / TILE / 2, kind = way < 2 ? 1 : 0;
  int along = kind ? ACROSS : 1, across = kind ? 1 : ACROSS, back = way % 2 ? along : -along;
#pragma unroll 1
  for (int row = threadIdx.x / TILE % 2; row < TILE; row += 2) {
    int to = ACROSS + 1 + row * along + lane * across, place[3] = {to + back, to + back - across, to + back + across};
    GroundCell own = cell_at(ground, to, kind), from[3];
    RowPrices found;
#pragma unroll
    for (int k = 0; k < 3; k++) {
      from[k] = cell_at(ground, place[k], kind);
      u32 halves = k == 0 ? half_costs(from[k].straight, own.straight) : half_costs(from[k].diagonal, own.diagonal);
      found.line[k] = step_one_way<false>(sloped, k == 0 ? kind : 2, halves, from[k].height, own.height);
    }
#pragma unroll
    for (int side = 0; side < 2; side++) {
      WedgeGround wedge = wedge_ground<false>(own, from[0], from[1 + side]);
#pragma unroll
      for (int k = 0; k < POINTS; k++) found.line[3 + side * POINTS + k] = line_cost<false>(sloped, kind, k, wedge);
    }
    least = min(least, min(found.line[1], found.line[2]));
    keep_row(prices + (u64)tile * LINE_PRICE_WORDS + row_prices_at(way, row), lane, found);
  }
  u32* kept = prices + (u64)tile * LINE_PRICE_WORDS;
  price_side(ground, sloped, kept, threadIdx.x / TILE / 2, threadIdx.x / TILE % 2, lane);
  least = warp_min(least);
  if (lane == 0) atomicMin(&least_aslant, least);
  __syncthreads();
  if (threadIdx.x == 0) kept[LEAST_ASLANT_AT] = least_aslant;
  if (threadIdx.x < 4) price_corner(ground, sloped, kept + CORNER_PRICES_AT + threadIdx.x, threadIdx.x);
}
