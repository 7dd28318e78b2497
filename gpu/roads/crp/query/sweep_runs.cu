// The sweep of one to all where labels lie in the order in which they are written: by *runs* of inner states that follow
// one another. So do the cells in which they lie, what enters these, and costs; each is fetched once, side by side with
// its neighbours. Without a limit all labels are written, so that none need be cleared before but those in open cells;
// within one all were, and cells have gates (sweep.cu).
#include "crp_query.cuh"

#ifndef THREADS
#define THREADS 256
#endif
#ifndef RUN_ENTRIES
#define RUN_ENTRIES 192 // labels of what enters the cells of a run that a warp has room for; 255 at most
#define RUN_COSTS 576   // and costs; 65,536 at most
#endif

#define LANES 32

// A run of inner states: where what enters their cells begins, and the costs to them; how many there are of both.
struct __align__(16) SweepRun {
  u32 entry, down, entries, costs;
};

// One level.
struct SweepRuns {
  const SweepRun* runs;
  const u32* state; // inner states: see runs_of in sweep_runs.py
  const SweptCell* large; // those of runs that there is no room for
  const u32 *entering, *down;
  const u32* touched; // see known_label
  const u32* own_mark; // inner states: the mark of its cell
  Query* query;
  Gates gates; // by inner state
  u32 number;  // of the level
  u32 count;   // of inner states
  u32 width;   // threads for each: a power of two, 32 at most
  u32 first_label; // see CrpLevel
};

struct RunRoom {
  u32 label[RUN_ENTRIES], cost[RUN_COSTS];
};

// A warp takes a *run*: inner states that follow one another, EACH for a group of `width` lanes. So do the cells in which
// they lie, what enters these, and costs: each is fetched once, side by side with its neighbours, and without waiting for
// it. Three times in all a warp waits for memory: for its run, for what enters it, and for labels and costs.
template <u32 EACH, bool LIMITED> __device__ __forceinline__ void sweep_run(const SweepRuns& s, RunRoom& room) {
  const Query query = *s.query;
  const u32 lane = threadIdx.x % LANES, shift = __ffs(s.width) - 1, part = lane & (s.width - 1);
  const u32 slots = LANES >> shift, slot = lane >> shift; // groups of lanes, and this one's
  const u32 number = (u32)(((u64)blockIdx.x * THREADS + threadIdx.x) / LANES);
  const u64 begin = (u64)number * EACH * slots;
  if (begin >= s.count) return; // all lanes
  const u32 v0 = (u32)begin + slot;
  bool passes[EACH], any = false;
#pragma unroll
  for (u32 j = 0; j < EACH; j++) {
    const u32 v = v0 + j * slots;
    passes[j] = v < s.count && (!LIMITED || s.gates.marks[s.gates.gate[v]] == query.number);
    any |= passes[j];
  }
  if (LIMITED && !__any_sync(ALL_LANES, any)) return;
  const SweepRun run = s.runs[number];
  u32 state[EACH], known[EACH];
#pragma unroll
  for (u32 j = 0; j < EACH; j++) state[j] = v0 + j * slots < s.count ? s.state[v0 + j * slots] : 0;
  u32 *label = room.label, *cost = room.cost;
  const bool fits = run.entries <= RUN_ENTRIES && run.costs <= RUN_COSTS; // else they are read where they lie
  if (fits) {
    u32 entering[2 * EACH];
#pragma unroll
    for (u32 j = 0; j < 2 * EACH; j++) {
      const u32 x = j * LANES + lane;
      entering[j] = x < run.entries ? s.entering[run.entry + x] : 0;
    }
    for (u32 x = lane; x < run.costs; x += LANES) copy_ahead(cost + x, s.down + run.down + x);
#pragma unroll
    for (u32 j = 0; j < 2 * EACH; j++) {
      const u32 x = j * LANES + lane;
      if (x < run.entries) copy_ahead(label + x, query.labels + entering[j]);
    }
    for (u32 x = 2 * EACH * LANES + lane; x < run.entries; x += LANES)
      copy_ahead(label + x, query.labels + s.entering[run.entry + x]);
  }
#pragma unroll
  for (u32 j = 0; j < EACH; j++) {
    const u32 v = v0 + j * slots;
    known[j] = UNREACHED;
    if (v < s.count) known[j] = LIMITED ? query.labels[s.first_label + v] : known_label(query, s.touched, s.first_label + v);
  }
  copies_arrived();
  __syncwarp();
  u32 looked = 0;
#pragma unroll
  for (u32 j = 0; j < EACH; j++) {
    const u32 v = v0 + j * slots;
    u32 best = UNREACHED, nearest = UNREACHED;
    if (fits) {
      const u32 entries = state[j] >> 8 & 0xff;
      const u32 *to = label + (state[j] & 0xff), *more = cost + (state[j] >> 16);
#pragma unroll 4
      for (u32 k = part; k < entries; k += s.width) {
        nearest = min(nearest, to[k]);
        best = min(best, to[k] + more[k]);
      }
    } else if (v < s.count) {
      const SweptCell cell = s.large[state[j]];
      const u32 *to = s.entering + cell.entry, *more = s.down + (cell.down + (v - cell.inner) * cell.entries);
      for (u32 k = part; k < cell.entries; k += s.width) {
        const u32 before = query.labels[to[k]];
        nearest = min(nearest, before);
        best = min(best, before + more[k]);
      }
    }
    for (u32 away = s.width / 2; away; away /= 2) best = min(best, __shfl_xor_sync(ALL_LANES, best, away));
    const bool falls = passes[j] && best < known[j] && best <= query.limit, within = passes[j] && nearest <= query.limit;
    if (part == 0 && v < s.count && (falls || !LIMITED)) query.labels[s.first_label + v] = falls ? best : known[j];
    if (falls && best >= query.alarm) s.query->lost = 1;
    if (LIMITED && within) s.gates.marks[s.own_mark[v]] = query.number;
    if (!query.looked) continue;
    const u32 lanes = __ballot_sync(ALL_LANES, within), each = s.width == LANES ? ALL_LANES : (1u << s.width) - 1;
    looked += __popc(__ballot_sync(ALL_LANES, part == 0 && lanes >> lane & each));
  }
  if (lane == 0 && looked) atomicAdd(query.looked + s.number, (u64)looked);
}

// Races: a run's labels are its own, and what enters its cells are states of other levels. Marks are set alone, to the
// same value whoever does.
//
// Of one inner state for each group of lanes, and of two: warps wait half as often, and half as many are at work.
extern "C" __global__ void __launch_bounds__(THREADS) sweep_runs(SweepRuns s) {
  __shared__ RunRoom rooms[THREADS / LANES];
  sweep_run<1, false>(s, rooms[threadIdx.x / LANES]);
}

extern "C" __global__ void __launch_bounds__(THREADS) sweep_gated_runs(SweepRuns s) {
  __shared__ RunRoom rooms[THREADS / LANES];
  sweep_run<1, true>(s, rooms[threadIdx.x / LANES]);
}

extern "C" __global__ void __launch_bounds__(THREADS) sweep_double_runs(SweepRuns s) {
  __shared__ RunRoom rooms[THREADS / LANES];
  sweep_run<2, false>(s, rooms[threadIdx.x / LANES]);
}

// What a query without a limit has cleared before it goes upward: labels inside open cells, which alone are read before
// they are written, and those that no sweep writes. A block for each cell, and for each of the ranges in which the others lie.
struct Opening {
  const CrpLevel* levels;
  const u32* ranges; // two for each: where it begins and ends
  const Query* query;
  u32* touched;
  u32 cells;   // blocks for those that are open, or more
  u32 labels;  // how many there are
};

// Races: where two have labels among the same 32, both write the same.
extern "C" __global__ void clear_open(Opening s) {
  const Query& query = *s.query;
  u32 first, end;
  if (blockIdx.x < s.cells) {
    if (blockIdx.x >= query.open_cells) return;
    const OpenCell open = query.open[blockIdx.x];
    const CrpLevel& level = s.levels[open.level];
    first = level.first_label + level.first_inner[open.cell], end = level.first_label + level.first_inner[open.cell + 1];
  } else {
    const u32* range = s.ranges + 2 * (blockIdx.x - s.cells);
    first = range[0], end = range[1];
  }
  if (first == end) return;
  const u32 run0 = first / LANES, runs = (end - 1) / LANES + 1 - run0;
  for (u32 i = threadIdx.x; i < runs * LANES; i += blockDim.x) {
    if (i % LANES == 0) s.touched[run0 + i / LANES] = query.number;
    if (run0 * LANES + i < s.labels) query.labels[run0 * LANES + i] = UNREACHED;
  }
}
