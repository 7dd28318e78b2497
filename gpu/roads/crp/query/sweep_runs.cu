// The sweep of one to all where labels lie in the order in which they are written: by *runs* of inner states that follow
// one another. So do the cells in which they lie, what enters these, and costs; each is fetched once, side by side with
// its neighbours. Without a limit all labels are written, so that none need be cleared before but those in open cells;
// within one all were, and cells have gates (sweep.cu).
#include "crp/query.cuh"

#ifndef THREADS
#define THREADS 256
#endif

#ifndef GATES_A_RUN
#define GATES_A_RUN 4 // marks of which a run waits for one, the same several times where it has fewer; a power of two
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
  const u32* own_mark; // inner states: the mark of its cell; null where nobody waits for these
  Query* query;
  Gates gates; // by run, GATES_A_RUN each
  u32 number;  // of the level
  u32 count;   // of inner states
  u32 width;   // threads for each: a power of two, 32 at most
  u32 first_label; // see CrpLevel
  u32 groups;  // of TOUCHED labels, of all
  u32 entries; // room for a run in shared memory: labels of what enters its cells; 255 at most
  u32 costs;   // and costs; 65,536 at most
  u32 cost_words, words; // of a warp's room: for costs, and in all; multiples of 4
  u32 run_count;
  u32 share; // runs that a warp asks for at once whether they have something to do; LANES / GATES_A_RUN at most
};

extern __shared__ uint4 shared_words[];

// The least of the ways to an inner state, by the entries of its cell from `part` on, each `width`-th. Four at a time
// are looked up without a branch.
template <u32 WIDTH, bool COUNTED>
__device__ __forceinline__ void least_way(const u32* label, const u32* cost, u32 entries, u32 part, u32 width, u32& best,
                                          u32& nearest) {
#pragma unroll 1
  for (u32 k = part; k < entries; k += 4 * width) {
#pragma unroll
    for (u32 i = 0; i < 4; i++) {
      const u32 x = k + i * width;
      if (i && x >= entries) continue;
      best = min(best, label[x] + cost[x]);
      if (COUNTED) nearest = min(nearest, label[x]);
    }
  }
}

// A warp takes a *run*: inner states that follow one another, EACH for a group of `width` lanes. So do the cells in which
// they lie, what enters these, and costs: each is fetched once, side by side with its neighbours, and without waiting for
// it. Three times in all a warp waits for memory: for its run, for what enters it, and for labels and costs. Beside that
// it is instructions that take time: what is known when the kernel is compiled is.
//
// WIDTH : `s.width`, 0 where it is any. COUNTED : whether it is asked which states are reached, by a trace or, within a
// limit, since cells are marked by that.
template <u32 EACH, u32 WIDTH, bool LIMITED, bool COUNTED>
__device__ __forceinline__ void sweep_run(const SweepRuns& s, u32 number) {
  constexpr u32 ahead = 2 * EACH; // labels a lane fetches before it looks whether there are more
  u32* const cost = (u32*)shared_words + threadIdx.x / LANES * s.words; // from the last piece of 16 bytes on that
  u32* const room = cost + s.cost_words;                                // begins no later; and labels
  const u32 lane = threadIdx.x % LANES, width = WIDTH ? WIDTH : s.width, shift = __ffs(width) - 1;
  const u32 part = lane & (width - 1), slots = LANES >> shift; // groups of lanes
  const u32 begin = number * EACH * slots;
  const u32 v0 = begin + (lane >> shift), left = s.count - v0; // may be beyond the last: then negative
  const auto is_there = [&](u32 j) { return (int)(left - j * slots) > 0; };
  const Query& asked = *s.query;
  u32* const labels = asked.labels;
  const u32 limit = asked.limit, query = asked.number, alarm = asked.alarm;
  const SweepRun run = s.runs[number];
  const u32 group = (s.first_label + begin) / TOUCHED + lane, last = (s.first_label + begin + EACH * slots - 1) / TOUCHED;
  const u32 mark = !LIMITED && group <= last && group < s.groups ? s.touched[group] : 0; // no query has this number
  u32 state[EACH], known[EACH];
  const u32* const states = s.state + v0;
#pragma unroll
  for (u32 j = 0; j < EACH; j++) state[j] = is_there(j) ? states[j * slots] : 0;
  const u32* const down = s.down + run.down;
  const u32 skew = ((u64)down & 15) / 4;
  const bool fits = run.entries <= s.entries && run.costs <= s.costs; // else they are read where they lie
  const u32* const entering = s.entering + run.entry + lane;
  u32 place[ahead];
  if (fits) {
    const uint4* const from = (const uint4*)(down - skew) + lane;
    const u32 pieces = (skew + run.costs + 3) / 4;
    uint4* const to = (uint4*)cost + lane;
#pragma unroll 2
    for (u32 x = 0; x + lane < pieces; x += LANES) copy_ahead(to + x, from + x);
#pragma unroll
    for (u32 j = 0; j < ahead; j++) place[j] = j * LANES + lane < run.entries ? entering[j * LANES] : 0;
  }
  if (!LIMITED) earlier_ended(); // all before is written by nobody, or before the first search upward
  if (fits) {
    u32 label[ahead];
#pragma unroll
    for (u32 j = 0; j < ahead; j++) label[j] = j * LANES + lane < run.entries ? labels[place[j]] : 0;
#pragma unroll 1
    for (u32 x = ahead * LANES; x + lane < run.entries; x += LANES) room[x + lane] = labels[entering[x]];
#pragma unroll
    for (u32 j = 0; j < ahead; j++)
      if (j * LANES + lane < run.entries) room[j * LANES + lane] = label[j];
  }
  u32* const mine = labels + s.first_label + v0;
  const bool fresh = !LIMITED && !__any_sync(ALL_LANES, mark == query); // no label of the run is known
#pragma unroll
  for (u32 j = 0; j < EACH; j++) {
    known[j] = UNREACHED;
    if (!is_there(j) || fresh) continue;
    if (LIMITED || s.touched[(s.first_label + v0 + j * slots) / TOUCHED] == query) known[j] = mine[j * slots];
  }
  copies_arrived();
  __syncwarp();
  u32 looked = 0;
  bool lost = false;
#pragma unroll
  for (u32 j = 0; j < EACH; j++) {
    u32 best = UNREACHED, nearest = UNREACHED;
    if (fits) {
      const u32 word = state[j];
      const u32 *to = room + (word & 0xff), *more = cost + skew + (word >> 16);
      least_way<WIDTH, COUNTED>(to, more, word >> 8 & 0xff, part, width, best, nearest);
    } else if (is_there(j)) {
      const SweptCell cell = s.large[state[j]];
      const u32* to = s.entering + cell.entry;
      const u32* more = s.down + (cell.down + (v0 + j * slots - cell.inner) * cell.entries);
#pragma unroll 1
      for (u32 k = part; k < cell.entries; k += width) {
        const u32 before = labels[to[k]];
        nearest = min(nearest, before);
        best = min(best, before + more[k]);
      }
    }
    for (u32 away = width / 2; away; away /= 2) best = min(best, __shfl_xor_sync(ALL_LANES, best, away));
    const bool falls = is_there(j) && best < known[j] && best <= limit, within = is_there(j) && nearest <= limit;
    if (part == 0 && is_there(j) && (falls || !LIMITED)) mine[j * slots] = falls ? best : known[j];
    lost |= falls && best >= alarm;
    if (LIMITED && within && s.own_mark) s.gates.marks[s.own_mark[v0 + j * slots]] = query;
    if (!COUNTED || !asked.looked) continue;
    const u32 lanes = __ballot_sync(ALL_LANES, within), each = width == LANES ? ALL_LANES : (1u << width) - 1;
    looked += __popc(__ballot_sync(ALL_LANES, part == 0 && lanes >> lane & each));
  }
  if (lost) *asked.lost = 1;
  if (COUNTED && lane == 0 && looked) atomicAdd(asked.looked + s.number, (u64)looked);
}

// A run for each warp.
template <u32 EACH, u32 WIDTH, bool COUNTED> __device__ __forceinline__ void sweep_each(const SweepRuns& s) {
  const u32 number = blockIdx.x * (THREADS / LANES) + threadIdx.x / LANES;
  next_may_begin();
  if (number < s.run_count) sweep_run<EACH, WIDTH, false, COUNTED>(s, number);
}

// Runs that have something to do, of some that lie as far from one another as there are warps: what a query reaches lies
// together, so each warp has a few of them. Some of its states may lie in cells whose own gate is shut: there all labels
// that enter are beyond the limit, and nothing falls.
template <u32 EACH, u32 WIDTH> __device__ __forceinline__ void sweep_passing(const SweepRuns& s) {
  const u32 lane = threadIdx.x % LANES, mine = lane / GATES_A_RUN, warps = gridDim.x * (THREADS / LANES);
  const u32 first = blockIdx.x * (THREADS / LANES) + threadIdx.x / LANES;
  next_may_begin();
  const u64 asked = (u64)mine * warps + first; // a run
  bool passes = mine < s.share && asked < s.run_count;
  const u32 gate = passes ? s.gates.gate[asked * GATES_A_RUN + lane % GATES_A_RUN] : 0;
  earlier_ended(); // and has marked
  if (passes) passes = s.gates.marks[gate] == s.query->number;
  u32 lanes = __ballot_sync(ALL_LANES, passes);
  while (lanes) {
    const u32 next = (__ffs(lanes) - 1) / GATES_A_RUN;
    lanes &= ~(((1u << GATES_A_RUN) - 1) << next * GATES_A_RUN);
    sweep_run<EACH, WIDTH, true, true>(s, next * warps + first);
    __syncwarp(); // all have read their room
  }
}

// Races: a run's labels are its own, and what enters its cells are states of other levels. Marks are set alone, to the
// same value whoever does.
//
// Of one inner state for each group of lanes, and of two for each lane: warps wait half as often, and half as many are
// at work. Counted ones are for who wants to know how many states are reached.
extern "C" __global__ void __launch_bounds__(THREADS) sweep_runs(const __grid_constant__ SweepRuns s) {
  switch (s.width) { // those that most levels have, each by itself
    case 1: sweep_each<1, 1, false>(s); break;
    case 2: sweep_each<1, 2, false>(s); break;
    case 4: sweep_each<1, 4, false>(s); break;
    default: sweep_each<1, 0, false>(s);
  }
}

extern "C" __global__ void __launch_bounds__(THREADS) sweep_double_runs(const __grid_constant__ SweepRuns s) {
  sweep_each<2, 1, false>(s);
}

extern "C" __global__ void __launch_bounds__(THREADS) sweep_counted_runs(const __grid_constant__ SweepRuns s) {
  sweep_each<1, 0, true>(s);
}

extern "C" __global__ void __launch_bounds__(THREADS) sweep_counted_double_runs(const __grid_constant__ SweepRuns s) {
  sweep_each<2, 1, true>(s);
}

extern "C" __global__ void __launch_bounds__(THREADS) sweep_gated_runs(const __grid_constant__ SweepRuns s) {
  switch (s.width) {
    case 1: sweep_passing<1, 1>(s); break;
    case 2: sweep_passing<1, 2>(s); break;
    case 4: sweep_passing<1, 4>(s); break;
    default: sweep_passing<1, 0>(s);
  }
}

extern "C" __global__ void __launch_bounds__(THREADS) sweep_gated_double_runs(const __grid_constant__ SweepRuns s) {
  sweep_passing<2, 1>(s);
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
  u32 begin_level; // where searches upward begin: of an open cell there, those inside are cleared as well
};

// Races: where two have labels among the same 32, both write the same.
__device__ __forceinline__ void clear_labels(const Opening& s, const Query& query, u32 first, u32 end) {
  if (first == end) return;
  const u32 run0 = first / LANES, runs = (end - 1) / LANES + 1 - run0;
  for (u32 i = threadIdx.x; i < runs * LANES; i += blockDim.x) {
    if (i % LANES == 0) s.touched[run0 + i / LANES] = query.number;
    if (run0 * LANES + i < s.labels) query.labels[run0 * LANES + i] = UNREACHED;
  }
}

extern "C" __global__ void clear_open(Opening s) {
  const Query& query = *s.query;
  if (blockIdx.x >= s.cells) {
    const u32* range = s.ranges + 2 * (blockIdx.x - s.cells);
    clear_labels(s, query, range[0], range[1]);
    return;
  }
  if (blockIdx.x >= query.open_cells) return;
  const OpenCell open = query.open[blockIdx.x];
  u32 cell = open.cell, end = cell + 1;
  for (u32 number = open.level;; number--) {
    const CrpLevel& level = s.levels[number];
    clear_labels(s, query, level.first_label + level.first_inner[cell], level.first_label + level.first_inner[end]);
    if (open.level != s.begin_level || number == 0) return;
    cell = level.first_below[cell], end = level.first_below[end];
  }
}
