// One to all for a batch of sources in a contracted search graph. Their labels of a place lie side by side, four
// to a thread, so that one look at a step serves all of them.
#ifndef THREADS
#define THREADS 256
#endif
#include "ch_upward.cuh"

#define FOUR 4       // labels that a thread lowers at a time; rows of the core at a time; steps asked for at a time
#define CORE_PARTS 8 // threads that share the way into a place of the core
#define TILE 32      // destinations and columns that change places together
#define MOST_COLUMNS 256

struct Batch {
  Csr up, down;            // steps out of places, steps into them
  const u32* core;         // (core_size, core_width), row j of what leads to place j; the rest UNREACHED
  const u32* first_place;  // of levels
  const u32* place_of;     // states
  u32* labels;             // (places, columns)
  const u32* limit;        // one word, ticks
  u32 columns;             // a power of two, 8 or more
  u32 core_size, core_width, levels;
};

struct BatchSeeds {
  const u32 *first, *states, *ticks; // by column
};

// All labels to UNREACHED, four a thread.
extern "C" __global__ void clear(uint4* labels, u64 fours) {
  const u64 i = (u64)blockIdx.x * THREADS + threadIdx.x;
  if (i < fours) labels[i] = {UNREACHED, UNREACHED, UNREACHED, UNREACHED};
}

// A block for each column.
extern "C" __global__ void __launch_bounds__(THREADS) climb_batch(Batch b, BatchSeeds seeds) {
  __shared__ Rising rising;
  const u32 column = blockIdx.x;
  const Ascent ascent = {b.up, b.labels + column, b.columns, *b.limit};
  const bool whole = climb(ascent, rising, [&] {
    for (u32 k = seeds.first[column] + threadIdx.x; k < seeds.first[column + 1]; k += THREADS)
      offer(ascent, rising, 0, b.place_of[seeds.states[k]], seeds.ticks[k]);
  });
  if (whole) return;
  for (u32 level = b.levels - 1; level; level--) {
    pass_on_all(ascent, b.first_place[level], b.first_place[level + 1], threadIdx.x, THREADS);
    __syncthreads();
  }
}

__device__ __forceinline__ void lower_by(uint4& best, const uint4& label, u32 cost) {
  best.x = min(best.x, label.x + cost);
  best.y = min(best.y, label.y + cost);
  best.z = min(best.z, label.z + cost);
  best.w = min(best.w, label.w + cost);
}

__device__ __forceinline__ void lower_within(u32* label, u32 known, u32 best, u32 limit) {
  if (best < known && best <= limit) atomicMin(label, best);
}

// Across the core: a thread has FOUR columns, FOUR rows and a part of what leads to them. Labels fall in place:
// one that has fallen already is that of a way, too.
extern "C" __global__ void __launch_bounds__(THREADS) cross_core(Batch b) {
  const u32 fours = b.columns / FOUR, rows = (b.core_size + FOUR - 1) / FOUR;
  const u64 thread = (u64)blockIdx.x * THREADS + threadIdx.x;
  const u32 four = (u32)(thread % fours), row = (u32)(thread / fours % rows), part = (u32)(thread / fours / rows);
  if (part >= CORE_PARTS) return;
  const uint4* labels = (const uint4*)b.labels + four;
  uint4 best[FOUR];
#pragma unroll
  for (u32 r = 0; r < FOUR; r++) best[r] = {UNREACHED, UNREACHED, UNREACHED, UNREACHED};
  for (u32 i = part * FOUR; i < b.core_size; i += CORE_PARTS * FOUR) {
    uint4 label[FOUR];
#pragma unroll
    for (u32 k = 0; k < FOUR; k++) label[k] = labels[(u64)min(i + k, b.core_size - 1) * fours];
#pragma unroll
    for (u32 r = 0; r < FOUR; r++) {
      const u32 to = min(row * FOUR + r, b.core_size - 1);
      const uint4 cost = __ldg((const uint4*)(b.core + (u64)to * b.core_width + i));
      lower_by(best[r], label[0], cost.x);
      lower_by(best[r], label[1], cost.y);
      lower_by(best[r], label[2], cost.z);
      lower_by(best[r], label[3], cost.w);
    }
  }
  const u32 limit = *b.limit;
  for (u32 r = 0; r < FOUR && row * FOUR + r < b.core_size; r++) {
    u32* label = b.labels + ((u64)(row * FOUR + r) * b.columns + four * FOUR);
    const uint4 known = *(const uint4*)label;
    lower_within(label, known.x, best[r].x, limit);
    lower_within(label + 1, known.y, best[r].y, limit);
    lower_within(label + 2, known.z, best[r].z, limit);
    lower_within(label + 3, known.w, best[r].w, limit);
  }
}

__device__ __forceinline__ u32 within(u32 label, u32 limit) { return label > limit ? UNREACHED : label; }

// One level: places from `first` up to `end`.
extern "C" __global__ void __launch_bounds__(THREADS) sweep_level(Batch b, u32 first, u32 end) {
  const u32 fours = b.columns / FOUR;
  const u64 thread = (u64)blockIdx.x * THREADS + threadIdx.x;
  const u64 place = first + thread / fours, four = thread % fours;
  if (place >= end) return;
  const uint4* labels = (const uint4*)b.labels + four;
  const u32 last = __ldg(b.down.first_out + place + 1), limit = *b.limit;
  uint4 best = labels[place * fours];
  for (u32 k = __ldg(b.down.first_out + place); k < last; k += FOUR) {
    uint2 step[FOUR]; // place and cost
    uint4 label[FOUR];
#pragma unroll
    for (u32 j = 0; j < FOUR; j++) step[j] = __ldg((const uint2*)b.down.steps + min(k + j, last - 1));
#pragma unroll
    for (u32 j = 0; j < FOUR; j++) label[j] = labels[(u64)step[j].x * fours];
#pragma unroll
    for (u32 j = 0; j < FOUR; j++) lower_by(best, label[j], step[j].y);
  }
  best = {within(best.x, limit), within(best.y, limit), within(best.z, limit), within(best.w, limit)};
  ((uint4*)b.labels)[place * fours + four] = best;
}

// Destinations: number k is states[first[k]] up to states[first[k + 1]], the least of which counts; or states[k],
// where first is null.
struct Destinations {
  const u32 *first, *states;
  const u32* vertices; // null where no start is at once at its vertex
  u32 count, unused;
};

// The vertex at which a column's start is at once, and when; columns.
struct OwnVertices {
  const u32 *vertices, *ticks;
};

__device__ __forceinline__ u32 label_at(const Batch& b, const Destinations& d, const OwnVertices& own, u32 k, u32 column) {
  const u32 begin = d.first ? d.first[k] : k, end = d.first ? d.first[k + 1] : k + 1;
  u32 best = UNREACHED;
  for (u32 s = begin; s < end; s++) best = min(best, b.labels[(u64)__ldg(b.place_of + d.states[s]) * b.columns + column]);
  if (d.vertices && d.vertices[k] == own.vertices[column]) best = min(best, own.ticks[column]);
  return best;
}

// times : (wanted, count), of the columns before `wanted`.
extern "C" __global__ void __launch_bounds__(THREADS)
    collect(Batch b, Destinations d, OwnVertices own, u32 wanted, u32* times) {
  __shared__ u32 tile[TILE][TILE + 1];
  const u32 lane = threadIdx.x % TILE, row = threadIdx.x / TILE;
  const u64 from = (u64)blockIdx.x * TILE, column = blockIdx.y * TILE;
  for (u32 k = row; k < TILE; k += THREADS / TILE)
    if (from + k < d.count && column + lane < wanted) tile[k][lane] = label_at(b, d, own, from + k, column + lane);
  __syncthreads();
  for (u32 c = row; c < TILE; c += THREADS / TILE)
    if (from + lane < d.count && column + c < wanted) times[(column + c) * d.count + from + lane] = tile[lane][c];
}

// Of each destination the least times from sources, `kept` of them, ascending, of equal ones those of lower
// numbers first; whose they are; and how many sources are within the limit. (kept, destinations).
struct NearestSources {
  u32 *ticks, *source, *within;
  u32 kept, unused;
};

// A time goes to its place among those of a destination, of which it takes the last one's.
__device__ __forceinline__ void keep(const NearestSources& found, u32 count, u64 k, u32 ticks, u32 source) {
  u32 place = found.kept - 1;
  for (; place && found.ticks[(place - 1) * (u64)count + k] > ticks; place--) {
    found.ticks[place * (u64)count + k] = found.ticks[(place - 1) * (u64)count + k];
    found.source[place * (u64)count + k] = found.source[(place - 1) * (u64)count + k];
  }
  found.ticks[place * (u64)count + k] = ticks;
  found.source[place * (u64)count + k] = source;
}

// A warp for each destination, which takes the least of the columns again and again until one is not to be kept.
// number : of the source of column 0; all that were told before have lower ones.
extern "C" __global__ void __launch_bounds__(THREADS)
    nearest(Batch b, Destinations d, OwnVertices own, u32 wanted, u32 number, NearestSources found) {
  const u32 lane = threadIdx.x & 31;
  const u64 k = ((u64)blockIdx.x * THREADS + threadIdx.x) / 32;
  if (k >= d.count) return;
  u32 label[MOST_COLUMNS / 32], reached = 0;
#pragma unroll
  for (u32 j = 0; j < MOST_COLUMNS / 32; j++) {
    const u32 column = j * 32 + lane;
    label[j] = column < wanted ? label_at(b, d, own, (u32)k, column) : UNREACHED;
    reached += label[j] < UNREACHED;
  }
  reached = warp_sum(reached);
  if (lane == 0) found.within[k] += reached;
  for (u32 turn = 0; turn < found.kept; turn++) {
    u32 ticks = UNREACHED;
#pragma unroll
    for (u32 j = 0; j < MOST_COLUMNS / 32; j++) ticks = min(ticks, label[j]);
    ticks = warp_min(ticks);
    __syncwarp();
    if (ticks >= found.ticks[(found.kept - 1) * (u64)d.count + k]) return; // UNREACHED where fewer are known
    u32 first = MOST_COLUMNS; // column
#pragma unroll
    for (u32 j = 0; j < MOST_COLUMNS / 32; j++)
      if (label[j] == ticks) first = min(first, j * 32 + lane);
    first = warp_min(first);
#pragma unroll
    for (u32 j = 0; j < MOST_COLUMNS / 32; j++)
      if (first == j * 32 + lane) label[j] = UNREACHED;
    __syncwarp(); // all have looked at the last time
    if (lane == 0) keep(found, d.count, k, ticks, number + first);
  }
}
