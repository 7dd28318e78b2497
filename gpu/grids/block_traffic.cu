// Blocks on their way in and out, and what the host is told of them.
//
// Between host and device, cells lie row by row in stages of side × side; in the pool they lie in
// tiles. These kernels run between rounds, so nobody else touches keys, labels or tables.
#include "block_pool.cuh"

#define MOST_JOBS 64

#define NOWHERE 0xffffffffu

// Blocks to be moved, and where: by value, so that no memory has to be kept for a launch.
struct Jobs {
  u32 block[MOST_JOBS], slot[MOST_JOBS], stage[MOST_JOBS];
  u32 back[MOST_JOBS]; // stage of the labels of a block that was here before, else NOWHERE
};

struct Place {
  int row, col; // in the block
  bool inside;  // the grid
};

__device__ __forceinline__ Place place_of(const Blocks& b, u32 block, u32 tile, int i) {
  Place p;
  p.row = tile_top(b, tile) + i / TILE, p.col = tile_left(b, tile) + i % TILE;
  int top = block / b.block_cols << b.shift, left = block % b.block_cols << b.shift;
  p.inside = top + p.row < b.grid.rows && left + p.col < b.grid.cols;
  return p;
}

__device__ __forceinline__ bool is_outer(const Blocks& b, const Place& p) {
  int last = side_of_block(b) - 1;
  return p.row == 0 || p.row == last || p.col == 0 || p.col == last;
}

// Writes to all places of an edge that stand for the cell: corners have two.
template <typename T>
__device__ __forceinline__ void keep_edge(const Blocks& b, T* edges, u32 block, const Place& p, T value) {
  int side = side_of_block(b);
  T* edge = edges + ((u64)block << (b.shift + 2));
  if (p.row == 0) edge[p.col] = value;
  if (p.row == side - 1) edge[side + p.col] = value;
  if (p.col == 0) edge[2 * side + p.row] = value;
  if (p.col == side - 1) edge[3 * side + p.row] = value;
}

// Fills slots from stages: grid each × jobs, 256 threads. Labels of a block that was not here
// before are unreached. Its keys count for the round that follows.
extern "C" __global__ void bring_in(const __grid_constant__ Blocks b, const __grid_constant__ Jobs jobs,
                                    const value_t* values, const u32* labels, u32 round) {
  u32 tile = blockIdx.x, job = blockIdx.y, block = jobs.block[job], slot = jobs.slot[job];
  u64 base = pool_index(b, slot, tile);
  const value_t* value_stage = values + ((u64)jobs.stage[job] << 2 * b.shift);
  const u32* label_stage = labels + ((u64)jobs.back[job] << 2 * b.shift);
  bool was_here = jobs.back[job] != NOWHERE;
  value_t* pool = const_cast<value_t*>(b.grid.values);
  u32 longest = 0;
  for (int i = threadIdx.x; i < CELLS; i += blockDim.x) {
    Place p = place_of(b, block, tile, i);
    u64 from = ((u64)p.row << b.shift) + p.col;
    value_t value = p.inside ? value_stage[from] : (value_t)0;
    pool[base + value_at(i / TILE, i % TILE)] = value;
    b.labels[base + label_at(i / TILE, i % TILE)] = p.inside && was_here ? label_stage[from] : UNREACHED;
    if (is_outer(b, p)) keep_edge(b, b.edge_values, block, p, value);
    u32 half = half_cost(b.grid, value).diagonal;
    if (p.inside && half < BARRIER) longest = max(longest, half);
  }
  longest = ~warp_min(~longest);
  if ((threadIdx.x & 31) == 0 && longest > load_relaxed(&b.totals->longest_half))
    atomicMax(&b.totals->longest_half, longest);
  if (threadIdx.x) return;
  u32 key = b.keys[block * tiles_each(b) + tile];
  if (key < UNREACHED) atomicMin(&b.rounds[round % 3].smallest, key);
  if (tile) return;
  b.slot_of[block] = slot, b.block_in[slot] = block, b.seen[block] = 1;
  b.summary[2 * block] = b.summary[2 * block + 1] = 0;
}

// Writes blocks to stages, drops labels past the limit, keeps the edges and counts: grid each × jobs,
// 256 threads. The slots are free afterwards.
extern "C" __global__ void take_out(const __grid_constant__ Blocks b, const __grid_constant__ Jobs jobs,
                                    u32* stages) {
  u32 tile = blockIdx.x, job = blockIdx.y, block = jobs.block[job], slot = jobs.slot[job];
  u32* stage = stages + ((u64)jobs.stage[job] << 2 * b.shift);
  const u32* cells = b.labels + pool_index(b, slot, tile);
  u32 reached = 0, largest = 0;
  for (int i = threadIdx.x; i < CELLS; i += blockDim.x) {
    Place p = place_of(b, block, tile, i);
    u32 label = cells[label_at(i / TILE, i % TILE)];
    if (label <= b.limit) reached++, largest = max(largest, label);
    else label = UNREACHED;
    stage[((u64)p.row << b.shift) + p.col] = label;
    if (is_outer(b, p)) keep_edge(b, b.edge_labels, block, p, label);
  }
  reached = warp_sum(reached);
  largest = ~warp_min(~largest);
  if ((threadIdx.x & 31) == 0 && reached) {
    atomicAdd(b.summary + 2 * block, reached);
    atomicMax(b.summary + 2 * block + 1, largest);
  }
  if (tile == 0 && threadIdx.x == 0) b.slot_of[block] = b.block_in[slot] = -1;
}

// Puts starts into a block that has just come in: one CUDA block. starts: row and column in the
// block, and label.
extern "C" __global__ void enter_starts(const __grid_constant__ Blocks b, u32 block, const u32* starts, u32 count) {
  for (u32 i = threadIdx.x; i < count; i += blockDim.x) {
    int row = starts[3 * i], col = starts[3 * i + 1];
    u64 base = pool_index(b, b.slot_of[block], tile_of_cell(b, row, col));
    u32 before = atomicMin(b.labels + base + label_at(row % TILE, col % TILE), starts[3 * i + 2]);
    if (before >= UNREACHED) atomicAdd(&b.totals->settled, (u64)1);
  }
  if (threadIdx.x == 0) b.fresh[block] = 1;
}

// Smallest key of each block: a CUDA block each.
extern "C" __global__ void least_keys(const __grid_constant__ Blocks b, u32* least) {
  __shared__ u32 smallest;
  if (threadIdx.x == 0) smallest = UNREACHED;
  __syncthreads();
  u32 own = UNREACHED;
  u32 each = tiles_each(b);
  for (u32 tile = threadIdx.x; tile < each; tile += blockDim.x) own = min(own, b.keys[blockIdx.x * each + tile]);
  own = warp_min(own);
  if ((threadIdx.x & 31) == 0) atomicMin(&smallest, own);
  __syncthreads();
  if (threadIdx.x == 0) least[blockIdx.x] = smallest;
}

// Copies the edges of listed blocks, as they are now: grid 4 × blocks.
extern "C" __global__ void give_edges(const __grid_constant__ Blocks b, const u32* listed, u32* edges) {
  int block = listed[blockIdx.y], line = blockIdx.x, slot = b.slot_of[block], side = side_of_block(b);
  for (int i = threadIdx.x; i < side; i += blockDim.x) {
    int row = line == 0 ? 0 : line == 1 ? side - 1 : i, col = line == 2 ? 0 : line == 3 ? side - 1 : i;
    u64 base = pool_index(b, max(slot, 0), tile_of_cell(b, row, col));
    u32 label = UNREACHED;
    if (slot >= 0) label = b.labels[base + label_at(row % TILE, col % TILE)];
    else if (b.seen[block]) label = b.edge_labels[edge_index(b, block, row, col)];
    edges[((u64)blockIdx.y * 4 + line) * side + i] = label <= b.limit ? label : UNREACHED;
  }
}

// Takes note of edges of blocks that are never here, and wakes the tiles beside labels that fell: grid
// 4 × blocks. A key may be too small, the step being left out; its tile is then settled for nothing.
extern "C" __global__ void take_edges(const __grid_constant__ Blocks b, const u32* listed, const u32* edges,
                                      u32 round) {
  int block = listed[blockIdx.y], line = blockIdx.x, side = side_of_block(b);
  int top = block / b.block_cols * side, left = block % b.block_cols * side;
  for (int i = threadIdx.x; i < side; i += blockDim.x) {
    u32 label = edges[((u64)blockIdx.y * 4 + line) * side + i];
    u32* kept = b.edge_labels + ((u64)block * 4 + line) * side + i;
    if (label >= *kept) continue;
    *kept = label;
    int row = top + (line == 0 ? 0 : line == 1 ? side - 1 : i);
    int col = left + (line == 2 ? 0 : line == 3 ? side - 1 : i);
    for (int k = 0; k < 9; k++) {
      int r = row + k / 3 - 1, c = col + k % 3 - 1;
      if (r < 0 || c < 0 || r >= b.grid.rows || c >= b.grid.cols || block_at(b, r, c) == block) continue;
      atomicMin(b.keys + tile_at(b, r, c), label);
      if (b.slot_of[block_at(b, r, c)] >= 0) atomicMin(&b.rounds[round % 3].smallest, label);
    }
  }
  if (line == 0 && threadIdx.x == 0) b.seen[block] = 1;
}
