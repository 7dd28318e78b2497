// A visit of `tiled` to a tile by a team of warps. Included by tiled.cu, whose names it uses.
#pragma once
#include "teams/keys.cuh"

// Sweeps of a visit after which the neighbours are told for the first time: what these give is nearly
// all there is, and a front that waits for one tile after the other is there sooner.
#define TURNS_AT_FIRST (2 / PAIRS)

namespace in_shared {

__device__ __forceinline__ TileAtWork work_of_team(uint2* words) {
  TileAtWork work;
  work.ground = (ground_t*)words, work.label = (u32*)(words + GROUND_PAIRS);
  work.words = (TeamWords*)(words + GROUND_PAIRS + PLACES / 2);
  place_in_team(work, threadIdx.x / 32 % TEAM, threadIdx.x / (32 * TEAM));
#if KEPT
  work.ring = (u32*)words + work.member * RING_ROWS * ROW_PRICES;
#endif
  return work;
}

#if SLOPES
#define HEIGHT_WORDS_EACH (HEIGHT_WORDS / TILE / 2) // that a lane of the last pair loads

__device__ __forceinline__ u32 halo_height(const Slopes& slopes, const HaloPlace& p) {
  return p.inside ? height_in(height_words(heights_of(slopes, p.tile), p.row, p.col), p.row) : UNKNOWN_HEIGHT;
}
#endif

#if SLOPES
// Where the prices of a tile and of its neighbours are kept.
__device__ __forceinline__ void find_prices(const Solved& s, TileAtWork& work, u32 tile, int top, int left) {
  const u32* prices = work.prices = s.slopes.prices + (u64)tile * LINE_PRICE_WORDS;
  bool upright = work.warp ? top + TILE < s.grid.rows : top > 0, aside = work.warp ? left + TILE < s.grid.cols : left > 0;
  long long below = (long long)s.grid.tile_cols * LINE_PRICE_WORDS;
  work.upright_prices = upright ? prices + (work.warp ? below : -below) : nullptr;
  work.aside_prices = aside ? prices + (work.warp ? LINE_PRICE_WORDS : -LINE_PRICE_WORDS) : nullptr;
}
#endif

// What the warp looks after: the values of its rows, if it is of the last pair, and if of the first one those of the two sides
// and two corners of the halo beside it, which never change and are read before labels.
struct Share {
  HaloPlace upright, aside, corner; // of the halo
  uint4 chunks[CHUNKS_EACH];
  value_t values[3];
#if SLOPES
  u32 heights[HEIGHT_WORDS_EACH], beyond[3]; // beyond: of the halo
#endif
};

__device__ __forceinline__ u32 height_inside(const Share& share, int row) {
#if SLOPES
  const u32* words = share.heights + row / 4 * 3;
  return height_in(words[0], words[1], words[2], row % 4);
#else
  return 0;
#endif
}

__device__ __forceinline__ u32 height_beyond(const Share& share, int k) {
#if SLOPES
  return share.beyond[k];
#else
  return 0;
#endif
}

__device__ __forceinline__ Share share_of(const Solved& s, const TileAtWork& work, u32 tile, int top, int left, int lane) {
  const Grid& grid = s.grid;
  Share share;
  const uint4* chunks = (const uint4*)(grid.values + (u64)tile * CELLS);
  if (work.pair == LAST_PAIR) {
#pragma unroll
    for (int k = 0; k < CHUNKS_EACH; k++) share.chunks[k] = __ldg(chunks + chunk_at(work.warp * CHUNKS_EACH + k, lane));
#if SLOPES
    const u32* heights = heights_of(s.slopes, tile) + work.warp * HEIGHT_WORDS_EACH * TILE + lane;
#pragma unroll
    for (int k = 0; k < HEIGHT_WORDS_EACH; k++) share.heights[k] = __ldg(heights + k * TILE);
#endif
  }
  if (work.pair == 0) {
    share.upright = halo_place(grid, work.warp, tile, top, left, lane);
    share.aside = halo_place(grid, 2 + work.warp, tile, top, left, lane);
    share.corner = halo_place(grid, 4, tile, top, left, lane); // the first warp's
    share.values[0] = halo_value(grid, share.upright), share.values[1] = halo_value(grid, share.aside);
    share.values[2] = halo_value(grid, share.corner);
#if SLOPES
    share.beyond[0] = halo_height(s.slopes, share.upright), share.beyond[1] = halo_height(s.slopes, share.aside);
    share.beyond[2] = halo_height(s.slopes, share.corner);
#endif
  }
  return share;
}

// Prices the warp's cells and puts what they cost where the team finds it. rows, cols: how many of the tile are inside
// the grid.
__device__ __forceinline__ void price_cells(const Solved& s, const HalfCost* table, const TileAtWork& work,
                                            const Share& share, int rows, int cols, int lane) {
#if ASKS_FOR_WIDE
  u32 most = 0; // half cost
#endif
  auto put = [&](int place, bool inside, value_t value, u32 height) {
    HalfCost half = priced(s.grid, table, value);
    if (!inside) half = barrier();
    put_cell(work, place, half, height);
#if ASKS_FOR_WIDE
    if (half.vertical < BARRIER) most = max(most, longest_half(half));
#endif
  };
  if (work.pair == LAST_PAIR) {
#pragma unroll
    for (int k = 0; k < ROWS_EACH; k++) {
      int row = work.warp * ROWS_EACH + k;
      put(place_of(row, lane), row < rows && lane < cols, value_in(share.chunks, k), height_inside(share, k));
    }
  }
  if (work.pair == 0) {
    int side = work.warp ? TILE : -1;
    put(place_of(side, lane), share.upright.inside, share.values[0], height_beyond(share, 0));
    put(place_of(lane, side), share.aside.inside, share.values[1], height_beyond(share, 1));
    if (work.warp == 0 && lane < 4)
      put(place_of(lane < 2 ? -1 : TILE, lane & 1 ? TILE : -1), share.corner.inside, share.values[2], height_beyond(share, 2));
  }
#if ASKS_FOR_WIDE
  bool wide = __any_sync(ALL_LANES, most >= SHORT_COST / 2) || too_slim(s.grid);
  if (lane == 0) work.words->wide[work.member] = wide;
#endif
}

__device__ __forceinline__ uint4* chunks_of(const Solved& s, const TileAtWork& work, u32 tile, int lane) {
  return (uint4*)(s.labels + (u64)tile * CELLS) + work.warp * (ROWS_EACH / 4) * TILE + lane;
}

__device__ __forceinline__ void put_labels(const TileAtWork& work, const u32 (&labels)[ROWS_EACH], int lane) {
  if (work.pair != LAST_PAIR) return;
#pragma unroll
  for (int k = 0; k < ROWS_EACH; k++) work.label[place_of(work.warp * ROWS_EACH + k, lane)] = labels[k];
}

// Labels of the halo that a warp of the first pair looks after.
struct HaloLabels {
  u32 upright, aside, corner;
};

// Where they lie is worked out anew each time, to keep no registers for it.
__device__ __forceinline__ HaloLabels load_halo(const Solved& s, const TileAtWork& work, u32 tile, int top, int left, int lane) {
  if (work.pair) return {};
  return {halo_label(s, halo_place(s.grid, work.warp, tile, top, left, lane)),
          halo_label(s, halo_place(s.grid, 2 + work.warp, tile, top, left, lane)),
          halo_label(s, halo_place(s.grid, 4, tile, top, left, lane))};
}

__device__ __forceinline__ void put_halo(const TileAtWork& work, const HaloLabels& halo, int lane) {
  if (work.pair) return;
  int side = work.warp ? TILE : -1;
  work.label[place_of(side, lane)] = halo.upright, work.label[place_of(lane, side)] = halo.aside;
  if (work.warp == 0 && lane < 4) work.label[place_of(lane < 2 ? -1 : TILE, lane & 1 ? TILE : -1)] = halo.corner;
}

// Stores what fell and wakes the neighbours, if anything did; where the tile is settled, lets go of it. Returns whether the tile
// goes on since it was woken meanwhile: then it stays where it is. stop: whether the launch is to end, in the first warp.
__device__ __forceinline__ bool tell(const Solved& s, TileAtWork& work, u32 (&labels)[ROWS_EACH], u32 tile, u32 changed,
                                     bool settled, u32 unreached, u32& longest, u32& stop, int lane) {
  bool stores = work.pair == LAST_PAIR;
  if (stores && changed) {
#pragma unroll
    for (int k = 0; k < ROWS_EACH; k++) labels[k] = work.label[place_of(work.warp * ROWS_EACH + k, lane)];
    store_rows(labels, chunks_of(s, work, tile, lane), changed >> (work.warp * ROWS_EACH));
  }
  u32 threshold = load_relaxed(&s.queue.control->threshold);
  stop = load_relaxed(&s.queue.control->stop);
  if (changed) put_keys(work, lane);
  stop = __shfl_sync(ALL_LANES, stop, 0);
  if (settled && stores) {
    count_reached(s, labels, unreached, lane);
    longest = max(longest, longest_label(labels));
    if (work.member && lane == 0) work.words->longest[work.member - 1] = longest;
  }
  meet_team(work);
  if (work.member == 0) {
    if (settled) longest = max(longest, max(work.words->longest[LAST_PAIR], work.words->longest[2 * LAST_PAIR]));
    if (changed) fence(); // the labels that both warps stored, before any of them wakes a neighbour
    u32 key = lane < 8 && changed ? work.words->keys[lane] : UNREACHED;
    bool again = hand_on(s, tile, key, threshold, settled, !stop, lane) && !stop;
    if (again && lane == 0) acquire(s.queue, tile);
    if (lane == 0) work.words->again = again;
  }
  if (!settled) return true;
  meet_team(work);
  return work.words->again;
}

// Settles a tile; returns whether the launch is to end, in the first warp. everything: whether the tile holds starts. longest:
// label of the tile, in the first warp.
__device__ __forceinline__ bool visit(const Solved& s, const HalfCost* table, TileAtWork& work, u32 tile, bool everything,
                                      u32& longest, int lane) {
  int top = tile / s.grid.tile_cols * TILE, left = tile % s.grid.tile_cols * TILE;
#if SLOPES
  find_prices(s, work, tile, top, left);
#endif
#if KEPT
  fetch_border(work, lane);
  work.least_aslant = __ldg(work.prices + LEAST_ASLANT_AT);
#else
  Share share = share_of(s, work, tile, top, left, lane);
#endif
  if (work.member == 0 && lane == 0) acquire(s.queue, tile);
  meet_team(work); // no label is read before the tile is acquired
  u32 labels[ROWS_EACH], stop;
  if (work.pair == LAST_PAIR) load_tile(labels, chunks_of(s, work, tile, lane));
  HaloLabels halo = load_halo(s, work, tile, top, left, lane);
#if !KEPT
  price_cells(s, table, work, share, s.grid.rows - top, s.grid.cols - left, lane);
#endif
  put_labels(work, labels, lane);
  while (true) {
    put_halo(work, halo, lane);
    meet_team(work);
    u32 unreached = s.orders.records && work.pair == LAST_PAIR ? unreached_cells(labels) : 0;
    bool begun = false, settled, again;
    do {
      u32 changed = settle(work, begun, everything, TURNS_AT_FIRST, lane);
      settled = is_quiet(work), begun = true;
      again = tell(s, work, labels, tile, changed, settled, unreached, longest, stop, lane);
    } while (!settled);
    if (!again) return stop;
#if KEPT
    fetch_border(work, lane);
#endif
    halo = load_halo(s, work, tile, top, left, lane), everything = false;
  }
}

// What a team does: takes up tiles and settles them, until nothing is left.
__device__ __forceinline__ void work_as_team(const Solved& s, const HalfCost* table, const uint4* near, uint2* words) {
  TileAtWork work = work_of_team(words);
#if SLOPES
  work.slopes = &s.slopes, work.lines = &s.lines, work.near = near;
#elif STRAIGHT && !SQUARE
  work.grid = &s.grid;
#endif
  int lane = threadIdx.x & 31;
  Worker worker = {0, 0, 0};
  u32 ticket = 0;
  bool ends = false;
  if (work.member == 0) ticket = first_ticket(s.queue, lane);
  while (true) {
    if (work.member == 0) {
      u32 next = ends ? EMPTY : tile_of(s.queue, ticket, worker, lane);
      if (lane == 0) work.words->tile = next, work.words->everything = worker.slot & FIRST;
    }
    meet_team(work);
    u32 tile = work.words->tile;
    if (tile == EMPTY) break;
    take_for_unknown(work.warp), take_for_unknown(lane);
    u32 longest = 0;
    bool stop = visit(s, table, work, tile, work.words->everything, longest, lane);
    if (work.member) continue;
    ends = !visited(s, worker, longest, stop, lane);
    if (!ends) ticket = draw_ticket(s.queue, lane);
  }
  if (work.member == 0 && lane == 0) report(s.queue, worker);
}
} // namespace in_shared
