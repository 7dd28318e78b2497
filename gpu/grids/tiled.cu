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
  u32 ahead;
};

struct Corner {
  u32 label, diagonal;
};

// Values of a tile and of its halo, read before its labels: they never change.
struct Values {
  uint4 chunks[TILE / VALUES_PER_CHUNK];
  value_t up, down, left, right, corner;
};

// Halo of a tile: sides up, down, left, right; corner cells in lanes 0 to 3, row by row.
struct Halo {
  Side up, down, left, right;
  Corner corner;
};

// Half costs of a value; uint8 codes have their table in shared memory.
__device__ __forceinline__ HalfCost priced(const Grid& grid, const HalfCost* table, value_t value) {
#if VALUE == 1
  return table[value];
#else
  return half_cost(grid, value);
#endif
}

// A cell of the halo: its tile, and its row and column there.
struct Place {
  u32 tile, row, col;
  bool inside;
};

// The cell that this lane looks after: side 0 up, 1 down, 2 left, 3 right, 4 the corners.
__device__ __forceinline__ Place halo_place(const Grid& grid, int side, u32 tile, int top, int left,
                                            int lane) {
  bool lower = lane >= 2, right = lane & 1; // corners
  Place p;
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

__device__ __forceinline__ value_t halo_value(const Grid& grid, const Place& p) {
  return p.inside ? __ldg(grid.values + (u64)p.tile * CELLS + value_at(p.row, p.col)) : (value_t)0;
}

__device__ __forceinline__ u32 halo_label(const Solve& s, const Place& p) {
  return p.inside ? __ldcg(s.labels + (u64)p.tile * CELLS + label_at(p.row, p.col)) : UNREACHED;
}

__device__ __forceinline__ Values load_values(const Grid& grid, u32 tile, int top, int left, int lane) {
  Values v;
  const uint4* chunks = (const uint4*)(grid.values + (u64)tile * CELLS) + lane;
#pragma unroll
  for (int group = 0; group < TILE / VALUES_PER_CHUNK; group++) v.chunks[group] = __ldg(chunks + group * TILE);
  v.up = halo_value(grid, halo_place(grid, 0, tile, top, left, lane));
  v.down = halo_value(grid, halo_place(grid, 1, tile, top, left, lane));
  v.left = halo_value(grid, halo_place(grid, 2, tile, top, left, lane));
  v.right = halo_value(grid, halo_place(grid, 3, tile, top, left, lane));
  v.corner = halo_value(grid, halo_place(grid, 4, tile, top, left, lane));
  return v;
}

__device__ __forceinline__ void load_labels(const Solve& s, u32 (&labels)[TILE], Halo& halo, u32 tile, int top,
                                            int left, int lane) {
  const uint4* chunks = (const uint4*)(s.labels + (u64)tile * CELLS) + lane;
#pragma unroll
  for (int group = 0; group < 8; group++) {
    uint4 chunk = __ldcg(chunks + group * TILE);
    labels[4 * group] = chunk.x, labels[4 * group + 1] = chunk.y;
    labels[4 * group + 2] = chunk.z, labels[4 * group + 3] = chunk.w;
  }
  halo.up.label = halo_label(s, halo_place(s.grid, 0, tile, top, left, lane));
  halo.down.label = halo_label(s, halo_place(s.grid, 1, tile, top, left, lane));
  halo.left.label = halo_label(s, halo_place(s.grid, 2, tile, top, left, lane));
  halo.right.label = halo_label(s, halo_place(s.grid, 3, tile, top, left, lane));
  halo.corner.label = halo_label(s, halo_place(s.grid, 4, tile, top, left, lane));
}

__device__ __forceinline__ uint2 side_half(const Solve& s, const HalfCost* table, int side, value_t value,
                                           u32 tile, int top, int left, int lane) {
  if (!halo_place(s.grid, side, tile, top, left, lane).inside) return make_uint2(BARRIER, BARRIER);
  HalfCost half = priced(s.grid, table, value);
#if !SQUARE
  if (side == 2 || side == 3) half.vertical = half.horizontal;
#endif
  return make_uint2(half.vertical, half.diagonal);
}

// Prices the tile's cells into shared memory and its halo into registers.
__device__ __forceinline__ void price(const Solve& s, const HalfCost* table, const Values& values,
                                      const TileCosts& costs, Halo& halo, u32 tile, int top, int left,
                                      int lane) {
  const Grid& grid = s.grid;
  bool whole = top + TILE <= grid.rows && left + TILE <= grid.cols;
#pragma unroll
  for (int row = 0; row < TILE; row++) {
    uint4 chunk = values.chunks[row / VALUES_PER_CHUNK];
    u32 words[4] = {chunk.x, chunk.y, chunk.z, chunk.w};
    int k = row % VALUES_PER_CHUNK, at = row * STRIDE + lane;
#if VALUE == 4
    float value = __uint_as_float(words[k]);
#elif VALUE == 2
    value_t value = (value_t)(words[k / 2] >> (16 * (k & 1)));
#else
    value_t value = (value_t)(words[k / 4] >> (8 * (k & 3)));
#endif
    HalfCost half = priced(grid, table, value);
    if (!whole && (top + row >= grid.rows || left + lane >= grid.cols)) half = barrier();
    costs.sloped[at] = make_uint2(half.vertical, half.diagonal);
#if !SQUARE
    costs.horizontal[at] = half.horizontal;
#endif
  }
  halo.up.half = side_half(s, table, 0, values.up, tile, top, left, lane);
  halo.down.half = side_half(s, table, 1, values.down, tile, top, left, lane);
  halo.left.half = side_half(s, table, 2, values.left, tile, top, left, lane);
  halo.right.half = side_half(s, table, 3, values.right, tile, top, left, lane);
  halo.corner.diagonal = side_half(s, table, 4, values.corner, tile, top, left, lane).y;
}

// Bits set in any reached label: no label is larger. (UNREACHED has none of these bits.)
__device__ __forceinline__ u32 label_bits(const u32 (&labels)[TILE]) {
  u32 bits = 0;
#pragma unroll
  for (int row = 0; row < TILE; row++) bits |= labels[row];
  return warp_or(bits) & (UNREACHED - 1);
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
  u32* word = s.queue.words + 2 * (u64)tile;
  if (lane < 8 && key <= s.queue.limit && key < UNREACHED) {
    target = tile + neighbour(lane, s.grid.tile_cols);
    due = wake(s.queue, target, key, threshold);
  } else if (lane == 8) {
    due = atomicAnd(word + 1, ~RUNNING) & NEAR; // woken meanwhile
    if (due) key = load_relaxed(word);
  }
  __syncwarp();
  push(s.queue, due, target, due ? work_slot(s.queue, key, threshold) : 0, lane);
}

// Returns false where the solve was cancelled meanwhile.
__device__ __forceinline__ bool visit(const Solve& s, const HalfCost* table, const TileCosts& costs,
                                      u32* through, u32 tile, Worker& worker, int lane) {
  int top = tile / s.grid.tile_cols * TILE, left = tile % s.grid.tile_cols * TILE;
  Values values = load_values(s.grid, tile, top, left, lane);
  u32 state = 0;
  if (lane == 0) state = take_up(s.queue, tile);
  state = __shfl_sync(ALL_LANES, state, 0);
  u32 labels[TILE];
  Halo halo;
  load_labels(s, labels, halo, tile, top, left, lane);
  price(s, table, values, costs, halo, tile, top, left, lane);
  __syncwarp();
  u32 unreached = s.records ? unreached_rows(labels) : 0;
  u32 first_col, last_col;
  u32 changed = settle(labels, costs, through, halo, state & STARTED, lane, first_col, last_col);
  uint4* chunks = (uint4*)(s.labels + (u64)tile * CELLS) + lane;
#pragma unroll
  for (int group = 0; group < 8; group++)
    if (changed & (15u << (4 * group)))
      __stcg(chunks + group * TILE, make_uint4(labels[4 * group], labels[4 * group + 1],
                                               labels[4 * group + 2], labels[4 * group + 3]));
  u32 threshold = load_relaxed(&s.queue.control->threshold);
  u32 cancelled = load_relaxed(&s.queue.control->cancel);
  u32 bits = label_bits(labels), bits_yet = load_relaxed(&s.queue.control->label_bits);
  u32 key = offers(labels, costs, halo, first_col, last_col, lane);
  if (s.records) {
    u32 reached = warp_sum(__popc(unreached & ~unreached_rows(labels)));
    if (lane == 0 && reached) atomicAdd(&s.queue.control->reached, reached);
  }
  if (lane == 0 && (bits & ~bits_yet)) atomicOr(&s.queue.control->label_bits, bits);
  fence();
  __syncwarp();
  hand_on(s, tile, key, threshold, lane);
  if (lane == 0) atomicSub(s.queue.counts + BUCKETS + worker.slot, 1u);
  worker.unreported++;
  __syncwarp();
  return !cancelled;
}

extern "C" __global__ void __launch_bounds__(WARPS * 32, 1) solve(const __grid_constant__ Solve s) {
  extern __shared__ uint2 shared[];
  if (blockIdx.x == 0) {
    manage(s.queue, s.wanted, s.ahead, s.records, s.record_places);
    return;
  }
  int lane = threadIdx.x & 31, warp = threadIdx.x >> 5;
  HalfCost* table = nullptr;
#if VALUE == 1
  table = (HalfCost*)(shared + WARPS * (PLANES * TILE * STRIDE / 2));
  for (int code = threadIdx.x; code < 256; code += blockDim.x) table[code] = half_cost(s.grid, code);
  __syncthreads();
#endif
  TileCosts costs;
  costs.sloped = shared + warp * (PLANES * TILE * STRIDE / 2);
  u32* through = (u32*)(costs.sloped + TILE * STRIDE);
  costs.horizontal = through + TILE * STRIDE;
  Worker worker = {0, 0};
  while (true) {
    u32 tile = next_tile(s.queue, worker, lane);
    if (tile == EMPTY) return;
    if (!visit(s, table, costs, through, tile, worker, lane)) return;
  }
}
