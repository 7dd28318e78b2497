// In and out of the tiled layout: values in, labels out whole or as a window at a size, summaries.
#include "tile_grid.cuh"
#include "tile_queue.cuh"

#ifndef CODED
#define CODED 0 // 1: what is priced are codes of two bytes, not speeds
#endif

#if PRICED // what is priced later lies as labels do
#if CODED
typedef u16 raw_t;
#else
typedef float raw_t;
#endif
#define raw_at label_at
#else
typedef value_t raw_t;
#define raw_at value_at
#endif

extern "C" __global__ void values_to_tiles(const raw_t* rows_first, raw_t* tiles, int top, int band_rows,
                                           int rows, int cols, int tile_cols) {
  // One block a tile of the band that starts at row `top`, a multiple of TILE.
  int tile_row = blockIdx.x / tile_cols, tile_col = blockIdx.x % tile_cols;
  raw_t* out = tiles + ((u64)(top / TILE + tile_row) * tile_cols + tile_col) * CELLS;
  for (int i = threadIdx.x; i < CELLS; i += blockDim.x) {
    int row = i / TILE, col = i % TILE;
    int r = tile_row * TILE + row, c = tile_col * TILE + col;
    bool inside = r < band_rows && c < cols;
    out[raw_at(row, col)] = inside ? rows_first[(u64)r * cols + c] : (raw_t)0;
  }
}

#if PRICED
struct alignas(4 * sizeof(raw_t)) Four {
  raw_t raw[4];
};

__device__ __forceinline__ HalfCost half_of(const Grid& grid, raw_t raw) {
#if CODED
  HalfCost h;
  h.vertical = __ldg(grid.table + grid.codes + raw), h.diagonal = __ldg(grid.table + 2 * grid.codes + raw);
#if !SQUARE
  h.horizontal = __ldg(grid.table + raw);
#endif
  return h;
#else
  return half_of_speed(grid, raw);
#endif
}

// Packs the half costs of all cells at the tick of the grid. Speeds or codes, labels and packed half costs lie
// in the same order, four rows to a chunk.
extern "C" __global__ void price(const __grid_constant__ Grid grid, const Four* raw, value_t* values, u64 chunks) {
  u64 stride = (u64)gridDim.x * blockDim.x;
  for (u64 i = (u64)blockIdx.x * blockDim.x + threadIdx.x; i < chunks; i += stride) {
    Four four = raw[i];
#pragma unroll
    for (int k = 0; k < 4; k++) values[4 * i + k] = packed(grid, half_of(grid, four.raw[k]));
  }
}
#endif

extern "C" __global__ void labels_to_rows(const u32* tiles, u32* rows_first, int top, int band_rows, int cols,
                                          int tile_cols, u32 limit) {
  int tile_row = blockIdx.x / tile_cols, tile_col = blockIdx.x % tile_cols;
  const u32* in = tiles + ((u64)(top / TILE + tile_row) * tile_cols + tile_col) * CELLS;
  for (int i = threadIdx.x; i < CELLS; i += blockDim.x) {
    int row = i / TILE, col = i % TILE;
    int r = tile_row * TILE + row, c = tile_col * TILE + col;
    if (r >= band_rows || c >= cols) continue;
    u32 label = in[label_at(row, col)];
    rows_first[(u64)r * cols + c] = label <= limit ? label : UNREACHED;
  }
}

struct View {
  const u32* labels;
  int tile_cols, row, col, height, width; // window in cells
  int first, out_rows, out_cols; // first: of the picture's rows, the first that is wanted
  double row_step, col_step; // cells a pixel
  u32 limit;
};

// The kernels below are launched with one row of blocks a row of pixels; rows come in x, of which
// there may be more than 65535.
__device__ __forceinline__ u32 label_of_pixel(const View& v, int i, int j) {
  int row = v.row + min((int)((v.first + i + 0.5) * v.row_step), v.height - 1);
  int col = v.col + min((int)((j + 0.5) * v.col_step), v.width - 1);
  u32 label = __ldcg(v.labels + label_among_tiles(row, col, v.tile_cols));
  return label <= v.limit ? label : UNREACHED;
}

extern "C" __global__ void view_labels(const __grid_constant__ View v, u32* out) {
  int i = blockIdx.x, j = blockIdx.y * blockDim.x + threadIdx.x;
  if (j < v.out_cols) out[(u64)i * v.out_cols + j] = label_of_pixel(v, i, j);
}

// Labels where rows and columns meet; a block of threads for a row, and as many for its columns.
extern "C" __global__ void labels_at(const u32* labels, int tile_cols, u32 limit, const int* rows, const int* cols,
                                     int out_cols, u32* out) {
  int j = blockIdx.y * blockDim.x + threadIdx.x;
  if (j >= out_cols) return;
  int row = rows[blockIdx.x], col = cols[j];
  u32 label = labels[label_among_tiles(row, col, tile_cols)];
  out[(u64)blockIdx.x * out_cols + j] = label <= limit ? label : UNREACHED;
}

extern "C" __global__ void view_seconds(const __grid_constant__ View v, double tick, float* out) {
  int i = blockIdx.x, j = blockIdx.y * blockDim.x + threadIdx.x;
  if (j >= v.out_cols) return;
  u32 label = label_of_pixel(v, i, j);
  out[(u64)i * v.out_cols + j] = label < UNREACHED ? (float)(label * tick) : __int_as_float(0x7f800000);
}

// First of the ascending limits (ticks) that holds the label; 255 where none does.
extern "C" __global__ void view_classes(const __grid_constant__ View v, const u32* limits, int bands, u8* out) {
  int i = blockIdx.x, j = blockIdx.y * blockDim.x + threadIdx.x;
  if (j >= v.out_cols) return;
  u32 label = label_of_pixel(v, i, j);
  int low = 0, high = bands;
  while (low < high) {
    int middle = (low + high) / 2;
    if (limits[middle] < label) low = middle + 1;
    else high = middle;
  }
  out[(u64)i * v.out_cols + j] = label < UNREACHED && low < bands ? (u8)low : 255;
}

// Reached cells and largest label within the limit. summary: u64 reached, u64 largest.
extern "C" __global__ void summarise(const uint4* labels, u64 chunks, u32 limit, u64* summary) {
  u32 reached = 0, largest = 0;
  u64 stride = (u64)gridDim.x * blockDim.x;
  for (u64 i = (u64)blockIdx.x * blockDim.x + threadIdx.x; i < chunks; i += stride) {
    uint4 chunk = __ldcs(labels + i);
    u32 four[4] = {chunk.x, chunk.y, chunk.z, chunk.w};
#pragma unroll
    for (int k = 0; k < 4; k++)
      if (four[k] <= limit) reached++, largest = max(largest, four[k]);
  }
  reached = warp_sum(reached);
  largest = ~warp_min(~largest);
  if ((threadIdx.x & 31) == 0) {
    atomicAdd(summary, (u64)reached);
    atomicMax(summary + 1, (u64)largest);
  }
}

// Sets *lost where a reached cell has an unreached neighbour that can be entered.
extern "C" __global__ void outgrown(const __grid_constant__ Grid grid, const u32* labels, u32* lost) {
  u64 tile = blockIdx.x;
  int top = (int)(tile / grid.tile_cols) * TILE, left = (int)(tile % grid.tile_cols) * TILE;
  for (int i = threadIdx.x; i < CELLS; i += blockDim.x) {
    int row = top + i / TILE, col = left + i % TILE;
    if (row >= grid.rows || col >= grid.cols) continue;
    u64 at = tile * CELLS;
    if (labels[at + label_at(i / TILE, i % TILE)] < UNREACHED) continue;
    HalfCost own = half_cost(grid, grid.values[at + value_at(i / TILE, i % TILE)]);
    for (int k = 0; k < 9; k++) {
      int r = row + k / 3 - 1, c = col + k % 3 - 1;
      if (r < 0 || r >= grid.rows || c < 0 || c >= grid.cols) continue;
      u64 there = cell_index(grid, r, c) + label_at(r % TILE, c % TILE);
      u32 half = k % 2 == 0 ? own.diagonal : own.vertical;
#if !SQUARE
      if (k == 3 || k == 5) half = own.horizontal;
#endif
      if (half < BARRIER && labels[there] < UNREACHED) *lost = 1;
    }
  }
}

// Fills the labels and the words of the tiles before a solve.
extern "C" __global__ void forget(uint4* labels, u64 chunks, uint2* words, u64 tiles) {
  u64 stride = (u64)gridDim.x * blockDim.x, first = (u64)blockIdx.x * blockDim.x + threadIdx.x;
  for (u64 i = first; i < chunks; i += stride)
    __stcs(labels + i, make_uint4(UNREACHED, UNREACHED, UNREACHED, UNREACHED));
  for (u64 i = first; i < tiles; i += stride) words[i] = make_uint2(IDLE, UNREACHED);
}

// Enters the starts. packed: the control block, then (address low, address high, label) a start
// cell, then (tile, key) a tile that holds one. One block.
extern "C" __global__ void enter(const u32* packed, int control_words, int cells, int tiles,
                                 u32* control, u32* counts, u32* labels, uint2* words,
                                 u64* ring, u64* tickets, int workers) {
  for (int i = threadIdx.x; i < control_words; i += blockDim.x) control[i] = packed[i];
  for (int i = threadIdx.x; i < 3 * BUCKETS; i += blockDim.x) counts[i] = i == BUCKETS ? tiles : 0;
  for (int i = threadIdx.x; i < workers; i += blockDim.x) tickets[i] = 0;
  packed += control_words;
  for (int i = threadIdx.x; i < cells; i += blockDim.x)
    labels[(u64)packed[3 * i + 1] << 32 | packed[3 * i]] = packed[3 * i + 2];
  packed += 3 * cells;
  for (int i = threadIdx.x; i < tiles; i += blockDim.x) {
    words[packed[2 * i]] = make_uint2(QUEUED, packed[2 * i + 1]);
    ring[SECTOR * i] = (u64)FIRST << 32 | packed[2 * i]; // at work under slot 0, the first bucket's
  }
}
