// All distances in the core, and the hierarchy as queries read it.
//
// Source: Katz, Kider, "All-pairs shortest-paths for large graphs on the GPU", Graphics Hardware 2008 (Floyd and
// Warshall by tiles in shared memory).
#include "ch_contraction.cuh"

#ifndef TILE
#define TILE 64
#endif

#define ACROSS 4                // and down: entries of a thread
#define SIDE (TILE / ACROSS)    // threads of a tile's side
#define THREADS (SIDE * SIDE)

struct Square {
  u32* entries; // side * side, side in whole tiles; UNREACHED where there is none
  u32 side;
};

// The steps of the core, a thread a node; a distance of 0 to itself.
extern "C" __global__ void fill_core(Contraction c, Square square) {
  const ShrinkingGraph graph = overlay_of(c);
  const u32 node = blockIdx.x * blockDim.x + threadIdx.x;
  if (node >= c.state->nodes) return;
  const u64 at = (u64)node * square.side;
  const StepRow row = graph.rows[2 * node + OUT];
  for (u32 k = 0; k < row.count; k++) {
    const RowStep step = graph.steps[row.first + k];
    square.entries[at + step.other] = step.cost;
  }
  square.entries[at + node] = 0;
  c.state_at[node] = graph.state[node];
  c.place_of[graph.state[node]] = node;
}

__device__ __forceinline__ u32* corner(const Square& square, u32 down, u32 across) {
  return square.entries + (u64)down * TILE * square.side + across * TILE;
}

__device__ __forceinline__ void bring_tile(u32 (*tile)[TILE], const u32* from, u32 side) {
  for (u32 k = threadIdx.x; k < TILE * TILE; k += THREADS) tile[k / TILE][k % TILE] = from[(u64)(k / TILE) * side + k % TILE];
}

// The least of what a tile has and all sums of an entry of `left` and one of `right`; a thread has every
// SIDE-th entry down and across.
__device__ __forceinline__ void least_sums(u32 (*left)[TILE], u32 (*right)[TILE], u32* to, u32 side) {
  const u32 x = threadIdx.x % SIDE, y = threadIdx.x / SIDE;
  u32 best[ACROSS][ACROSS];
#pragma unroll
  for (u32 i = 0; i < ACROSS; i++)
#pragma unroll
    for (u32 j = 0; j < ACROSS; j++) best[i][j] = to[(u64)(y + i * SIDE) * side + x + j * SIDE];
#pragma unroll 8
  for (u32 k = 0; k < TILE; k++) {
    u32 a[ACROSS], b[ACROSS];
#pragma unroll
    for (u32 i = 0; i < ACROSS; i++) a[i] = left[y + i * SIDE][k], b[i] = right[k][x + i * SIDE];
#pragma unroll
    for (u32 i = 0; i < ACROSS; i++)
#pragma unroll
      for (u32 j = 0; j < ACROSS; j++) best[i][j] = __viaddmin_u32(a[i], b[j], best[i][j]);
  }
#pragma unroll
  for (u32 i = 0; i < ACROSS; i++)
#pragma unroll
    for (u32 j = 0; j < ACROSS; j++) to[(u64)(y + i * SIDE) * side + x + j * SIDE] = best[i][j];
}

// One block: a tile on the diagonal by itself. An entry that is read while another thread lowers it is that of
// the row or column `k`, which k does not change.
extern "C" __global__ void close_pivot(Square square, u32 pivot) {
  __shared__ u32 tile[TILE][TILE];
  u32* own = corner(square, pivot, pivot);
  bring_tile(tile, own, square.side);
  __syncthreads();
  for (u32 k = 0; k < TILE; k++) {
    for (u32 e = threadIdx.x; e < TILE * TILE; e += THREADS) {
      const u32 sum = tile[e / TILE][k] + tile[k][e % TILE];
      if (sum < tile[e / TILE][e % TILE]) tile[e / TILE][e % TILE] = sum;
    }
    __syncthreads();
  }
  for (u32 e = threadIdx.x; e < TILE * TILE; e += THREADS) own[(u64)(e / TILE) * square.side + e % TILE] = tile[e / TILE][e % TILE];
}

// A block for each other tile of the pivot's row (grid's first half) and column.
extern "C" __global__ void close_cross(Square square, u32 pivot) {
  __shared__ u32 left[TILE][TILE], right[TILE][TILE];
  const u32 tiles = square.side / TILE, number = blockIdx.x % tiles;
  const bool across = blockIdx.x < tiles;
  if (number == pivot) return;
  u32* own = across ? corner(square, pivot, number) : corner(square, number, pivot);
  bring_tile(across ? left : right, corner(square, pivot, pivot), square.side);
  bring_tile(across ? right : left, own, square.side);
  __syncthreads();
  least_sums(left, right, own, square.side);
}

// A block for each tile that is in neither.
extern "C" __global__ void close_rest(Square square, u32 pivot) {
  __shared__ u32 left[TILE][TILE], right[TILE][TILE];
  const u32 tiles = square.side / TILE, across = blockIdx.x % tiles, down = blockIdx.x / tiles;
  if (across == pivot || down == pivot) return;
  bring_tile(left, corner(square, down, pivot), square.side);
  bring_tile(right, corner(square, pivot, across), square.side);
  __syncthreads();
  least_sums(left, right, corner(square, down, across), square.side);
}

// Steps of one direction to where queries read them, states replaced by places.
extern "C" __global__ void place_steps(const RowStep* from, u32 count, const u32* place_of, RowStep* to) {
  for (u64 k = (u64)blockIdx.x * blockDim.x + threadIdx.x; k < count; k += (u64)gridDim.x * blockDim.x)
    to[k] = {place_of[from[k].other], from[k].cost};
}

// Where the steps of each place begin: none at the core's, then from `shift` on.
extern "C" __global__ void place_rows(const u32* from, u32 places, u32 core, u32 shift, u32 steps, u32* first) {
  const u32 place = blockIdx.x * blockDim.x + threadIdx.x;
  if (place <= places) first[place] = place == places ? steps : place < core ? 0 : from[place] - shift;
}

// The steps into core places, a thread a place. first : uint32, places + 1.
extern "C" __global__ void place_core_steps(Contraction c, const u32* first, RowStep* steps, u32* middle) {
  const ShrinkingGraph graph = overlay_of(c);
  const u32 node = blockIdx.x * blockDim.x + threadIdx.x;
  if (node >= c.state->nodes) return;
  const StepRow row = graph.rows[2 * node + IN];
  for (u32 k = 0; k < row.count; k++) {
    steps[first[node] + k] = graph.steps[row.first + k];
    middle[first[node] + k] = graph.middle[row.first + k];
  }
}
