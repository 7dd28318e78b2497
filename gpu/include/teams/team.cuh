// What the warps that settle a tile together have in common: shared memory, and where things lie in it.
#pragma once
#include "slopes/row_prices.cuh"

#ifndef SLOPES
#define SLOPES 0
#endif
#ifndef KEPT
#define KEPT 0 // whether what leads into cells on slopes has prices that are kept
#endif

namespace in_shared {

#ifndef TEAM
#define TEAM 2 // warps that settle a tile
#endif
#define PAIRS (TEAM / 2)     // of warps, one for each way of a sweep
#define CROSSED (PAIRS == 2) // the first pair sweeps down and up while the last one sweeps right and left
#define LAST_PAIR (PAIRS - 1)
#define ROWS_EACH (TILE / 2) // that a warp of the last pair loads, prices and stores
#define CHUNKS_EACH (CHUNKS / 2)
#define PITCH 35             // places from row to row: odd, so that rows and columns are free of bank conflicts
#define PLACES (34 * PITCH)  // of a tile and its halo
#define MIDDLE (TILE / 2 - 1) // row of a sweep up to which a warp stays in its half
#define GROUP 8              // rows that a sweep takes without asking whether they are pending
#define ALL_TURNS -1         // sweeps: as many as there are

static_assert(TEAM == 2 || TEAM == 4, "a warp for each way of a sweep, along or along and across");

__device__ __forceinline__ int place_of(int row, int col) { return (row + 1) * PITCH + col + 1; }

// What the warps of a team tell each other, in shared memory.
struct TeamWords {
  u32 tile, everything;       // by the first one: what is next, EMPTY where nothing is
  u32 wide[TEAM];
  u32 rows[PAIRS][TEAM], lanes[PAIRS][TEAM]; // fallen in a sweep, or next to the halo: rows and columns there
  u32 passed[TEAM];            // rows fallen in the first half of a sweep
  u32 keys[8];
  u32 again;
  u32 longest[TEAM - 1]; // label, of those but the first that store
};

// What a cell costs lies before the labels, in words of each: half costs on level ground, heights and half costs on slopes.
#if SLOPES
#define GROUND_WORDS (SQUARE ? 3 : 4)
typedef u32 ground_t;
typedef GroundCell cell_t;
#elif STRAIGHT && SQUARE
#define GROUND_WORDS 2
typedef uint2 ground_t; // straight and diagonal
typedef uint2 cell_t;
#else
#define GROUND_WORDS (SQUARE ? 2 : 3)
typedef u32 ground_t;
struct LevelCell {
  u32 straight, diagonal; // the former along the way that is looked at
};
typedef LevelCell cell_t;
#endif
#define ASKS_FOR_WIDE (STRAIGHT && !SLOPES) // whether roots of short costs are taken by a way of their own

#if KEPT
#ifndef ROWS_AHEAD
#define ROWS_AHEAD 4 // rows whose prices are on their way to a warp
#endif
#ifndef KEPT_GROUP
#define KEPT_GROUP 4 // rows that a sweep takes without asking whether they are pending
#endif
#define RING_ROWS (ROWS_AHEAD + 2 / PAIRS) // and those beyond the borders that a warp looks after
#define GROUND_PAIRS (TEAM * RING_ROWS * ROW_PRICES / 2) // what cells cost comes row by row
static_assert(ROWS_AHEAD >= 4, "what leads over two borders has room in as many rows");
#else
#define GROUND_PAIRS (GROUND_WORDS * PLACES / 2)
#endif
#define TEAM_PAIRS (CROSSED ? 19 : 10) // words of 64 bits that this takes
// Those that a team needs of shared memory: an even number, since rows of prices, or bins behind all teams, have 16 bytes.
#define SHARED_PAIRS ((GROUND_PAIRS + PLACES / 2 + TEAM_PAIRS + 1) / 2 * 2)
static_assert(sizeof(TeamWords) == 8 * TEAM_PAIRS, "shared memory is laid out by hand");

// Rows and columns whose labels fell since the last sweep in each direction.
struct PendingRows {
  u32 down, up, right, left;
};

// What cells cost, and labels. member: of the team; warp: of its pair. The first warp looks after what is up or left, the
// other after what is down or right; where there are two pairs, the first of these after what is up or down, and the
// last after what is aside. old: what its two sides of the border were before the visit, or when their
// neighbours were told. wide: whether a sum of two half costs may be SHORT_COST or more, where anybody asks.
struct TileAtWork {
  ground_t* ground;
  u32* label;
  TeamWords* words;
  u32 barrier, pair_barrier;
  int member, pair, warp;
  u32 turn; // which of their words the next news of the team stand in
#if ASKS_FOR_WIDE
  bool wide;
#else
  static constexpr bool wide = false;
#endif
#if SLOPES
  u32* ring; // of rows of prices on their way to this warp
  int asked; // slot of the first row of the next sweep, where its rows are on their way; else -1
  u32 least_aslant; // ticks that no diagonal step in the tile falls below, where prices are kept
  const u32 *prices, *upright_prices, *aside_prices; // of the tile, where they are kept, and of those beside this warp's borders
  const Slopes* slopes;
  const WedgeLines* lines;
  const uint4* near; // bins in shared memory
#elif STRAIGHT && !SQUARE
  const Grid* grid; // for the shapes of its wedges
#endif
  bool upright; // whether the next sweep is
  u32 old_upright, old_aside;
  PendingRows pending;
};

__device__ __forceinline__ void meet_team(const TileAtWork& work) { meet(work.barrier, 32 * TEAM); }
__device__ __forceinline__ void meet_pair(const TileAtWork& work) { meet(work.pair_barrier, 64); }

__device__ __forceinline__ void place_in_team(TileAtWork& work, int member, int team) {
  work.member = member, work.pair = member / 2, work.warp = member % 2, work.turn = 0;
  work.barrier = CROSSED ? 3 * team + 1 : team + 1;
  work.pair_barrier = CROSSED ? work.barrier + 1 + work.pair : work.barrier;
}

// Lowers a label, which both pairs may do at the same time.
__device__ __forceinline__ void lower(u32* label, u32 found, u32 was) {
#if CROSSED
  if (found < was) atomicMin(label, found);
#else
  *label = found;
#endif
}

// Rows of a sweep and what lies in them: along and across are the places from row to row and from lane to lane.
struct Direction {
  int along, across;
};

// That of rows for columns, and of columns for rows.
__device__ __forceinline__ Direction turned(const Direction& d) { return {d.across, d.along}; }

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

// What they cost.
struct Around {
  cell_t axis, before, after;
};

__device__ __forceinline__ From from_at(const TileAtWork& work, int place, int across) {
  return {work.label[place], work.label[place - across], work.label[place + across]};
}
} // namespace in_shared
