// Blocks on their way in and out, and what the host is told of them.
//
// On the host, cells lie row by row; in the pool they lie in tiles. `fill` and `send` run beside the
// rounds, on slots that nobody touches yet, or any more; all other kernels run between rounds, so
// nobody else touches keys, labels or tables.
#include "block_pool.cuh"

#ifndef STRAIGHT
#define STRAIGHT 0 // 1: straight lines between the eight directions
#endif

#define MOST_MOVES 64

#define NOWHERE 0xffffffffu

// Blocks to be moved, and where: by value, so that no memory has to be kept for a launch.
struct BlockMoves {
  u32 block[MOST_MOVES], slot[MOST_MOVES], stage[MOST_MOVES];
  u32 back[MOST_MOVES]; // stage of the labels of a block that was here before, else NOWHERE
};

// Writes to all places of an edge that stand for the cell: corners have two.
__device__ __forceinline__ void keep_edge_value(const Blocks& b, u32 block, int row, int col, value_t value) {
  int side = side_of_block(b);
  value_t* edge = b.edge_values + ((u64)block << (b.shift + 2));
  if (row == 0) edge[col] = value;
  if (row == side - 1) edge[side + col] = value;
  if (col == 0) edge[2 * side + row] = value;
  if (col == side - 1) edge[3 * side + row] = value;
}

// Makes the labels of a tile unreached, or takes them from a stage.
__device__ __forceinline__ void enter_labels(const Blocks& b, const u32* stage, u64 base, u32 tile, int lane,
                                             int rows, int cols) {
  uint4* chunks = (uint4*)(b.labels + base) + lane;
  int top = tile_top(b, tile), col = tile_left(b, tile) + lane;
#pragma unroll
  for (int group = 0; group < TILE / 4; group++) {
    u32 label[4];
#pragma unroll
    for (int k = 0; k < 4; k++) {
      int row = top + 4 * group + k;
      label[k] = stage && row < rows && col < cols ? stage[((u64)row << b.shift) + col] : UNREACHED;
    }
    chunks[group * TILE] = make_uint4(label[0], label[1], label[2], label[3]);
  }
}

// Takes the values of a tile from a stage; returns the longest half cost that this lane met.
__device__ __forceinline__ u32 enter_values(const Blocks& b, const value_t* stage, u64 base, u32 block, u32 tile,
                                            int lane, int rows, int cols) {
  uint4* chunks = (uint4*)(const_cast<value_t*>(b.grid.values) + base) + lane;
  int top = tile_top(b, tile), left = tile_left(b, tile), col = left + lane, last = side_of_block(b) - TILE;
  bool outer = top == 0 || top == last || left == 0 || left == last;
  u32 longest = 0;
#pragma unroll
  for (int group = 0; group < TILE / VALUES_PER_CHUNK; group++) {
    value_t value[VALUES_PER_CHUNK];
#pragma unroll
    for (int k = 0; k < VALUES_PER_CHUNK; k++) {
      int row = top + group * VALUES_PER_CHUNK + k;
      value[k] = row < rows && col < cols ? stage[((u64)row << b.shift) + col] : (value_t)0;
    }
    u32 words[4] = {0, 0, 0, 0};
#pragma unroll
    for (int k = 0; k < VALUES_PER_CHUNK; k++) {
      int row = top + group * VALUES_PER_CHUNK + k;
#if VALUE == 4
      words[k] = __float_as_uint(value[k]);
#else
      words[k * VALUE / 4] |= (u32)value[k] << (8 * VALUE * k % 32);
#endif
      if (outer) keep_edge_value(b, block, row, col, value[k]);
      u32 half = half_cost(b.grid, value[k]).diagonal;
      if (row < rows && col < cols && half < BARRIER) longest = max(longest, half);
    }
    chunks[group * TILE] = make_uint4(words[0], words[1], words[2], words[3]);
  }
  return longest;
}

// Reads the values of blocks that come from the host into stages. A warp takes 512 bytes of eight rows
// at a time, so that many reads are on their way at once: each takes long while the link is busy the
// other way. pitch: bytes of a row on the host; rows there begin at multiples of 16 bytes.
extern "C" __global__ void __launch_bounds__(256)
receive(const __grid_constant__ Blocks b, const __grid_constant__ BlockMoves jobs, u32 count, const u8* from, u64 pitch,
        value_t* stages) {
  u32 side = side_of_block(b), lane = threadIdx.x & 31, warps = gridDim.x * blockDim.x / 32;
  u32 pieces = (side * VALUE + 511) / 512, each = side / 8 * pieces;
  for (u32 unit = (blockIdx.x * blockDim.x + threadIdx.x) / 32; unit < count * each; unit += warps) {
    u32 job = unit / each, row = unit % each / pieces * 8, block = jobs.block[job];
    u64 top = block / b.block_cols << b.shift, left = block % b.block_cols << b.shift;
    u32 at = unit % pieces * 512 + lane * 16, width = min((u64)side, b.grid.cols - left) * VALUE;
    u32 height = min((u64)side, b.grid.rows - top);
    if (at >= width) continue;
    const u8* there = from + (top + row) * pitch + left * VALUE + at;
    u8* here = (u8*)(stages + ((u64)jobs.stage[job] << 2 * b.shift) + ((u64)row << b.shift)) + at;
    uint4 part[8];
#pragma unroll
    for (int k = 0; k < 8; k++)
      if (row + k < height) part[k] = __ldcs((const uint4*)(there + k * pitch));
#pragma unroll
    for (int k = 0; k < 8; k++)
      if (row + k < height) *(uint4*)(here + (u64)k * side * VALUE) = part[k];
  }
}

// Fills slots from stages, a warp a tile: grid each / warps × jobs. Labels of a block that was not here
// before are unreached. Runs beside the rounds: the slots are nobody's yet, and the edges' values are
// new, or what they were.
extern "C" __global__ void fill(const __grid_constant__ Blocks b, const __grid_constant__ BlockMoves jobs,
                                const value_t* values, const u32* labels) {
  u32 tile = (blockIdx.x * blockDim.x + threadIdx.x) / 32, lane = threadIdx.x & 31;
  if (tile >= tiles_each(b)) return;
  u32 job = blockIdx.y, block = jobs.block[job];
  u64 base = pool_index(b, jobs.slot[job], tile);
  int rows = b.grid.rows - (int)(block / b.block_cols << b.shift);
  int cols = b.grid.cols - (int)(block % b.block_cols << b.shift);
  const u32* back = jobs.back[job] == NOWHERE ? nullptr : labels + ((u64)jobs.back[job] << 2 * b.shift);
  enter_labels(b, back, base, tile, lane, rows, cols);
  u32 longest = enter_values(b, values + ((u64)jobs.stage[job] << 2 * b.shift), base, block, tile, lane, rows, cols);
  longest = ~warp_min(~longest);
  if (lane == 0 && longest > load_relaxed(&b.totals->longest_half)) atomicMax(&b.totals->longest_half, longest);
}

// Blocks whose slots are filled are here from now on; their keys count for the round that follows: a
// CUDA block each.
extern "C" __global__ void admit(const __grid_constant__ Blocks b, const __grid_constant__ BlockMoves jobs) {
  u32 block = jobs.block[blockIdx.x], slot = jobs.slot[blockIdx.x], each = tiles_each(b), smallest = UNREACHED;
  for (u32 tile = threadIdx.x; tile < each; tile += blockDim.x) smallest = min(smallest, b.keys[block * each + tile]);
  smallest = warp_min(smallest);
  if ((threadIdx.x & 31) == 0 && smallest < UNREACHED) atomicMin(&b.rounds->smallest, smallest);
  if (threadIdx.x) return;
  b.slot_of[block] = slot, b.block_in[slot] = block, b.seen[block] = 1;
  b.summary[2 * block] = b.summary[2 * block + 1] = 0;
}

// Keeps the edges of blocks that leave: grid 4 × jobs. Their slots are `send`'s afterwards.
extern "C" __global__ void take_out(const __grid_constant__ Blocks b, const __grid_constant__ BlockMoves jobs) {
  u32 line = blockIdx.x, job = blockIdx.y, block = jobs.block[job], slot = jobs.slot[job];
  int side = side_of_block(b);
  for (int i = threadIdx.x; i < side; i += blockDim.x) {
    int row = line == 0 ? 0 : line == 1 ? side - 1 : i, col = line == 2 ? 0 : line == 3 ? side - 1 : i;
    u32 label = b.labels[pool_index(b, slot, tile_of_cell(b, row, col)) + label_at(row % TILE, col % TILE)];
    b.edge_labels[((u64)block * 4 + line) * side + i] = label <= b.limit ? label : UNREACHED;
  }
  if (line == 0 && threadIdx.x == 0) b.slot_of[block] = b.block_in[slot] = -1;
}

// Four rows of four tiles side by side, of which a lane has column `lane` of each, as the host has them:
// a lane gets four cells of one row side by side.
__device__ __forceinline__ uint4 side_by_side(const u32 (&label)[4][4], int row, int lane) {
  u32 cells[4];
#pragma unroll
  for (int k = 0; k < 4; k++) {
    cells[k] = 0;
#pragma unroll
    for (int tile = 0; tile < 4; tile++) {
      u32 cell = __shfl_sync(ALL_LANES, label[tile][row], lane % 8 * 4 + k);
      if (lane / 8 == tile) cells[k] = cell;
    }
  }
  return make_uint4(cells[0], cells[1], cells[2], cells[3]);
}

// Writes the labels of blocks that left to the host, drops those past the limit, and counts. A warp
// takes four rows of a block at a time.
// to: the field's first cell, or the first stage where jobs have stages. pitch: cells of a row there.
// wide: all rows there begin at multiples of 16 bytes, and blocks are no smaller than 128.
extern "C" __global__ void __launch_bounds__(256)
send(const __grid_constant__ Blocks b, const __grid_constant__ BlockMoves jobs, u32 count, u32* to, u64 pitch, u32 wide) {
  u32 lane = threadIdx.x & 31, warps = gridDim.x * blockDim.x / 32;
  u32 strips = side_of_block(b) / 4, across = 1u << across_shift(b), together = wide ? 4 : 1;
  for (u32 unit = (blockIdx.x * blockDim.x + threadIdx.x) / 32; unit < count * strips; unit += warps) {
    u32 job = unit / strips, strip = unit % strips, block = jobs.block[job], stage = jobs.stage[job];
    u64 top = block / b.block_cols << b.shift, left = block % b.block_cols << b.shift;
    int rows = min((int)(b.grid.rows - top) - 4 * (int)strip, 4), cols = b.grid.cols - left;
    if (rows <= 0) continue;
    u32* line = to + (stage == NOWHERE ? top * pitch + left : (u64)stage << 2 * b.shift) + 4 * strip * pitch;
    const uint4* from = (const uint4*)(b.labels + pool_index(b, jobs.slot[job], (strip / 8) << across_shift(b)));
    from += strip % 8 * TILE + lane;
    u32 reached = 0, largest = 0;
    for (u32 first = 0; first < across; first += together) {
      u32 label[4][4];
#pragma unroll
      for (int i = 0; i < 4; i++) {
        if (i >= (int)together) continue;
        uint4 chunk = __ldcs(from + (first + i) * (CELLS / 4));
        label[i][0] = chunk.x, label[i][1] = chunk.y, label[i][2] = chunk.z, label[i][3] = chunk.w;
#pragma unroll
        for (int k = 0; k < 4; k++)
          if (label[i][k] <= b.limit) reached++, largest = max(largest, label[i][k]);
          else label[i][k] = UNREACHED;
      }
      int col = first * TILE + lane * together;
#pragma unroll
      for (int k = 0; k < 4; k++) {
        if (wide) {
          uint4 cells = side_by_side(label, k, lane);
          if (k < rows && col < cols) *(uint4*)(line + k * pitch + col) = cells;
        } else if (k < rows && col < cols) {
          line[k * pitch + col] = label[0][k];
        }
      }
    }
    reached = warp_sum(reached);
    largest = ~warp_min(~largest);
    if (lane == 0 && reached) {
      atomicAdd(b.summary + 2 * block, reached);
      atomicMax(b.summary + 2 * block + 1, largest);
    }
  }
}

// Says how far the rounds of the turn that begins may run ahead.
extern "C" __global__ void begin_turn(const __grid_constant__ Blocks b, u32 ceiling) { *b.ceiling = ceiling; }

#if STRAIGHT
// Has the tiles around a cell settled, which has this label though it did not fall while its tile was settled.
__device__ __forceinline__ void wake_around(const Blocks& b, int row, int col, u32 label) {
  for (int k = 0; k < 9; k++) {
    int r = row + k / 3 - 1, c = col + k % 3 - 1;
    if (r < 0 || c < 0 || r >= b.grid.rows || c >= b.grid.cols) continue;
    atomicMin(b.keys + tile_at(b, r, c), label);
    if (b.slot_of[block_at(b, r, c)] >= 0) atomicMin(&b.rounds->smallest, label);
  }
}
#endif

// Puts starts into a block that has just come in: one CUDA block. starts: row and column in the
// block, and label.
extern "C" __global__ void enter_starts(const __grid_constant__ Blocks b, u32 block, const u32* starts, u32 count) {
  for (u32 i = threadIdx.x; i < count; i += blockDim.x) {
    int row = starts[3 * i], col = starts[3 * i + 1];
    u64 base = pool_index(b, b.slot_of[block], tile_of_cell(b, row, col));
    u32 before = atomicMin(b.labels + base + label_at(row % TILE, col % TILE), starts[3 * i + 2]);
    if (before >= UNREACHED) atomicAdd(&b.totals->settled, (u64)1);
#if STRAIGHT
    int side = side_of_block(b);
    if (before > starts[3 * i + 2]) // else the block was here before, and those around know
      wake_around(b, block / b.block_cols * side + row, block % b.block_cols * side + col, starts[3 * i + 2]);
#endif
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
extern "C" __global__ void take_edges(const __grid_constant__ Blocks b, const u32* listed, const u32* edges) {
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
      if (b.slot_of[block_at(b, r, c)] >= 0) atomicMin(&b.rounds->smallest, label);
    }
  }
  if (line == 0 && threadIdx.x == 0) b.seen[block] = 1;
}
