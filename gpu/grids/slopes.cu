// Heights into the tiled layout, and cells that were lost on slopes.
#include "slopes/steps.cuh"
#include "grid8.cuh"

// One block a tile of the band that starts at row `top`, a multiple of TILE; high and low: of the band's cells.
extern "C" __global__ void heights_to_tiles(const u16* high, const u8* low, u32* heights, int top, int band_rows,
                                            int cols, int tile_cols) {
  int tile_row = blockIdx.x / tile_cols, tile_col = blockIdx.x % tile_cols;
  u32 tile = (top / TILE + tile_row) * tile_cols + tile_col;
  for (int i = threadIdx.x; i < CELLS / 4; i += blockDim.x) {
    int row = i / TILE * 4, col = i % TILE, c = tile_col * TILE + col;
    u32 four[4];
    for (int k = 0; k < 4; k++) {
      int r = tile_row * TILE + row + k;
      u64 at = (u64)r * cols + c;
      four[k] = r < band_rows && c < cols ? (u32)high[at] << 8 | low[at] : UNKNOWN_HEIGHT;
    }
    u32* words = heights + (u64)tile * HEIGHT_WORDS + height_word(row, col);
    words[0] = four[0] | four[1] << 24;
    words[TILE] = four[1] >> 8 | four[2] << 16;
    words[2 * TILE] = four[2] >> 16 | four[3] << 8;
  }
}

__device__ __forceinline__ u32 height_at(const Grid& grid, const Slopes& slopes, int row, int col) {
  const u32* heights = heights_of(slopes, row / TILE * grid.tile_cols + col / TILE);
  return height_in(height_words(heights, row % TILE, col % TILE), row % TILE);
}

// `outgrown` of tile_layout.cu, on slopes: sets *lost where a step leads from a reached cell to an unreached one.
extern "C" __global__ void outgrown_on_slopes(const __grid_constant__ Grid grid, const __grid_constant__ Slopes slopes,
                                              const u32* labels, u32* lost) {
  u32 tile = blockIdx.x;
  int top = (int)(tile / grid.tile_cols) * TILE, left = (int)(tile % grid.tile_cols) * TILE;
  for (int i = threadIdx.x; i < CELLS; i += blockDim.x) {
    int row = top + i / TILE, col = left + i % TILE;
    if (!inside(grid, row, col) || labels[label_address(grid, row, col)] < UNREACHED) continue;
    if (half_at(grid, row, col, 1) >= BARRIER) continue;
    u32 height = height_at(grid, slopes, row, col);
    for (int k = 0; k < 8; k++) {
      int r = row + neighbour_row(k), c = col + neighbour_col(k), kind = kind_of(k);
      if (!inside(grid, r, c) || labels[label_address(grid, r, c)] >= UNREACHED) continue;
      u32 halves = half_costs(half_at(grid, row, col, kind), half_at(grid, r, c, kind));
      BothWays cost = price_step(slopes, kind, halves, height_at(grid, slopes, r, c), height);
      if (cost.there < NO_STEP) *lost = 1;
    }
  }
}
