// Tiles of the blocks that are here, settled in rounds: `choose` makes the list of the tiles that are
// due, `settle_due` has each of them settled by one warp. The host launches the two in turn and swaps
// blocks between rounds; see raster/blocks/solve.py.
#include "block_pool.cuh"
#include "tile_settle.cuh"

#ifndef WARPS
#define WARPS 4
#endif
#define RESIDENT 8 // warps a multiprocessor, each of up to 255 registers a lane

// Lists the tiles that are here with keys up to the smallest + Δ, and up to the turn's ceiling.
// Reads keys; clears those of the listed tiles, which nobody else touches during this kernel.
extern "C" __global__ void choose(const __grid_constant__ Blocks b, u32 round) {
  Round *now = b.rounds + round % 3, *next = b.rounds + (round + 1) % 3;
  u32 threshold = min(now->smallest + now->delta, *b.ceiling), places = b.slots * tiles_each(b);
  u32 smallest = UNREACHED, waiting = 0, lane = threadIdx.x & 31;
  u32 stride = gridDim.x * blockDim.x, first = blockIdx.x * blockDim.x + threadIdx.x;
  for (u32 place = first; place - lane < places; place += stride) {
    int block = place < places ? b.block_in[block_of_tile(b, place)] : -1;
    u32 tile = (u32)block * tiles_each(b) + tile_in_block(b, place);
    u32 key = block >= 0 ? b.keys[tile] : UNREACHED;
    bool due = key <= threshold;
    u32 lanes = __ballot_sync(ALL_LANES, due);
    if (!due && key < UNREACHED) waiting++, smallest = min(smallest, key);
    if (!lanes) continue;
    u32 base = 0;
    if (lane == 0) base = atomicAdd(&now->active, (u32)__popc(lanes));
    base = __shfl_sync(ALL_LANES, base, 0);
    if (!due) continue;
    b.list[base + __popc(lanes & ((1u << lane) - 1))] = tile;
    b.keys[tile] = UNREACHED;
  }
  __syncwarp();
  smallest = warp_min(smallest);
  waiting = warp_sum(waiting);
  if (lane == 0 && waiting) {
    atomicMin(&next->smallest, smallest);
    atomicAdd(&now->waiting, waiting);
  }
}

__device__ __forceinline__ Side side_of(const EdgeCell& cell, bool upright) {
  Side side;
  side.label = cell.label;
  side.half = make_uint2(cell.half.vertical, cell.half.diagonal);
#if !SQUARE
  if (!upright) side.half.x = cell.half.horizontal;
#if STRAIGHT
  side.beside = upright ? cell.half.horizontal : cell.half.vertical;
#endif
#endif
  return side;
}

__device__ __forceinline__ Halo load_halo(const Blocks& b, const HalfCost* table, int top, int left, int lane) {
  Halo halo;
  halo.up = side_of(cell_at(b, table, top - 1, left + lane), true);
  halo.down = side_of(cell_at(b, table, top + TILE, left + lane), true);
  halo.left = side_of(cell_at(b, table, top + lane, left - 1), false);
  halo.right = side_of(cell_at(b, table, top + lane, left + TILE), false);
  EdgeCell corner = cell_at(b, table, lane & 2 ? top + TILE : top - 1, lane & 1 ? left + TILE : left - 1);
  halo.corner.label = corner.label;
  halo.corner.diagonal = corner.half.diagonal;
#if STRAIGHT
  halo.corner.straight = corner.half.vertical;
#if !SQUARE
  halo.corner.beside = corner.half.horizontal;
#endif
#endif
  return halo;
}

#if STRAIGHT
// Corners of the tile that are corners of its block, a bit each: there the block of a wedge's A may become
// known after that of its D.
__device__ __forceinline__ u32 lone_corners(const Blocks& b, u32 place) {
  int last = side_of_block(b) - TILE, top = tile_top(b, place), left = tile_left(b, place);
  u32 upper = (left == 0 ? 1 : 0) | (left == last ? 2 : 0);
  return (top == 0 ? upper : 0) | (top == last ? upper << 2 : 0);
}
#endif

// Lowers the keys of the neighbours; the smallest of those that are here counts for the next round.
__device__ __forceinline__ void wake(const Blocks& b, Round* next, u32 key, int top, int left, int lane) {
  u32 smallest = UNREACHED;
  if (lane < 8 && key < UNREACHED && key <= b.limit) {
    int down = lane < 4 ? (lane < 2 ? -1 : 1) : lane == 4 ? -1 : lane == 5 ? 1 : 0;
    int right = lane < 4 ? (lane & 1 ? 1 : -1) : lane == 6 ? -1 : lane == 7 ? 1 : 0;
    int row = top + down * TILE, col = left + right * TILE;
    atomicMin(b.keys + tile_at(b, row, col), key);
    if (b.slot_of[block_at(b, row, col)] >= 0) smallest = key;
  }
  smallest = warp_min(smallest);
  if (lane == 0 && smallest < load_relaxed(&next->smallest)) atomicMin(&next->smallest, smallest);
}

__device__ __forceinline__ void visit(const Blocks& b, const HalfCost* table, uint2* through, Round* next, u32 tile,
                                      int lane) {
  u32 block = block_of_tile(b, tile), place = tile_in_block(b, tile);
  int top = (block / b.block_cols << b.shift) + tile_top(b, place);
  int left = (block % b.block_cols << b.shift) + tile_left(b, place);
  u64 base = pool_index(b, b.slot_of[block], place);
  uint4* chunks = (uint4*)(b.labels + base) + lane;
  u32 labels[TILE];
  load_tile(labels, chunks);
  uint4 values[TILE / VALUES_PER_CHUNK];
#pragma unroll
  for (int group = 0; group < TILE / VALUES_PER_CHUNK; group++)
    values[group] = __ldcg((const uint4*)(b.grid.values + base) + lane + group * TILE);
  Halo halo = load_halo(b, table, top, left, lane);
  LaneCosts column, line;
  price_cells(b.grid, table, values, b.grid.rows - top, b.grid.cols - left, through, column, line, lane);
  __syncwarp();
  u32 unreached = b.counting ? unreached_cells(labels) : 0;
  u32 first_col, last_col;
  u32 changed = settle(labels, column, line, (u32*)through, halo, b.fresh[block], lane, first_col, last_col);
  store_rows(labels, chunks, changed);
  u32 largest = 0;
#pragma unroll
  for (int row = 0; row < TILE; row++) largest = max(largest, labels[row] < UNREACHED ? labels[row] : 0);
  largest = ~warp_min(~largest);
  if (lane == 0 && largest > load_relaxed(b.largest + block)) atomicMax(b.largest + block, largest);
  if (b.counting) {
    u32 reached = warp_sum(unreached - unreached_cells(labels));
    if (lane == 0 && reached) atomicAdd(&b.totals->settled, (u64)reached);
  }
#if STRAIGHT
  u32 lone = lone_corners(b, place);
  u32 key = offers(labels, column, line, halo, first_col, last_col, lane, (u32*)through, lone);
#else
  u32 key = offers(labels, column, line, halo, first_col, last_col, lane);
#endif
  wake(b, next, key, top, left, lane);
  __syncwarp();
}

// Δ grows where too few tiles are due to keep the device busy, and shrinks where too many are.
__device__ void prepare_rounds(const Blocks& b, const Round* now, Round* next, Round* after) {
  u32 delta = now->delta;
  if (now->active < b.wanted && now->waiting) delta = min(delta + delta / 4 + 1, b.highest_delta);
  if (now->active > 2 * b.wanted) delta = max(delta - delta / 5, b.lowest_delta);
  next->delta = delta;
  after->smallest = UNREACHED;
  after->active = after->waiting = after->ticket = 0;
  b.totals->visits += now->active;
  b.totals->active = now->active;
  b.totals->waiting = now->waiting;
  if (now->active) b.totals->threshold = now->smallest + now->delta;
}

// Settles the listed tiles, one warp each.
// Allowed race: a tile's halo is read while a neighbour is stored. Either value is the length of a
// path, and the neighbour wakes this tile for the next round if the newer one matters.
extern "C" __global__ void __launch_bounds__(WARPS * 32, RESIDENT / WARPS)
settle_due(const __grid_constant__ Blocks b, u32 round) {
  extern __shared__ uint2 shared[];
  Round *now = b.rounds + round % 3, *next = b.rounds + (round + 1) % 3;
  if (blockIdx.x == 0 && threadIdx.x == 0) prepare_rounds(b, now, next, b.rounds + (round + 2) % 3);
  int lane = threadIdx.x & 31, warp = threadIdx.x >> 5;
  u32 active = now->active;
  if (blockIdx.x >= active) return; // there are at least as many blocks as tiles: this one has none
  HalfCost* table = nullptr;
#if VALUE == 1
  table = (HalfCost*)(shared + WARPS * TILE * STRIDE);
  for (int code = threadIdx.x; code < 256; code += blockDim.x) table[code] = half_cost(b.grid, code);
  __syncthreads();
#endif
  uint2* through = shared + warp * TILE * STRIDE;
  while (true) {
    u32 ticket = 0;
    if (lane == 0) ticket = atomicAdd(&now->ticket, 1u);
    ticket = __shfl_sync(ALL_LANES, ticket, 0);
    if (ticket >= active) return;
    visit(b, table, through, next, b.list[ticket], lane);
  }
}
