// Phases over listed cells or over all cells: the twin of raster/solvers/adaptive_threads.py.
//
// In a phase the cells that fell in the one before offer their labels to their neighbours. They
// read one copy of the labels, `source`, and lower those of the other, `target`; then the copies
// change roles. Wherever no mark is, both copies hold the same when a phase begins. So a phase does
// not depend on the order of work, and both kernels give the same labels and the same marks.
//
// Marks say which cells fell. A listed phase clears the marks it serves and needs empty ones to
// set; a phase over all cells leaves its own and writes all those of the next.
#include "grid_phases.cuh"

#define BLOCK_WARPS (THREADS / 32)
#define STRIP_ROWS 4 // of a tile; the labels of a column lie in one chunk
#define STRIPS (TILE / STRIP_ROWS)
#define SCANNED 4 // tiles a warp looks at in one go

struct CellCopies {
  const u32* source;
  u32* target;
  u32 *marks, *marked; // of the cells to be served, and of those that fall
};

__device__ __forceinline__ CellCopies copies_of(const GridPhases& s, u32 parity) {
  CellCopies c = {parity ? s.spare : s.labels, parity ? s.labels : s.spare, s.marks[parity], s.marks[parity ^ 1]};
  return c;
}

// -- prices

#if VALUE == 1
// The block's own copy of the table: what lies in L1 is forgotten between two phases.
__shared__ HalfCost prices[256];
#endif

__device__ __forceinline__ void load_prices(const Grid& grid) {
#if VALUE == 1
  for (int code = threadIdx.x; code < 256; code += THREADS) prices[code] = half_cost(grid, code);
#endif
}

__device__ __forceinline__ HalfCost price(const Grid& grid, value_t value) {
#if VALUE == 1
  return prices[value];
#else
  return half_cost(grid, value);
#endif
}

__device__ __forceinline__ HalfCost price_at(const Grid& grid, int row, int col) {
  return price(grid, __ldg(grid.values + cell_index(grid, row, col) + value_at(row % TILE, col % TILE)));
}

// -- listed cells

__device__ __forceinline__ u64 mark_word(const Grid& grid, int row, int col) {
  return ((u64)(row / TILE) * grid.tile_cols + col / TILE) * TILE + row % TILE;
}

// First place in the next list for the `count` cells of each lane. All lanes must call.
__device__ __forceinline__ u64 list_places(const GridPhases& s, u32 count, int lane) {
  u32 before = count;
  for (int away = 1; away < 32; away *= 2) {
    u32 other = __shfl_up_sync(ALL_LANES, before, away);
    if (lane >= away) before += other;
  }
  u32 all = __shfl_sync(ALL_LANES, before, 31);
  u64 base = 0;
  if (lane == 0 && all) base = atomicAdd(&s.ledger->listed, (u64)all);
  return __shfl_sync(ALL_LANES, base, 0) + before - count;
}

// Offers a cell's label to its neighbours; returns a bit for each that fell for the first time in
// this phase. That is who finds a target no less than the source: exactly one lane of the device.
__device__ __forceinline__ u32 serve(const GridPhases& s, const CellCopies& c, cell_t cell, cell_t (&next)[8],
                                     PhaseTally& tally) {
  const Grid& grid = s.grid;
  Place at = place_of(grid, cell);
  u32 label = c.source[cell], theirs[8], halves[8], first = 0;
  HalfCost own = price_at(grid, at.row, at.col);
#pragma unroll
  for (int k = 0; k < 8; k++) {
    int row = at.row + neighbour_row(k), col = at.col + neighbour_col(k);
    bool there = inside(grid, row, col);
    next[k] = there ? (cell_t)label_address(grid, row, col) : cell;
    theirs[k] = there ? c.source[next[k]] : 0; // 0: no label is below it
    halves[k] = there ? half_towards(price_at(grid, row, col), k) : BARRIER;
  }
  atomicMin(c.target + cell, label);
  c.marks[mark_word(grid, at.row, at.col)] = 0; // so do all that share the word
#pragma unroll
  for (int k = 0; k < 8; k++) {
    u32 arrival = label + half_towards(own, k) + halves[k];
    if (arrival >= theirs[k] || arrival > s.limit) continue;
    if (atomicMin(c.target + next[k], arrival) < theirs[k]) continue;
    first |= 1u << k;
    tally.reached += theirs[k] >= UNREACHED;
    int row = at.row + neighbour_row(k), col = at.col + neighbour_col(k);
    atomicOr(c.marked + mark_word(grid, row, col), 1u << (col % TILE));
  }
  return first;
}

// A phase over the listed cells, a thread for each.
__device__ void listed_cells(const GridPhases& s, u32 parity, u64 count, PhaseTally& tally) {
  CellCopies copies = copies_of(s, parity);
  const cell_t* cells = s.lists[parity];
  cell_t* into = s.lists[parity ^ 1];
  int lane = threadIdx.x & 31;
  // Neighbouring warps lie on different multiprocessors, so that short lists spread over all.
  u64 first = ((u64)(threadIdx.x / 32) * gridDim.x + blockIdx.x) * 32;
  for (u64 base = first; base < count; base += (u64)gridDim.x * THREADS) {
    cell_t next[8];
    u32 fell = 0;
    if (base + lane < count)
      fell = serve(s, copies, cells[base + lane], next, tally);
    u64 place = list_places(s, __popc(fell), lane);
#pragma unroll
    for (int k = 0; k < 8; k++)
      if (fell >> k & 1) {
        if (place < s.places) into[place] = next[k];
        place++;
      }
  }
}

// Lists the marked cells, tile by tile, and clears the marks that the listed phase will set.
__device__ void gather(const GridPhases& s, u32 parity) {
  CellCopies copies = copies_of(s, parity);
  u64 tiles = (u64)s.grid.tile_rows * s.grid.tile_cols, stride = (u64)gridDim.x * BLOCK_WARPS;
  int lane = threadIdx.x & 31;
  for (u64 tile = (u64)blockIdx.x * BLOCK_WARPS + threadIdx.x / 32; tile < tiles; tile += stride) {
    u32 bits = copies.marks[tile * TILE + lane];
    copies.marked[tile * TILE + lane] = 0;
    if (!__any_sync(ALL_LANES, bits)) continue;
    u64 place = list_places(s, __popc(bits), lane);
    for (; bits; bits &= bits - 1, place++)
      if (place < s.places)
        s.lists[parity][place] = (cell_t)(tile * CELLS + label_at(lane, __ffs(bits) - 1));
  }
}

// -- all cells

// Strips of a tile that hold a marked cell or have one beside them, a bit each.
__device__ __forceinline__ u32 lively_strips(const Grid& grid, const u32* marks, u32 tile, int lane,
                                             PhaseTally& tally) {
  u32 tile_row = tile / (u32)grid.tile_cols, tile_col = tile - tile_row * grid.tile_cols;
  bool up = tile_row > 0, down = tile_row + 1 < (u32)grid.tile_rows;
  bool left = tile_col > 0, right = tile_col + 1 < (u32)grid.tile_cols;
  const u32* own = marks + (u64)tile * TILE;
  u32 word = own[lane];
  u32 beside = (left ? own[lane - TILE] >> 31 : 0) | (right ? own[lane + TILE] & 1 : 0);
  // Lanes 0 to 2 look at the row above, lanes 3 to 5 at the row below: left, middle, right.
  int side = lane % 3 - 1;
  bool there = lane < 6 && (lane < 3 ? up : down) && (side != -1 || left) && (side != 1 || right);
  long long away = (long long)(lane < 3 ? -grid.tile_cols : grid.tile_cols) + side;
  u32 edge = there ? own[away * TILE + (lane < 3 ? TILE - 1 : 0)] : 0;
  if (side == -1) edge &= 1u << 31;
  if (side == 1) edge &= 1;
  u32 rows = __ballot_sync(ALL_LANES, word | beside), edges = __ballot_sync(ALL_LANES, edge);
  rows |= rows << 1 | rows >> 1 | ((edges & 7) ? 1u : 0u) | ((edges & 56) ? 1u << 31 : 0u);
  tally.served += __popc(word);
  rows |= rows >> 1;
  rows |= rows >> 2;
  rows &= 0x11111111u; // bit 4k: any of rows 4k to 4k + 3
  return rows;
}

struct Offer {
  u32 vertical, horizontal, diagonal; // label plus half cost by kind of step
};

__device__ __forceinline__ u32 horizontal_half(const HalfCost& half) {
#if SQUARE
  return half.vertical;
#else
  return half.horizontal;
#endif
}

__device__ __forceinline__ Offer offer_of(u32 label, const HalfCost& half) {
  Offer o = {label + half.vertical, label + horizontal_half(half), label + half.diagonal};
  return o;
}

__device__ __forceinline__ Offer offer_at(const Grid& grid, const u32* source, int row, int col) {
  if (!inside(grid, row, col)) return offer_of(UNREACHED, barrier());
  return offer_of(source[label_address(grid, row, col)], price_at(grid, row, col));
}

// Gives each cell of a strip the best of its label and its neighbours' offers, a lane for each
// column, and marks those that fell. The warp alone writes the strip; nobody writes `source`.
__device__ void renew_strip(const GridPhases& s, const CellCopies& c, u32 tile, u32 strip, int lane, PhaseTally& tally) {
  const Grid& grid = s.grid;
  u32 tile_row = tile / (u32)grid.tile_cols, tile_col = tile - tile_row * grid.tile_cols;
  int top = (int)(tile_row * TILE + strip * STRIP_ROWS), col = (int)(tile_col * TILE) + lane;
  u64 chunk = (u64)tile * (CELLS / 4) + strip * TILE + lane;
  uint4 own = ((const uint4*)c.source)[chunk];
  u32 labels[4] = {own.x, own.y, own.z, own.w}, fell[4];
  // Lanes 0 to 5 bring the cells to the left of the strip's rows and of those above and below it,
  // lanes 6 to 11 those to the right.
  int far = lane < 6 ? lane : lane < 12 ? lane - 6 : 0;
  Offer edge = offer_at(grid, c.source, top - 1 + far, (int)(tile_col * TILE) + (lane < 6 ? -1 : TILE));
  const value_t* values = grid.values + (u64)tile * CELLS + value_at((int)strip * STRIP_ROWS, lane);
  HalfCost halves[4];
  Offer offers[6];
  offers[0] = offer_at(grid, c.source, top - 1, col);
  offers[5] = offer_at(grid, c.source, top + 4, col);
#pragma unroll
  for (int i = 0; i < 4; i++) {
    halves[i] = inside(grid, top + i, col) ? price(grid, __ldg(values + i)) : barrier();
    offers[i + 1] = offer_of(labels[i], halves[i]);
  }
  u32 aslant[6], beside[6]; // the better of what the left and the right cell offer
#pragma unroll
  for (int i = 0; i < 6; i++) {
    u32 from = lane == 31 ? 6 + i : i;
    u32 edge_diagonal = __shfl_sync(ALL_LANES, edge.diagonal, from);
    u32 edge_horizontal = __shfl_sync(ALL_LANES, edge.horizontal, from);
    u32 left = __shfl_up_sync(ALL_LANES, offers[i].diagonal, 1);
    u32 right = __shfl_down_sync(ALL_LANES, offers[i].diagonal, 1);
    aslant[i] = min(lane == 0 ? edge_diagonal : left, lane == 31 ? edge_diagonal : right);
    left = __shfl_up_sync(ALL_LANES, offers[i].horizontal, 1);
    right = __shfl_down_sync(ALL_LANES, offers[i].horizontal, 1);
    beside[i] = min(lane == 0 ? edge_horizontal : left, lane == 31 ? edge_horizontal : right);
  }
#pragma unroll
  for (int i = 0; i < 4; i++) {
    u32 best = min(offers[i].vertical, offers[i + 2].vertical) + halves[i].vertical;
    best = min(best, beside[i + 1] + horizontal_half(halves[i]));
    best = min(best, min(aslant[i], aslant[i + 2]) + halves[i].diagonal);
    bool falls = best < labels[i] && best <= s.limit;
    tally.reached += falls && labels[i] >= UNREACHED;
    if (falls) labels[i] = best;
    fell[i] = __ballot_sync(ALL_LANES, falls);
  }
  ((uint4*)c.target)[chunk] = make_uint4(labels[0], labels[1], labels[2], labels[3]);
  if (lane == 0) ((uint4*)c.marked)[(u64)tile * STRIPS + strip] = make_uint4(fell[0], fell[1], fell[2], fell[3]);
  tally.fell |= (fell[0] | fell[1] | fell[2] | fell[3]) != 0;
}

// A phase over all cells. Blocks look at tiles far apart, since fronts make neighbours lively; the
// warps of a block share out the strips where a cell can fall. The others hold the same in both
// copies, and only their marks have to be cleared.
__device__ void all_cells(const GridPhases& s, u32 parity, PhaseTally& tally) {
  __shared__ u32 lively[BLOCK_WARPS * SCANNED * STRIPS];
  __shared__ u32 count;
  CellCopies copies = copies_of(s, parity);
  u64 tiles = (u64)s.grid.tile_rows * s.grid.tile_cols, round = (u64)gridDim.x * BLOCK_WARPS * SCANNED;
  int lane = threadIdx.x & 31, warp = threadIdx.x / 32;
  for (u64 first = 0; first < tiles; first += round) {
    if (threadIdx.x == 0) count = 0;
    __syncthreads();
#pragma unroll
    for (int i = 0; i < SCANNED; i++) {
      u64 tile = first + (u64)(warp * SCANNED + i) * gridDim.x + blockIdx.x;
      if (tile >= tiles) break;
      u32 strips = lively_strips(s.grid, copies.marks, (u32)tile, lane, tally);
      if (!(strips >> (lane & ~3) & 1)) copies.marked[tile * TILE + lane] = 0;
      u32 base = 0;
      if (lane == 0 && strips) base = atomicAdd(&count, (u32)__popc(strips));
      base = __shfl_sync(ALL_LANES, base, 0) + __popc(strips & ((1u << lane) - 1));
      if (strips >> lane & 1) lively[base] = (u32)tile * STRIPS + lane / STRIP_ROWS;
    }
    __syncthreads();
    for (u32 i = warp; i < count; i += BLOCK_WARPS)
      renew_strip(s, copies, lively[i] / STRIPS, lively[i] % STRIPS, lane, tally);
    __syncthreads();
  }
}

extern "C" __global__ void __launch_bounds__(THREADS, 1024 / THREADS) solve(const __grid_constant__ GridPhases s) {
  __shared__ Sums sums;
  long long began = clock64();
  Plan plan = s.ledger->resume;
  if (threadIdx.x == 0) sums.served = sums.reached = 0;
  if (blockIdx.x == 0 && threadIdx.x == 0) s.control->clock = s.ledger->since = nanoseconds();
  load_prices(s.grid);
  __syncthreads();
  while (piece_in(plan) != PAUSE) {
    PhaseTally tally = {0, 0, false};
    u32 parity = parity_in(plan), piece = piece_in(plan);
    if (piece == LISTED) listed_cells(s, parity, count_in(plan), tally);
    else if (piece == ALL) all_cells(s, parity, tally);
    else gather(s, parity);
    plan = conclude(s, plan, tally, sums, [&] { return decide(s, plan, began); });
  }
}
