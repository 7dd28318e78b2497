// A visit of a tile on slopes: priced once, or its prices fetched, and settled again as often as it is woken while its warp
// lingers.
#pragma once
#include "slopes/kept_prices.cuh"

// Prices the steps of a tile and over its border.
__device__ __forceinline__ void price(const Solved& s, const SlopedTile& t, LaneCosts& column, LineCosts& line,
                                      int top, int left) {
  RawTile raw = raw_tile(t);
  RawCell beyond[5];
  HaloPlace place[5];
#pragma unroll
  for (int side = 0; side < 5; side++) {
    HaloPlace& p = place[side] = halo_place(s.grid, side, t.tile, top, left, t.lane);
    beyond[side] = raw_cell(t, p.inside ? p.tile : t.tile, p.row, p.col);
  }
  keep(t, raw);
  SlopedBorder border;
#pragma unroll
  for (int side = 0; side < 4; side++) {
    border.beyond[side] = cell_of(t, beyond[side], place[side].row, place[side].inside);
    int row = side < 2 ? side * (TILE - 1) : t.lane, col = side < 2 ? t.lane : (side - 2) * (TILE - 1);
    border.own[side] = cell_of(t, kept_cell(t, row, col), row, row < t.rows && col < t.cols);
  }
  border.corner = cell_of(t, beyond[4], place[4].row, place[4].inside);
  price_tile(t, border, column, line);
  __syncwarp();
}

__device__ __forceinline__ void fetch_four(u32 (&prices)[TILE], const uint4* chunks, int first) {
  uint4 chunk = __ldg(chunks + first / 4 * TILE);
  prices[first] = chunk.x, prices[first + 1] = chunk.y, prices[first + 2] = chunk.z, prices[first + 3] = chunk.w;
}

// The same prices from where they are kept. What goes to shared memory is there after `copies_arrived`.
__device__ __forceinline__ void fetch_prices(const SlopedTile& t, LaneCosts& column, LineCosts& line) {
  const uint4* kept = (const uint4*)(t.slopes.prices + (u64)t.tile * PRICE_WORDS) + t.lane;
  uint4* staged = (uint4*)(t.shared + STAGED) + t.lane;
#pragma unroll 3 // where a copy goes through registers
  for (int k = 0; k < STAGED_WORDS / 4; k += TILE) copy_ahead(staged + k, kept + k);
  kept += STAGED_WORDS / 4;
#pragma unroll
  for (int first = 0; first < TILE; first += 4) {
    fetch_four(column.from_before, kept + COLUMN_BEFORE * CELLS / 4, first);
    fetch_four(column.from_after, kept + COLUMN_AFTER * CELLS / 4, first);
    fetch_four(line.from_before, kept + ROW_BEFORE * CELLS / 4, first);
    fetch_four(line.from_after, kept + ROW_AFTER * CELLS / 4, first);
  }
}

__device__ __forceinline__ void find_over(const SlopedTile& t, Halo& halo) {
  halo.up.over = kept_over(t, 0), halo.down.over = kept_over(t, 1);
  halo.left.over = kept_over(t, 2), halo.right.over = kept_over(t, 3);
  halo.corner.diagonal = 0;
}

__device__ __forceinline__ void load_labels(const TiledSolve& s, u32 (&labels)[TILE], Halo& halo, u32 tile, int top,
                                            int left, int lane) {
  load_tile(labels, (const uint4*)(s.labels + (u64)tile * CELLS) + lane);
  halo.up.label = halo_label(s, halo_place(s.grid, 0, tile, top, left, lane));
  halo.down.label = halo_label(s, halo_place(s.grid, 1, tile, top, left, lane));
  halo.left.label = halo_label(s, halo_place(s.grid, 2, tile, top, left, lane));
  halo.right.label = halo_label(s, halo_place(s.grid, 3, tile, top, left, lane));
  halo.corner.label = halo_label(s, halo_place(s.grid, 4, tile, top, left, lane));
}

// Visits the tile, and again where it is woken while the warp lingers. near: bins of factors in shared memory.
__device__ __forceinline__ bool visit(const Solved& s, const HalfCost* table, const uint4* near, uint2* through,
                                      u32 tile, Worker& worker, u32& ticket, bool& drawn, int lane) {
  int top = tile / s.grid.tile_cols * TILE, left = tile % s.grid.tile_cols * TILE;
  LaneCosts column;
  LineCosts line;
  Halo halo;
  SlopedTile sloped = {s.grid, s.slopes, table, near, (u32*)through, tile, s.grid.rows - top, s.grid.cols - left, lane};
  if (s.slopes.prices)
    fetch_prices(sloped, column, line);
  else
    price(s, sloped, column, line, top, left);
  find_diagonal(sloped, column, line), find_over(sloped, halo);
  bool first = worker.slot & FIRST;
  if (lane == 0) acquire(s.queue, tile);
  while (true) {
    __syncwarp();
    u32 labels[TILE];
    load_labels(s, labels, halo, tile, top, left, lane);
    copies_arrived();
    __syncwarp();
    u32 unreached = s.orders.records ? unreached_cells(labels) : 0;
    u32 first_col, last_col;
    u32 stop = 0, longest = 0;
    settle_telling(labels, column, line, (u32*)through, halo, first, lane, first_col, last_col, EARLY_WORDS,
                   [&](u32 changed, bool settled) {
      store_rows(labels, (uint4*)(s.labels + (u64)tile * CELLS) + lane, changed);
      u32 threshold = load_relaxed(&s.queue.control->threshold);
      if (settled) stop = __shfl_sync(ALL_LANES, load_relaxed(&s.queue.control->stop), 0);
      u32 key = offers(labels, halo, first_col, last_col, lane);
      if (settled) {
        count_reached(s, labels, unreached, lane);
        longest = longest_label(labels);
      }
      __syncwarp();
      fence(); // the labels that all lanes stored, before any of them wakes a neighbour
      hand_on(s, tile, key, threshold, stop, false, lane);
    });
    if (!visited(s, worker, longest, stop, lane)) return false;
    if (!woken_again(s.queue, tile, worker, ticket, drawn, lane)) return true;
    if (lane == 0) acquire_again(s.queue, tile, worker);
    first = false;
  }
}
