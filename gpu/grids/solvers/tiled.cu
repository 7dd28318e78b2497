// Block-partitioned delta-stepping with two warps a tile, or four, or one with eight directions on slopes: the twin of
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
#define BY_TEAMS (STRAIGHT || !SLOPES) // tiles are settled in shared memory, by teams of warps
#if BY_TEAMS && !defined(TEAM)
#define TEAM 2
#endif

#include "tile_manager.cuh"
#include "slopes/wedge_lines.cuh"

#if BY_TEAMS
#include "teams/tile.cuh"
#else
#include "tile_settle.cuh"
#include "slopes/tile_prices.cuh"
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

#if BY_TEAMS
#define WORKER_PAIRS SHARED_PAIRS // words of 64 bits that each who settles a tile has of shared memory
#else
#define WORKER_PAIRS (SLOPED_WORDS / 2)
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

#if BY_TEAMS
#include "teams/visit.cuh"
#else
#include "slopes/tile_visit.cuh"
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
#if BY_TEAMS
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
