// Prices along straight lines on slopes as they are kept for all visits, where there is memory for them (`price_lines` of
// grids/slope_prices.cu): of all that leads into a row of a tile from the row before it, for each of the four ways a sweep goes.
#pragma once
#include "slopes/wedge_lines.cuh"

#define ROW_LINES (3 + 2 * POINTS)           // of a cell: a step from each of three cells, and the lines of two wedges
#define ROW_CHUNKS (ROW_LINES / 4)           // of 16 bytes, lane by lane; the last line lies behind them by itself
#define ROW_PRICES (ROW_LINES * TILE)        // words of a row
#define WAY_PRICES (TILE * ROW_PRICES)       // and of all rows one way: down, up, right, left
#define SIDE_PRICES_AT (4 * WAY_PRICES)      // then what leads over the sides of the tile beside that
#define SIDE_LINES (2 * (POINTS + 1))        // of a cell there: the lines of two wedges, and two bounds
#define SIDE_PRICES (SIDE_LINES * TILE)      // words of a side: up, down, left, right
#define CORNER_PRICES_AT (SIDE_PRICES_AT + 4 * SIDE_PRICES) // steps to the cells aslant of the corners, and four bounds
#define LEAST_ASLANT_AT (CORNER_PRICES_AT + 8) // the least of all diagonal steps into cells of the tile
#define LINE_PRICE_WORDS (CORNER_PRICES_AT + TILE)          // of a tile
static_assert(ROW_LINES == 4 * ROW_CHUNKS + 1, "one line is by itself");
static_assert(POINTS == 5 && SIDE_LINES % 4 == 0, "the lines of two wedges and two bounds are three chunks");

// Of the steps from A, and from D before and after it, then of the lines of the wedges before and after.
struct RowPrices {
  u32 line[ROW_LINES];
};

// Words of a lane's first price of a row that is entered that way; of a column, where the way is right or left.
__device__ __forceinline__ u32 row_prices_at(int way, int row) { return way * WAY_PRICES + row * ROW_PRICES; }

// From a copy in shared memory that the lane has made itself.
__device__ __forceinline__ RowPrices row_in(const u32* copied, int lane) {
  RowPrices prices;
#pragma unroll
  for (int k = 0; k < ROW_CHUNKS; k++) {
    uint4 chunk = ((const uint4*)copied)[k * TILE + lane];
    prices.line[4 * k] = chunk.x, prices.line[4 * k + 1] = chunk.y;
    prices.line[4 * k + 2] = chunk.z, prices.line[4 * k + 3] = chunk.w;
  }
  prices.line[ROW_LINES - 1] = copied[4 * ROW_CHUNKS * TILE + lane];
  return prices;
}

__device__ __forceinline__ void copy_row(u32* to, const u32* kept, int lane) {
#pragma unroll
  for (int k = 0; k < ROW_CHUNKS; k++) copy_ahead((uint4*)to + k * TILE + lane, (const uint4*)kept + k * TILE + lane);
  copy_ahead(to + 4 * ROW_CHUNKS * TILE + lane, kept + 4 * ROW_CHUNKS * TILE + lane);
}

__device__ __forceinline__ void keep_row(u32* kept, int lane, const RowPrices& prices) {
#pragma unroll
  for (int k = 0; k < ROW_CHUNKS; k++)
    ((uint4*)kept)[k * TILE + lane] =
        make_uint4(prices.line[4 * k], prices.line[4 * k + 1], prices.line[4 * k + 2], prices.line[4 * k + 3]);
  kept[4 * ROW_CHUNKS * TILE + lane] = prices.line[ROW_LINES - 1];
}

// Of a cell at a side: the lines of the wedges of which A lies before it, or after it, in the row of the side, and D beyond; and
// of what it offers the cell across from it by wedges of which D is before, or after, a bound above D's label.
struct SidePrices {
  u32 lines[2][POINTS], bound[2];
};

// Where in the words of a side those of a wedge are, 0 that before, and the bound behind its lines.
__device__ __forceinline__ constexpr int side_word(int wedge, int k) {
  return k == POINTS ? 2 * POINTS + wedge : wedge * POINTS + k;
}

__device__ __forceinline__ u32 side_prices_at(int side, int word, int lane) {
  return SIDE_PRICES_AT + side * SIDE_PRICES + (word / 4 * TILE + lane) * 4 + word % 4;
}

__device__ __forceinline__ void copy_side(u32* to, const u32* prices, int side, int lane) {
#pragma unroll
  for (int k = 0; k < SIDE_LINES; k += 4)
    copy_ahead((uint4*)to + k / 4 * TILE + lane, (const uint4*)(prices + side_prices_at(side, k, lane)));
}

// From a copy that the lane has made itself.
__device__ __forceinline__ SidePrices side_in(const u32* copied, int lane) {
  u32 word[SIDE_LINES];
#pragma unroll
  for (int k = 0; k < SIDE_LINES; k += 4) {
    uint4 chunk = ((const uint4*)copied)[k / 4 * TILE + lane];
    word[k] = chunk.x, word[k + 1] = chunk.y, word[k + 2] = chunk.z, word[k + 3] = chunk.w;
  }
  SidePrices found;
#pragma unroll
  for (int wedge = 0; wedge < 2; wedge++) {
#pragma unroll
    for (int k = 0; k < POINTS; k++) found.lines[wedge][k] = word[side_word(wedge, k)];
    found.bound[wedge] = word[side_word(wedge, POINTS)];
  }
  return found;
}

// The least of `best` and what a wedge offers by lines that are kept. All lanes call.
__device__ __forceinline__ u32 past_kept(const u32* lines, u32 best, u32 near, u32 far) {
  u32 later = max(near, far) + 1, soonest = NO_STEP;
#pragma unroll
  for (int k = 0; k < POINTS; k++)
    soonest = __viaddmin_u32(label_between(near, far, k), lines[k], soonest);
  return min(best, max(soonest, later));
}
