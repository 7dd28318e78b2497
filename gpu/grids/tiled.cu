// Block-partitioned delta-stepping with one warp a tile: the twin of raster/tiled.py.
//
// `solve` runs once for a whole solve: block 0 feeds the queue, the warps of all other blocks take
// up tiles until it says that nothing is left. The host never steps in.
//
// Allowed race: a tile's halo is read while a neighbour stores. Either value is the length of a
// path, and the neighbour wakes this tile again if the newer one matters.
#include "tile_manager.cuh"
#include "tile_sweeps.cuh"

#define PLANES (SQUARE ? 3 : 4) // of TILE × STRIDE words a warp: half costs and labels

struct Solve {
  Grid grid;
  Queue queue;
  u32* labels; // tiles × CELLS
  Record* records; // null where nobody listens
  u32 record_places;
  int wanted;
};

struct Corner {
  u32 label, diagonal;
};

// Halo of a tile: sides up, down, left, right; corner cells in lanes 0 to 3, row by row.
struct Halo {
  Side up, down, left, right;
  Corner corner;
};

__device__ __forceinline__ Side halo_side(const Solve& s, const HalfCost* table, bool inside,
                                          int row, int col, bool upright) {
  Side side;
  side.label = UNREACHED;
  side.half = make_uint2(BARRIER, BARRIER);
  if (inside && row < s.grid.rows && col < s.grid.cols) {
    u64 base = cell_index(s.grid, row, col);
    side.label = __ldcg(s.labels + base + label_at(row % TILE, col % TILE));
    HalfCost half = half_cost(s.grid, table, __ldg(s.grid.values + base + value_at(row % TILE, col % TILE)));
    side.half = make_uint2(half.vertical, half.diagonal);
#if !SQUARE
    if (!upright) side.half.x = half.horizontal;
#endif
  }
  return side;
}

__device__ __forceinline__ Halo load_halo(const Solve& s, const HalfCost* table, int top, int left,
                                          int lane) {
  Halo halo;
  halo.up = halo_side(s, table, top > 0, top - 1, left + lane, true);
  halo.down = halo_side(s, table, true, top + TILE, left + lane, true);
  halo.left = halo_side(s, table, left > 0, top + lane, left - 1, false);
  halo.right = halo_side(s, table, true, top + lane, left + TILE, false);
  int row = lane < 2 ? top - 1 : top + TILE, col = lane & 1 ? left + TILE : left - 1;
  Side corner = halo_side(s, table, lane < 4 && row >= 0 && col >= 0, row, col, true);
  halo.corner.label = corner.label;
  halo.corner.diagonal = corner.half.y;
  return halo;
}

__device__ __forceinline__ void load_costs(const Solve& s, const HalfCost* table, TileCosts& costs,
                                           u32 tile, int top, int left, int lane) {
  const Grid& grid = s.grid;
  const uint4* chunks = (const uint4*)(grid.values + (u64)tile * CELLS) + lane;
  bool whole = top + TILE <= grid.rows && left + TILE <= grid.cols;
#pragma unroll
  for (int group = 0; group < TILE / VALUES_PER_CHUNK; group++) {
    uint4 chunk = __ldg(chunks + group * TILE);
    u32 words[4] = {chunk.x, chunk.y, chunk.z, chunk.w};
#pragma unroll
    for (int k = 0; k < VALUES_PER_CHUNK; k++) {
      int row = group * VALUES_PER_CHUNK + k, at = row * STRIDE + lane;
#if VALUE == 4
      float value = __uint_as_float(words[k]);
#elif VALUE == 2
      value_t value = (value_t)(words[k / 2] >> (16 * (k & 1)));
#else
      value_t value = (value_t)(words[k / 4] >> (8 * (k & 3)));
#endif
      HalfCost half = half_cost(grid, table, value);
      if (!whole && (top + row >= grid.rows || left + lane >= grid.cols)) half = barrier();
      costs.sloped[at] = make_uint2(half.vertical, half.diagonal);
#if !SQUARE
      costs.horizontal[at] = half.horizontal;
#endif
    }
  }
}

// Largest label of a reached cell; the field's own at the last visit of every tile, more before.
__device__ __forceinline__ u32 largest_label(const u32 (&labels)[TILE]) {
  u32 largest = 0;
#pragma unroll
  for (int row = 0; row < TILE; row++) largest = max(largest, labels[row] < UNREACHED ? labels[row] : 0);
  return ~warp_min(~largest);
}

__device__ __forceinline__ u32 unreached_rows(const u32 (&labels)[TILE]) {
  u32 rows = 0;
#pragma unroll
  for (int row = 0; row < TILE; row++) rows |= (u32)(labels[row] >= UNREACHED) << row;
  return rows;
}

// Rows and columns whose labels fell since the last sweep in each direction.
struct Pending {
  u32 down, up, right, left;
};

__device__ __forceinline__ void fell_in_rows(Pending& p, u32& changed, u32 rows, u32 lanes) {
  p.right |= lanes;
  p.left |= lanes;
  changed |= rows;
}

__device__ __forceinline__ void fell_in_columns(Pending& p, u32& changed, u32 lanes) {
  p.down |= lanes;
  p.up |= lanes;
  changed |= lanes;
}

// Settles the tile; returns the rows whose labels fell. first and last: labels of the outer columns.
__device__ __forceinline__ u32 settle(u32 (&labels)[TILE], const TileCosts& costs, u32* through,
                                      const Halo& halo, bool everything, int lane, u32& first_col,
                                      u32& last_col) {
  Pending p = {0, 0, 0, 0};
  u32 changed = 0;
  u32 diagonal = halo.corner.label + halo.corner.diagonal, corner[4];
#pragma unroll
  for (int k = 0; k < 4; k++) corner[k] = __shfl_sync(ALL_LANES, diagonal, k);
  u32 lanes = relax_from(halo.up, labels[0], costs_at<false>(costs, 0, lane), corner[0], corner[1], lane);
  if (lanes) p.down = 1, fell_in_rows(p, changed, 1, lanes);
  lanes = relax_from(halo.down, labels[31], costs_at<false>(costs, 31, lane), corner[2], corner[3], lane);
  if (lanes) p.up = 1u << 31, fell_in_rows(p, changed, 1u << 31, lanes);
  transpose(labels, through, lane);
  lanes = relax_from(halo.left, labels[0], costs_at<true>(costs, 0, lane), UNREACHED, UNREACHED, lane);
  if (lanes) p.right |= 1, fell_in_columns(p, changed, lanes);
  lanes = relax_from(halo.right, labels[31], costs_at<true>(costs, 31, lane), UNREACHED, UNREACHED, lane);
  if (lanes) p.left |= 1u << 31, fell_in_columns(p, changed, lanes);
  if (everything) p.down = p.up = p.right = p.left = changed = ALL_LANES;
  while (true) {
    Fallen fell;
    if (p.right) {
      fell = sweep<true, true>(labels, costs, lane, p.right);
      p.right = 0, p.left |= fell.rows, fell_in_columns(p, changed, fell.lanes);
    }
    if (p.left) {
      fell = sweep<true, false>(labels, costs, lane, p.left);
      p.left = 0, p.right |= fell.rows, fell_in_columns(p, changed, fell.lanes);
    }
    first_col = labels[0], last_col = labels[31];
    transpose(labels, through, lane);
    if (p.down) {
      fell = sweep<false, true>(labels, costs, lane, p.down);
      p.down = 0, p.up |= fell.rows, fell_in_rows(p, changed, fell.rows, fell.lanes);
    }
    if (p.up) {
      fell = sweep<false, false>(labels, costs, lane, p.up);
      p.up = 0, p.down |= fell.rows, fell_in_rows(p, changed, fell.rows, fell.lanes);
    }
    // A label that fell in the last two sweeps is pending to the right and left as well.
    if (!(p.right | p.left | p.down | p.up)) return changed;
    transpose(labels, through, lane);
  }
}

// Key that each neighbour gets: lanes 0 to 3 the corners row by row, 4 to 7 up, down, left, right.
__device__ __forceinline__ u32 offers(const u32 (&labels)[TILE], const TileCosts& costs,
                                      const Halo& halo, u32 first_col, u32 last_col, int lane) {
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
    u32 offered = corner[k] + halo.corner.diagonal;
    if (lane == k && offered < halo.corner.label) key = offered;
    if (lane == 4 + k) key = side[k];
  }
  return key;
}

__device__ __forceinline__ int neighbour(int lane, int tile_cols) {
  int down = lane < 4 ? (lane < 2 ? -1 : 1) : lane == 4 ? -1 : lane == 5 ? 1 : 0;
  int right = lane < 4 ? (lane & 1 ? 1 : -1) : lane == 6 ? -1 : lane == 7 ? 1 : 0;
  return down * tile_cols + right;
}

// Wakes the neighbours and lets go of the tile, all atomics side by side.
__device__ __forceinline__ void hand_on(const Solve& s, u32 tile, u32 key, u32 threshold, int lane) {
  u32 target = tile;
  bool due = false;
  if (lane < 8 && key <= s.queue.limit && key < UNREACHED) {
    target = tile + neighbour(lane, s.grid.tile_cols);
    due = wake(s.queue, target, key, threshold);
  } else if (lane == 8) {
    due = atomicAnd(s.queue.words + 2 * (u64)tile + 1, ~RUNNING) & NEAR; // woken meanwhile
  }
  __syncwarp();
  push(s.queue, due, target, lane);
  if (lane == 0) {
    __threadfence();
    atomicAdd(&s.queue.control->finished, 1u);
  }
}

__device__ __forceinline__ void visit(const Solve& s, const HalfCost* table, const TileCosts& shared,
                                      u32* through, u32 tile, bool everything, int lane) {
  u32 labels[TILE];
  TileCosts costs = shared;
  uint4* chunks = (uint4*)(s.labels + (u64)tile * CELLS) + lane;
#pragma unroll
  for (int group = 0; group < 8; group++) {
    uint4 chunk = __ldcg(chunks + group * TILE);
    labels[4 * group] = chunk.x, labels[4 * group + 1] = chunk.y;
    labels[4 * group + 2] = chunk.z, labels[4 * group + 3] = chunk.w;
  }
  int top = tile / s.grid.tile_cols * TILE, left = tile % s.grid.tile_cols * TILE;
  Halo halo = load_halo(s, table, top, left, lane);
  load_costs(s, table, costs, tile, top, left, lane);
  __syncwarp();
  u32 unreached = s.records ? unreached_rows(labels) : 0;
  u32 first_col, last_col;
  u32 changed = settle(labels, costs, through, halo, everything, lane, first_col, last_col);
#pragma unroll
  for (int group = 0; group < 8; group++)
    if (changed & (15u << (4 * group)))
      __stcg(chunks + group * TILE, make_uint4(labels[4 * group], labels[4 * group + 1],
                                               labels[4 * group + 2], labels[4 * group + 3]));
  u32 threshold = load_relaxed(&s.queue.control->threshold);
  u32 key = offers(labels, costs, halo, first_col, last_col, lane);
  if (s.records) {
    u32 reached = warp_sum(__popc(unreached & ~unreached_rows(labels)));
    if (lane == 0 && reached) atomicAdd(&s.queue.control->reached, reached);
  }
  u32 largest = largest_label(labels);
  if (lane == 0 && largest > load_relaxed(&s.queue.control->largest))
    atomicMax(&s.queue.control->largest, largest);
  __threadfence();
  __syncwarp();
  hand_on(s, tile, key, threshold, lane);
  __syncwarp();
}

extern "C" __global__ void __launch_bounds__(WARPS * 32, 1) solve(const __grid_constant__ Solve s) {
  extern __shared__ uint2 shared[];
  if (blockIdx.x == 0) {
    manage(s.queue, s.wanted, s.records, s.record_places);
    return;
  }
  int lane = threadIdx.x & 31, warp = threadIdx.x >> 5;
  HalfCost* table = nullptr;
#if VALUE == 1
  table = (HalfCost*)(shared + WARPS * (PLANES * TILE * STRIDE / 2));
  for (int code = threadIdx.x; code < 256; code += blockDim.x) table[code] = table_entry(s.grid, code);
  __syncthreads();
#endif
  TileCosts costs;
  costs.sloped = shared + warp * (PLANES * TILE * STRIDE / 2);
  u32* through = (u32*)(costs.sloped + TILE * STRIDE);
  costs.horizontal = through + TILE * STRIDE;
  while (true) {
    u32 state = 0, tile = EMPTY;
    if (lane == 0) tile = take_up(s.queue, state);
    tile = __shfl_sync(ALL_LANES, tile, 0);
    if (tile == EMPTY) return;
    visit(s, table, costs, through, tile, __shfl_sync(ALL_LANES, state, 0) & STARTED, lane);
  }
}
