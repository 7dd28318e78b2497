// Block-partitioned delta-stepping with one warp a tile, or two or four along straight lines: the twin of
// raster/solvers/tiled.py.
//
// `solve` runs the whole solve: block 0 feeds the queue, the warps of all other blocks take up tiles
// until it says that nothing is left. The host steps in only where it takes long: a launch pauses
// between visits after a while, and the next one goes on where it was.
//
// Allowed race: a tile's halo is read while a neighbour stores. Either value is the length of a
// path, and the neighbour wakes this tile again if the newer one matters.
#ifndef LINGERS
#define LINGERS (SLOPES && !STRAIGHT) // what a tile costs takes longer to find than to use
#endif
#if STRAIGHT && !defined(TEAM)
#define TEAM 2
#endif

#include "tile_manager.cuh"
#include "slopes/wedge_lines.cuh"

#if STRAIGHT // tiles are settled in shared memory, by teams of warps
#include "straight/tile_shared.cuh"
#else
#include "tile_settle.cuh"
#if SLOPES
#include "slopes/tile_prices.cuh"
#endif
#endif

struct TiledSolve {
  Grid grid;
  Queue queue;
  u32* labels; // tiles × CELLS
  Orders orders;
};

struct SlopedSolve : TiledSolve {
  Slopes slopes;
};

struct StraightSlopedSolve : SlopedSolve {
  WedgeLines lines;
};

#if SLOPES && STRAIGHT
typedef StraightSlopedSolve Solved;
#elif SLOPES
typedef SlopedSolve Solved;
#else
typedef TiledSolve Solved;
#endif

#if STRAIGHT
#define WORKER_PAIRS SHARED_PAIRS // words of 64 bits that each who settles a tile has of shared memory
#elif SLOPES
#define WORKER_PAIRS (SLOPED_WORDS / 2)
#else
#define WORKER_PAIRS (TILE * STRIDE)
#endif

// A cell of the halo: its tile, and its row and column there.
struct HaloPlace {
  u32 tile, row, col;
  bool inside;
};

// The cell that this lane looks after: side 0 up, 1 down, 2 left, 3 right, 4 the corners.
__device__ __forceinline__ HaloPlace halo_place(const Grid& grid, int side, u32 tile, int top, int left,
                                            int lane) {
  bool lower = lane >= 2, right = lane & 1; // corners
  HaloPlace p;
  bool row_inside = side == 0 ? top > 0 : side == 1 ? top + TILE < grid.rows : top + lane < grid.rows;
  bool col_inside = side == 2 ? left > 0 : side == 3 ? left + TILE < grid.cols : left + lane < grid.cols;
  if (side == 4) {
    row_inside = lane < 4 && (lower ? top + TILE < grid.rows : top > 0);
    col_inside = right ? left + TILE < grid.cols : left > 0;
  }
  p.inside = row_inside && col_inside;
  int down = side == 0 ? -1 : side == 1 ? 1 : side == 4 ? (lower ? 1 : -1) : 0;
  int aside = side == 2 ? -1 : side == 3 ? 1 : side == 4 ? (right ? 1 : -1) : 0;
  p.tile = tile + down * grid.tile_cols + aside;
  p.row = down < 0 ? TILE - 1 : down > 0 ? 0 : lane;
  p.col = aside < 0 ? TILE - 1 : aside > 0 ? 0 : lane;
  return p;
}

__device__ __forceinline__ value_t halo_value(const Grid& grid, const HaloPlace& p) {
  return p.inside ? __ldg(grid.values + (u64)p.tile * CELLS + value_at(p.row, p.col)) : (value_t)0;
}

__device__ __forceinline__ u32 halo_label(const TiledSolve& s, const HaloPlace& p) {
  return p.inside ? __ldcg(s.labels + (u64)p.tile * CELLS + label_at(p.row, p.col)) : UNREACHED;
}

#if !STRAIGHT
__device__ __forceinline__ void load_labels(const TiledSolve& s, u32 (&labels)[TILE], Halo& halo, u32 tile, int top,
                                            int left, int lane) {
  load_tile(labels, (const uint4*)(s.labels + (u64)tile * CELLS) + lane);
  halo.up.label = halo_label(s, halo_place(s.grid, 0, tile, top, left, lane));
  halo.down.label = halo_label(s, halo_place(s.grid, 1, tile, top, left, lane));
  halo.left.label = halo_label(s, halo_place(s.grid, 2, tile, top, left, lane));
  halo.right.label = halo_label(s, halo_place(s.grid, 3, tile, top, left, lane));
  halo.corner.label = halo_label(s, halo_place(s.grid, 4, tile, top, left, lane));
}

__device__ __forceinline__ uint2 side_half(const TiledSolve& s, const HalfCost* table, int side, value_t value,
                                           u32 tile, int top, int left, int lane) {
  if (!halo_place(s.grid, side, tile, top, left, lane).inside) return make_uint2(BARRIER, BARRIER);
  HalfCost half = priced(s.grid, table, value);
#if !SQUARE
  if (side == 2 || side == 3) half.vertical = half.horizontal;
#endif
  return make_uint2(half.vertical, half.diagonal);
}

#if !SLOPES
// Values of a tile and of its halo, read before its labels: they never change.
struct Values {
  uint4 chunks[CHUNKS];
  value_t up, down, left, right, corner;
};

__device__ __forceinline__ Values load_values(const Grid& grid, u32 tile, int top, int left, int lane) {
  Values v;
  const uint4* chunks = (const uint4*)(grid.values + (u64)tile * CELLS);
#pragma unroll
  for (int k = 0; k < CHUNKS; k++) v.chunks[k] = __ldg(chunks + chunk_at(k, lane));
  v.up = halo_value(grid, halo_place(grid, 0, tile, top, left, lane));
  v.down = halo_value(grid, halo_place(grid, 1, tile, top, left, lane));
  v.left = halo_value(grid, halo_place(grid, 2, tile, top, left, lane));
  v.right = halo_value(grid, halo_place(grid, 3, tile, top, left, lane));
  v.corner = halo_value(grid, halo_place(grid, 4, tile, top, left, lane));
  return v;
}

__device__ __forceinline__ void price_halo(const TiledSolve& s, const HalfCost* table, const Values& values, Halo& halo,
                                           u32 tile, int top, int left, int lane) {
  halo.up.half = side_half(s, table, 0, values.up, tile, top, left, lane);
  halo.down.half = side_half(s, table, 1, values.down, tile, top, left, lane);
  halo.left.half = side_half(s, table, 2, values.left, tile, top, left, lane);
  halo.right.half = side_half(s, table, 3, values.right, tile, top, left, lane);
  uint2 corner = side_half(s, table, 4, values.corner, tile, top, left, lane);
  halo.corner.diagonal = corner.y;
}

// Prices the cells of the lane's column, of its row (by way of shared memory) and of the halo.
__device__ __forceinline__ void price(const TiledSolve& s, const HalfCost* table, const Values& values,
                                      uint2* through, LaneCosts& column, LaneCosts& line, Halo& halo, u32 tile,
                                      int top, int left, int lane) {
  price_cells(s.grid, table, values.chunks, s.grid.rows - top, s.grid.cols - left, through, column, line, lane);
  price_halo(s, table, values, halo, tile, top, left, lane);
}
#endif
#endif // !STRAIGHT

// Wakes the neighbours and, where it is settled, lets go of the tile: all atomics side by side. Returns whether it was woken
// meanwhile; then it is pushed, unless it is kept.
__device__ __forceinline__ bool hand_on(const TiledSolve& s, u32 tile, u32 key, u32 threshold, bool settled, bool kept,
                                        int lane) {
  u32 target = tile;
  bool due = false;
  if (lane < 8 && key <= s.queue.limit && key < UNREACHED) {
    target = tile + neighbour(lane, s.grid.tile_cols);
    due = key < threshold ? enqueue(s.queue, target, key) : file(s.queue, target, key);
  } else if (lane == 8 && settled) {
    due = release(s.queue, tile);
    if (due && !kept) key = load_relaxed(key_of(s.queue, tile));
  }
  __syncwarp();
  bool again = __shfl_sync(ALL_LANES, due, 8);
  due &= !(kept && lane == 8);
  push(s.queue, due, target, due ? work_slot(s.queue, key, threshold) : 0, lane);
  return again;
}

template <int rows>
__device__ __forceinline__ void count_reached(const TiledSolve& s, const u32 (&labels)[rows], u32 unreached, int lane) {
  if (s.orders.records) {
    u32 reached = warp_sum(unreached - unreached_cells(labels));
    if (lane == 0 && reached) atomicAdd(&s.queue.control->reached, reached);
  }
}

// longest: label of the tile. Returns false where the launch is to end.
__device__ __forceinline__ bool visited(const TiledSolve& s, Worker& worker, u32 longest, u32 stop, int lane) {
  if (lane == 0) {
    atomicSub(s.queue.counts + BUCKETS + worker.slot % BUCKETS, 1u);
    if (longest >= worker.longest) {
      worker.longest = (longest | (LONGEST_STEP - 1)) + 1;
      atomicMax(&s.queue.control->longest, worker.longest - 1);
    }
  }
  worker.unreported++;
  __syncwarp();
  return !__shfl_sync(ALL_LANES, stop, 0);
}

#if STRAIGHT
#include "straight/tile_visit.cuh"
#else
#if SLOPES
#include "slopes/tile_visit.cuh"
#else
// Settles a tile. Returns false where the launch is to end. ticket: the next one, if `drawn`: it is drawn while the visit
// is handed on, for as long as that takes.
__device__ __forceinline__ bool visit(const Solved& s, const HalfCost* table, const uint4*, uint2* through, u32 tile,
                                      Worker& worker, u32& ticket, bool& drawn, int lane) {
  int top = tile / s.grid.tile_cols * TILE, left = tile % s.grid.tile_cols * TILE;
  LaneCosts column;
  LineCosts line;
  Halo halo;
  Values values = load_values(s.grid, tile, top, left, lane);
  if (lane == 0) acquire(s.queue, tile);
  __syncwarp();
  u32 labels[TILE];
  load_labels(s, labels, halo, tile, top, left, lane);
  price(s, table, values, through, column, line, halo, tile, top, left, lane);
  __syncwarp();
  u32 unreached = s.orders.records ? unreached_cells(labels) : 0;
  u32 first_col, last_col;
  u32 stop = 0, longest = 0;
  settle_telling(labels, column, line, (u32*)through, halo, worker.slot & FIRST, lane, first_col, last_col,
                 EARLY_WORDS, [&](u32 changed, bool settled) {
    store_rows(labels, (uint4*)(s.labels + (u64)tile * CELLS) + lane, changed);
    u32 threshold = load_relaxed(&s.queue.control->threshold);
    if (settled) stop = load_relaxed(&s.queue.control->stop), ticket = ticket_ahead(s.queue, lane);
    u32 key = offers(labels, column, line, halo, first_col, last_col, lane);
    if (settled) {
      count_reached(s, labels, unreached, lane);
      longest = longest_label(labels);
    }
    __syncwarp();
    fence(); // the labels that all lanes stored, before any of them wakes a neighbour
    hand_on(s, tile, key, threshold, settled, false, lane);
  });
  ticket = __shfl_sync(ALL_LANES, ticket, 0), drawn = true;
  return visited(s, worker, longest, stop, lane);
}
#endif
#endif

extern "C" __global__ void __launch_bounds__(WARPS * 32, 1) solve(const __grid_constant__ Solved s) {
  extern __shared__ uint2 shared[];
  if (blockIdx.x == 0) {
    manage(s.queue, s.orders);
    return;
  }
  int warp = threadIdx.x >> 5;
  HalfCost* table = nullptr;
  uint4* near = nullptr;
#if SLOPES && !KEPT
  near = (uint4*)(shared + WARPS / TEAM * WORKER_PAIRS);
  for (int bin = threadIdx.x; bin < s.slopes.near; bin += blockDim.x) near[bin] = s.slopes.bins[bin];
#endif
#if VALUE == 1 && !KEPT
  table = (HalfCost*)(shared + WARPS / TEAM * WORKER_PAIRS);
#if SLOPES
  table = (HalfCost*)(near + s.slopes.near);
#endif
  for (int code = threadIdx.x; code < 256; code += blockDim.x) table[code] = half_cost(s.grid, code);
#endif
#if (SLOPES || VALUE == 1) && !KEPT
  __syncthreads();
#endif
#if STRAIGHT
  in_shared::work_as_team(s, table, near, shared + warp / TEAM * WORKER_PAIRS);
#else
  int lane = threadIdx.x & 31;
  uint2* through = shared + warp * WORKER_PAIRS;
  Worker worker = {0, 0, 0};
  u32 ticket = first_ticket(s.queue, lane);
  while (true) {
    u32 tile = tile_of(s.queue, ticket, worker, lane);
    if (tile == EMPTY) return;
    bool drawn = false;
    if (!visit(s, table, near, through, tile, worker, ticket, drawn, lane)) {
      if (lane == 0 && drawn) *ticket_of_warp(s.queue) = HELD | ticket;
      break;
    }
    if (!drawn) ticket = draw_ticket(s.queue, lane);
  }
  if (lane == 0) report(s.queue, worker);
#endif
}
