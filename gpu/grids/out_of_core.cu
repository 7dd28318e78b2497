// Tiles of the blocks that are here, settled in rounds: `choose` makes the list of the tiles that are
// due, `settle_due` has each of them settled by one warp. The host launches the two in turn and swaps
// blocks between rounds; see raster/block_solve.py.
#include "block_pool.cuh"
#include "tile_sweeps.cuh"

#ifndef WARPS
#define WARPS 4
#endif
#define RESIDENT 16 // warps a multiprocessor, as far as shared memory allows
#define PLANES (SQUARE ? 3 : 4) // of TILE × STRIDE words a warp: half costs and labels

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

struct Halo {
  Side up, down, left, right;
  u32 corner_label, corner_half; // lanes 0 to 3, row by row; diagonal
};

__device__ __forceinline__ Side side_of(const Cell& cell, bool upright) {
  Side side;
  side.label = cell.label;
  side.half = make_uint2(cell.half.vertical, cell.half.diagonal);
#if !SQUARE
  if (!upright) side.half.x = cell.half.horizontal;
#endif
  return side;
}

__device__ __forceinline__ Halo load_halo(const Blocks& b, const HalfCost* table, int top, int left, int lane) {
  Halo halo;
  halo.up = side_of(cell_at(b, table, top - 1, left + lane), true);
  halo.down = side_of(cell_at(b, table, top + TILE, left + lane), true);
  halo.left = side_of(cell_at(b, table, top + lane, left - 1), false);
  halo.right = side_of(cell_at(b, table, top + lane, left + TILE), false);
  Cell corner = cell_at(b, table, lane & 2 ? top + TILE : top - 1, lane & 1 ? left + TILE : left - 1);
  halo.corner_label = corner.label;
  halo.corner_half = corner.half.diagonal;
  return halo;
}

__device__ __forceinline__ void load_costs(const Blocks& b, const HalfCost* table, const TileCosts& costs,
                                           u64 base, int top, int left, int lane) {
  const uint4* chunks = (const uint4*)(b.grid.values + base) + lane;
  bool whole = top + TILE <= b.grid.rows && left + TILE <= b.grid.cols;
#pragma unroll
  for (int group = 0; group < TILE / VALUES_PER_CHUNK; group++) {
    uint4 chunk = __ldcg(chunks + group * TILE);
    u32 words[4] = {chunk.x, chunk.y, chunk.z, chunk.w};
#pragma unroll
    for (int k = 0; k < VALUES_PER_CHUNK; k++) {
      int row = group * VALUES_PER_CHUNK + k, at = row * STRIDE + lane;
#if VALUE == 4
      value_t value = __uint_as_float(words[k]);
#elif VALUE == 2
      value_t value = (value_t)(words[k / 2] >> (16 * (k & 1)));
#else
      value_t value = (value_t)(words[k / 4] >> (8 * (k & 3)));
#endif
      HalfCost half = priced(b.grid, table, value);
      if (!whole && (top + row >= b.grid.rows || left + lane >= b.grid.cols)) half = barrier();
      costs.sloped[at] = make_uint2(half.vertical, half.diagonal);
#if !SQUARE
      costs.horizontal[at] = half.horizontal;
#endif
    }
  }
}

// For each direction the rows, or columns, whose labels fell since it was last swept.
struct Pending {
  u32 down, up, right, left;
};

// Settles the tile; returns the rows whose labels fell. first_col, last_col: labels of the outer
// columns, lanes being rows. `everything`: labels inside may have slack steps, because of a start.
__device__ __forceinline__ u32 settle(u32 (&labels)[TILE], const TileCosts& costs, u32* through, const Halo& halo,
                                      bool everything, int lane, u32& first_col, u32& last_col) {
  Pending p = {0, 0, 0, 0};
  u32 aslant = halo.corner_label + halo.corner_half, corner[4], changed = 0, fell;
#pragma unroll
  for (int k = 0; k < 4; k++) corner[k] = __shfl_sync(ALL_LANES, aslant, k);
  fell = relax_from(halo.up, labels[0], costs_at<false>(costs, 0, lane), corner[0], corner[1], lane);
  if (fell) p.down |= 1, p.right |= fell, p.left |= fell, changed |= 1;
  fell = relax_from(halo.down, labels[31], costs_at<false>(costs, 31, lane), corner[2], corner[3], lane);
  if (fell) p.up |= 1u << 31, p.right |= fell, p.left |= fell, changed |= 1u << 31;
  transpose(labels, through, lane);
  fell = relax_from(halo.left, labels[0], costs_at<true>(costs, 0, lane), UNREACHED, UNREACHED, lane);
  if (fell) p.right |= 1, p.down |= fell, p.up |= fell, changed |= fell;
  fell = relax_from(halo.right, labels[31], costs_at<true>(costs, 31, lane), UNREACHED, UNREACHED, lane);
  if (fell) p.left |= 1u << 31, p.down |= fell, p.up |= fell, changed |= fell;
  if (everything) p.down = p.up = p.right = p.left = changed = ALL_LANES;
  while (true) {
    Fallen where;
    if (p.right) {
      where = sweep<true, true>(labels, costs, lane, p.right);
      p.right = 0, p.left |= where.rows, p.down |= where.lanes, p.up |= where.lanes, changed |= where.lanes;
    }
    if (p.left) {
      where = sweep<true, false>(labels, costs, lane, p.left);
      p.left = 0, p.right |= where.rows, p.down |= where.lanes, p.up |= where.lanes, changed |= where.lanes;
    }
    first_col = labels[0], last_col = labels[31];
    transpose(labels, through, lane);
    if (p.down) {
      where = sweep<false, true>(labels, costs, lane, p.down);
      p.down = 0, p.up |= where.rows, p.right |= where.lanes, p.left |= where.lanes, changed |= where.rows;
    }
    if (p.up) {
      where = sweep<false, false>(labels, costs, lane, p.up);
      p.up = 0, p.down |= where.rows, p.right |= where.lanes, p.left |= where.lanes, changed |= where.rows;
    }
    // A label that fell in the last two sweeps is pending to the right and left as well.
    if (!(p.right | p.left | p.down | p.up)) return changed;
    transpose(labels, through, lane);
  }
}

// Key that each neighbour gets: lanes 0 to 3 the corners row by row, 4 to 7 up, down, left, right.
__device__ __forceinline__ u32 offers(const u32 (&labels)[TILE], const TileCosts& costs, const Halo& halo,
                                      u32 first_col, u32 last_col, int lane) {
  uint2 top = costs_at<false>(costs, 0, lane), bottom = costs_at<false>(costs, 31, lane);
  u32 side[4] = {offer_to(halo.up, labels[0], top), offer_to(halo.down, labels[31], bottom),
                 offer_to(halo.left, first_col, costs_at<true>(costs, 0, lane)),
                 offer_to(halo.right, last_col, costs_at<true>(costs, 31, lane))};
  u32 above = labels[0] + top.y, below = labels[31] + bottom.y;
  u32 corner[4] = {__shfl_sync(ALL_LANES, above, 0), __shfl_sync(ALL_LANES, above, 31),
                   __shfl_sync(ALL_LANES, below, 0), __shfl_sync(ALL_LANES, below, 31)};
  u32 key = UNREACHED;
#pragma unroll
  for (int k = 0; k < 4; k++) {
    u32 offered = corner[k] + halo.corner_half;
    if (lane == k && offered < halo.corner_label) key = offered;
    if (lane == 4 + k) key = side[k];
  }
  return key;
}

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

__device__ __forceinline__ u32 unreached_cells(const u32 (&labels)[TILE]) {
  u32 cells = 0;
#pragma unroll
  for (int row = 0; row < TILE; row++) cells += labels[row] >= UNREACHED;
  return cells;
}

__device__ __forceinline__ void visit(const Blocks& b, const HalfCost* table, const TileCosts& costs, u32* through,
                                      Round* next, u32 tile, int lane) {
  u32 block = block_of_tile(b, tile), place = tile_in_block(b, tile);
  int top = (block / b.block_cols << b.shift) + tile_top(b, place);
  int left = (block % b.block_cols << b.shift) + tile_left(b, place);
  u64 base = pool_index(b, b.slot_of[block], place);
  uint4* chunks = (uint4*)(b.labels + base) + lane;
  u32 labels[TILE];
#pragma unroll
  for (int group = 0; group < 8; group++) {
    uint4 chunk = __ldcg(chunks + group * TILE);
    labels[4 * group] = chunk.x, labels[4 * group + 1] = chunk.y;
    labels[4 * group + 2] = chunk.z, labels[4 * group + 3] = chunk.w;
  }
  Halo halo = load_halo(b, table, top, left, lane);
  load_costs(b, table, costs, base, top, left, lane);
  __syncwarp();
  u32 unreached = b.counting ? unreached_cells(labels) : 0;
  u32 first_col, last_col;
  u32 changed = settle(labels, costs, through, halo, b.fresh[block], lane, first_col, last_col);
#pragma unroll
  for (int group = 0; group < 8; group++)
    if (changed & (15u << (4 * group)))
      __stcg(chunks + group * TILE, make_uint4(labels[4 * group], labels[4 * group + 1],
                                               labels[4 * group + 2], labels[4 * group + 3]));
  u32 largest = 0;
#pragma unroll
  for (int row = 0; row < TILE; row++) largest = max(largest, labels[row] < UNREACHED ? labels[row] : 0);
  largest = ~warp_min(~largest);
  if (lane == 0 && largest > load_relaxed(b.largest + block)) atomicMax(b.largest + block, largest);
  if (b.counting) {
    u32 reached = warp_sum(unreached - unreached_cells(labels));
    if (lane == 0 && reached) atomicAdd(&b.totals->settled, (u64)reached);
  }
  wake(b, next, offers(labels, costs, halo, first_col, last_col, lane), top, left, lane);
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
  table = (HalfCost*)(shared + WARPS * (PLANES * TILE * STRIDE / 2));
  for (int code = threadIdx.x; code < 256; code += blockDim.x) table[code] = half_cost(b.grid, code);
  __syncthreads();
#endif
  TileCosts costs;
  costs.sloped = shared + warp * (PLANES * TILE * STRIDE / 2);
  u32* through = (u32*)(costs.sloped + TILE * STRIDE);
  costs.horizontal = through + TILE * STRIDE;
  while (true) {
    u32 ticket = 0;
    if (lane == 0) ticket = atomicAdd(&now->ticket, 1u);
    ticket = __shfl_sync(ALL_LANES, ticket, 0);
    if (ticket >= active) return;
    visit(b, table, costs, through, next, b.list[ticket], lane);
  }
}
