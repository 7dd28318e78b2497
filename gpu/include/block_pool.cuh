// Blocks of a grid that is larger than the device's memory: which are here, and where their cells lie.
//
// A block is side × side cells, a power of two, and has `each` tiles. Tile t of the grid is tile
// t % each of block t / each, whether the block is here or not; its key waits in `keys` all the same. A block that is
// here has a slot of the pool. Of one that was here its outer cells are kept, its edge, so that the
// tiles beside it have their halo. Of one that never was here, nothing is known: it is unreached, and
// its half costs are taken for nothing, so that a step into it is judged too short rather than too
// long. Its tiles are then settled for nothing at worst.
//
// Tables change between kernels only.
#pragma once
#include "tile_grid.cuh"

struct Round {
  u32 smallest; // key of a tile that is here
  u32 delta;    // ticks
  u32 active, waiting, ticket, pad[3];
};

struct Totals {
  u64 visits, settled;
  u32 active, waiting, threshold, longest_half;
};

struct Blocks {
  Grid grid;           // its values are the pool's, slots × each × CELLS
  u32* labels;         // slots × each × CELLS
  u32* keys;           // blocks × each
  int* slot_of;        // blocks, -1 where not here
  int* block_in;       // slots, -1 where free
  u8* seen;            // blocks, whether the edge is known
  u8* fresh;           // blocks, whether starts were put in
  u32* edge_labels;    // blocks × 4 × side
  value_t* edge_values; // the same
  u32* list;           // slots × each, tiles of the round
  Round* rounds;       // 3, by turns this one, the next and the one after; a turn begins with the first
  u32* ceiling;        // 1, keys above it wait for another turn
  Totals* totals;
  u32* largest;        // blocks, bound of the labels
  u32* summary;        // 2 × blocks, reached cells and largest label when last taken out
  int block_cols, shift; // side = 1 << shift
  u32 slots, limit, counting;
  u32 wanted, lowest_delta, highest_delta; // tiles a round; bounds of Δ
};

struct EdgeCell {
  u32 label;
  HalfCost half;
};

__device__ __forceinline__ int side_of_block(const Blocks& b) { return 1 << b.shift; }

// Row or column as a block's number and the place in the block.
__device__ __forceinline__ int block_index(const Blocks& b, int at) { return at >> b.shift; }
__device__ __forceinline__ int in_block(const Blocks& b, int at) { return at & (side_of_block(b) - 1); }

// Tiles of a block are numbered row by row.
__device__ __forceinline__ int across_shift(const Blocks& b) { return b.shift - 5; }
__device__ __forceinline__ u32 tiles_each(const Blocks& b) { return 1u << 2 * across_shift(b); }
__device__ __forceinline__ u32 block_of_tile(const Blocks& b, u32 tile) { return tile >> 2 * across_shift(b); }
__device__ __forceinline__ u32 tile_in_block(const Blocks& b, u32 tile) { return tile & (tiles_each(b) - 1); }
__device__ __forceinline__ int tile_top(const Blocks& b, u32 place) { return (place >> across_shift(b)) * TILE; }
__device__ __forceinline__ int tile_left(const Blocks& b, u32 place) {
  return (place & ((1u << across_shift(b)) - 1)) * TILE;
}

// Where the cells of a tile of a slot begin in the pool.
__device__ __forceinline__ u64 pool_index(const Blocks& b, int slot, u32 place) {
  return (((u64)slot << 2 * across_shift(b)) + place) * CELLS;
}

// The tile of a cell, both within the block.
__device__ __forceinline__ u32 tile_of_cell(const Blocks& b, int row, int col) {
  return (row / TILE << across_shift(b)) + col / TILE;
}

// Place of an outer cell in its block's edge: top row, bottom row, left column, right column.
__device__ __forceinline__ u64 edge_index(const Blocks& b, int block, int row, int col) {
  int side = side_of_block(b);
  int place = row == 0 ? col : row == side - 1 ? side + col : col == 0 ? 2 * side + row : 3 * side + row;
  return ((u64)block << (b.shift + 2)) + place;
}

__device__ __forceinline__ HalfCost free_of_cost() {
  HalfCost h;
  h.vertical = h.diagonal = 0;
#if !SQUARE
  h.horizontal = 0;
#endif
  return h;
}

__device__ __forceinline__ int block_at(const Blocks& b, int row, int col) {
  return block_index(b, row) * b.block_cols + block_index(b, col);
}

__device__ __forceinline__ u32 tile_at(const Blocks& b, int row, int col) {
  u32 first = (u32)block_at(b, row, col) << 2 * across_shift(b);
  return first + tile_of_cell(b, in_block(b, row), in_block(b, col));
}

// Any cell of a halo; a barrier outside the grid.
__device__ __forceinline__ EdgeCell cell_at(const Blocks& b, const HalfCost* table, int row, int col) {
  EdgeCell cell;
  cell.label = UNREACHED;
  cell.half = barrier();
  if (row < 0 || col < 0 || row >= b.grid.rows || col >= b.grid.cols) return cell;
  int block = block_at(b, row, col), slot = b.slot_of[block];
  row = in_block(b, row), col = in_block(b, col);
  if (slot >= 0) {
    u64 base = pool_index(b, slot, tile_of_cell(b, row, col));
    cell.label = __ldcg(b.labels + base + label_at(row % TILE, col % TILE));
    cell.half = priced(b.grid, table, b.grid.values[base + value_at(row % TILE, col % TILE)]);
  } else if (b.seen[block]) {
    u64 at = edge_index(b, block, row, col);
    cell.label = b.edge_labels[at];
    cell.half = priced(b.grid, table, b.edge_values[at]);
  } else {
    cell.half = free_of_cost();
  }
  return cell;
}
