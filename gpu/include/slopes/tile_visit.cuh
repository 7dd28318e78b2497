// A visit of a tile on slopes: priced once, and settled again as often as it is woken while its warp lingers.
#pragma once

// Prices the steps of a tile and over its border.
__device__ __forceinline__ void price(const Solved& s, const SlopedTile& t, LaneCosts& column, LineCosts& line,
                                      Halo& halo, int top, int left) {
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
  find_diagonal(t, column, line);
  halo.up.over = kept_over(t, 0), halo.down.over = kept_over(t, 1);
  halo.left.over = kept_over(t, 2), halo.right.over = kept_over(t, 3);
  halo.corner.diagonal = 0;
}

// Visits the tile, and again where it is woken while the warp lingers. near: bins of factors in shared memory.
__device__ __forceinline__ bool visit(const Solved& s, const HalfCost* table, const uint4* near, uint2* through,
                                      u32 tile, Worker& worker, u32& ticket, bool& drawn, int lane) {
  int top = tile / s.grid.tile_cols * TILE, left = tile % s.grid.tile_cols * TILE;
  LaneCosts column;
  LineCosts line;
  Halo halo;
  SlopedTile sloped = {s.grid, s.slopes, table, near, (u32*)through, tile, s.grid.rows - top, s.grid.cols - left, lane};
  price(s, sloped, column, line, halo, top, left);
  bool first = worker.slot & FIRST;
  if (lane == 0) acquire(s.queue, tile);
  while (true) {
    __syncwarp();
    u32 labels[TILE];
    load_labels(s, labels, halo, tile, top, left, lane);
    u32 unreached = s.orders.records ? unreached_cells(labels) : 0;
    u32 first_col, last_col;
    u32 stop = 0;
    settle_telling(labels, column, line, (u32*)through, halo, first, lane, first_col, last_col, EARLY_WORDS,
                   [&](u32 changed, bool settled) {
      store_rows(labels, (uint4*)(s.labels + (u64)tile * CELLS) + lane, changed);
      u32 threshold = load_relaxed(&s.queue.control->threshold);
      if (settled) stop = __shfl_sync(ALL_LANES, load_relaxed(&s.queue.control->stop), 0);
      u32 bits = label_bits(labels), bits_yet = load_relaxed(&s.queue.control->label_bits);
      u32 key = offers(labels, halo, first_col, last_col, lane);
      if (settled) count_reached(s, labels, unreached, bits & ~bits_yet, lane);
      __syncwarp();
      fence(); // the labels that all lanes stored, before any of them wakes a neighbour
      hand_on(s, tile, key, threshold, stop, false, lane);
    });
    if (!visited(s, worker, stop, lane)) return false;
    if (!woken_again(s.queue, tile, worker, ticket, drawn, lane)) return true;
    if (lane == 0) acquire_again(s.queue, tile, worker);
    first = false;
  }
}
