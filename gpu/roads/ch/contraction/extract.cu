// The rows of an overlay: the first, from the steps of a search graph, and the next, from what is left of one
// whose nodes were contracted. Of steps with the same ends the least cost stays.
//
// Source: Karimi, Koppelman, Michael, ICS 2019, step EXTRACT.
#include "ch_contraction.cuh"

#ifndef THREADS
#define THREADS 256
#endif
#ifndef SHORT_ROW
#define SHORT_ROW 16 // steps that eight lanes have shared memory for
#endif
#ifndef LONG_ROW
#define LONG_ROW 96  // that a warp has; longer rows are made in the memory of the overlay
#endif

#define GONE (~0ull)

// A search graph's steps at each state in one direction.
//
// arc : of each step; null if it is its number, or that of its state. turn : code; null where turns are free.
struct RawRows {
  const u32 *first, *other, *arc;
  const u8* turn;
};

// arc_of_state : null where states are vertices.
struct RawGraph {
  RawRows rows[2]; // IN, OUT
  const u32 *arc_costs, *turn_costs, *arc_of_state;
};

// A row in the making: steps that differ from each other from the front, others from the back.
struct Making {
  u32* other;
  u64* value; // cost, and the middle below; GONE where the step is one of those before
  u32 room;
};

struct RowCount {
  u32 front, back, live, at, scratch, written;
};

// Shared memory of a block: so many rows in the making, with room for so many steps.
template <u32 ROWS, u32 ROOM>
struct Bench {
  u64 values[ROWS][ROOM];
  u32 others[ROWS][ROOM];
  RowCount counts[ROWS];
  u64 costs;
  u32 used, base, largest, steps;
};

__device__ __forceinline__ void put(const Making& row, u32 at, u32 other, u32 cost, u32 middle) {
  row.other[at] = other;
  row.value[at] = (u64)cost << 32 | middle;
}

// The rows of a search graph, without closed steps and loops.
struct FromSearchGraph {
  const RawGraph& graph;
  static constexpr bool RAW = true;

  __device__ bool stays(u32) const { return true; }
  __device__ u32 moved(u32 node) const { return node; }
  __device__ u32 state(u32 node) const { return node; }
  __device__ u32 most(u32 row) const {
    const u32* first = graph.rows[row & 1].first + row / 2;
    return first[1] - first[0];
  }

  __device__ void fill(u32 row, const Making& to, RowCount& count, u32 lane, u32 lanes) const {
    const RawRows& from = graph.rows[row & 1];
    const u32 state = row / 2;
    for (u32 k = from.first[state] + lane; k < from.first[state + 1]; k += lanes) {
      const u32 other = from.other[k];
      u32 arc = from.arc ? from.arc[k] : k;
      if (graph.arc_of_state) arc = graph.arc_of_state[(row & 1) == OUT ? other : state];
      const u32 cost = graph.arc_costs[arc] + (from.turn ? graph.turn_costs[from.turn[k]] : 0);
      if (cost < UNREACHED && other != state) put(to, to.room - 1 - atomicAdd(&count.back, 1u), other, cost, ORIGINAL);
    }
  }
};

// What is left of an overlay, with the shortcuts.
struct FromOverlay {
  const Contraction& c;
  ShrinkingGraph graph;
  static constexpr bool RAW = false;

  __device__ bool stays(u32 node) const { return !(c.moved[node] & TAKEN); }
  __device__ u32 moved(u32 node) const { return c.moved[node]; }
  __device__ u32 state(u32 node) const { return graph.state[node]; }
  __device__ u32 most(u32 row) const { return graph.rows[row].count + c.extra[row]; }

  __device__ void fill(u32 row, const Making& to, RowCount& count, u32 lane, u32 lanes) const {
    const StepRow from = graph.rows[row];
    for (u32 k = lane; k < from.count; k += lanes) {
      const RowStep step = graph.steps[from.first + k];
      const u32 there = c.moved[step.other];
      const bool dropped = graph.dropped[from.first + k];
      if (dropped || there & TAKEN) c.overlay[1 - c.state->parity].score[c.moved[row / 2]] = STALE;
      if (there & TAKEN) {
        around(row, step, there & ~TAKEN, to, count);
      } else if (!dropped) {
        put(to, atomicAdd(&count.front, 1u), there, step.cost, graph.middle[from.first + k]);
      }
    }
  }

  // The shortcuts over a contracted node at the end of a step.
  __device__ void around(u32 row, RowStep step, u32 place, const Making& to, RowCount& count) const {
    const u32 direction = row & 1;
    const StepRow in = graph.rows[2 * step.other + IN], out = graph.rows[2 * step.other + OUT];
    const StepRow back = direction == OUT ? in : out, on = direction == OUT ? out : in;
    const u32 words = words_of(in.count);
    const u32* bits = c.bits + c.spots[step.other].bits;
    u32 own = 0;
    while (graph.steps[back.first + own].other != row / 2) own++;
    for (u32 k = 0; k < on.count; k++) {
      const u32 i = direction == OUT ? own : k, q = direction == OUT ? k : own;
      if (!(bits[q * words + i / 32] >> i % 32 & 1)) continue;
      const RowStep next = graph.steps[on.first + k];
      put(to, to.room - 1 - atomicAdd(&count.back, 1u), c.moved[next.other], step.cost + next.cost, place);
    }
  }
};

// Of steps with the same other end the first gets the least cost and stays. `other` and `front` are not
// written meanwhile, nor the value of a step that is not the first.
__device__ __forceinline__ void merge(const Making& row, const RowCount& count, u32 lane, u32 lanes) {
  for (u32 t = lane; t < count.back; t += lanes) {
    const u32 own = row.room - 1 - t, other = row.other[own];
    u32 first = NOBODY;
    for (u32 k = 0; k < count.front && first == NOBODY; k++)
      if (row.other[k] == other) first = k;
    for (u32 k = 0; k < t && first == NOBODY; k++)
      if (row.other[row.room - 1 - k] == other) first = row.room - 1 - k;
    if (first == NOBODY) continue;
    atomicMin(&row.value[first], row.value[own]);
    row.value[own] = GONE;
  }
}

// longer : where rows are listed that do not fit shared memory; null for none.
template <u32 GROUP, u32 ROOM, class Source>
__device__ __forceinline__ void build(Bench<THREADS / GROUP, ROOM>& bench, const Contraction& c, const Source& source,
                                      const ShrinkingGraph& to, const u32* list, u32 rows, u32* longer) {
  ContractionState& s = *c.state;
  const u32 group = threadIdx.x / GROUP, lane = threadIdx.x % GROUP, groups = THREADS / GROUP;
  RowCount& count = bench.counts[group];
  for (u64 begin = (u64)blockIdx.x * groups; begin < rows; begin += (u64)gridDim.x * groups) {
    const u32 row = begin + group < rows ? (list ? list[begin + group] : (u32)begin + group) : NOBODY;
    bool at_work = row != NOBODY && source.stays(row / 2);
    const u32 most = at_work ? source.most(row) : 0;
    if (at_work && most > ROOM && longer) {
      if (!lane) longer[atomicAdd(&s.long_rows, 1u)] = row;
      at_work = false;
    }
    if (threadIdx.x == 0) bench.used = bench.largest = bench.steps = 0, bench.costs = 0;
    if (!lane) {
      count = {0, 0, 0, 0, 0, 0};
      if (at_work && most > ROOM) count.scratch = atomicAdd(&s.used, padded(most));
    }
    __syncthreads();
    Making made = {bench.others[group], bench.values[group], most};
    if (at_work && most > ROOM) {
      made.other = to.middle + count.scratch;
      made.value = (u64*)(to.steps + count.scratch);
      if ((u64)count.scratch + padded(most) > c.room) at_work = false;
    }
    if (at_work) source.fill(row, made, count, lane, GROUP);
    __syncwarp();
    if (at_work) merge(made, count, lane, GROUP);
    __syncwarp();
    u32 live = 0;
    u64 cost = 0;
    if (at_work)
      for (u32 k = lane; k < most; k += GROUP)
        if ((k < count.front || k >= most - count.back) && made.value[k] != GONE) live++, cost += made.value[k] >> 32;
    if (live) {
      atomicAdd(&count.live, live);
      if ((row & 1) == OUT) atomicAdd(&bench.costs, cost);
    }
    __syncwarp();
    if (!lane && at_work) {
      count.at = atomicAdd(&bench.used, padded(count.live));
      atomicMax(&bench.largest, count.live);
      if ((row & 1) == OUT) atomicAdd(&bench.steps, count.live);
    }
    __syncthreads();
    if (threadIdx.x == 0) {
      bench.base = bench.used ? atomicAdd(&s.used, bench.used) : 0;
      if (bench.largest) atomicMax(&s.next_largest, bench.largest);
      if (bench.steps) atomicAdd(&s.next_steps, bench.steps);
      if (bench.costs) atomicAdd(&s.next_costs, bench.costs);
    }
    __syncthreads();
    if (at_work && (u64)bench.base + bench.used <= c.room) {
      const u32 first = bench.base + count.at, node = source.moved(row / 2);
      if (!lane) {
        to.rows[2 * node + (row & 1)] = {first, count.live};
        if ((row & 1) == OUT) to.state[node] = source.state(row / 2);
        if (source.RAW && (row & 1) == OUT) to.score[node] = STALE;
      }
      for (u32 k = lane; k < most; k += GROUP)
        if ((k < count.front || k >= most - count.back) && made.value[k] != GONE) {
          const u32 at = first + atomicAdd(&count.written, 1u);
          to.steps[at] = {made.other[k], (u32)(made.value[k] >> 32)};
          to.middle[at] = (u32)made.value[k];
          to.dropped[at] = 0;
        }
    }
    __syncthreads();
  }
}

// The overlay of all states, eight lanes a row; longer rows are listed.
extern "C" __global__ void begin_short(Contraction c, RawGraph raw) {
  __shared__ Bench<THREADS / 8, SHORT_ROW> bench;
  if (c.state->status != GOING) return;
  build<8, SHORT_ROW>(bench, c, FromSearchGraph{raw}, c.overlay[0], nullptr, 2 * c.states, c.lists);
}

extern "C" __global__ void begin_long(Contraction c, RawGraph raw) {
  __shared__ Bench<THREADS / 32, LONG_ROW> bench;
  if (c.state->status != GOING) return;
  build<32, LONG_ROW>(bench, c, FromSearchGraph{raw}, c.overlay[0], c.lists, c.state->long_rows, nullptr);
}

extern "C" __global__ void extract_short(Contraction c) {
  __shared__ Bench<THREADS / 8, SHORT_ROW> bench;
  const ContractionState& s = *c.state;
  if (s.status != GOING) return;
  build<8, SHORT_ROW>(bench, c, FromOverlay{c, c.overlay[s.parity]}, c.overlay[1 - s.parity], nullptr, 2 * s.nodes, c.lists);
}

extern "C" __global__ void extract_long(Contraction c) {
  __shared__ Bench<THREADS / 32, LONG_ROW> bench;
  const ContractionState& s = *c.state;
  if (s.status != GOING) return;
  build<32, LONG_ROW>(bench, c, FromOverlay{c, c.overlay[s.parity]}, c.overlay[1 - s.parity], c.lists, s.long_rows, nullptr);
}

// One thread: the next overlay is the overlay, unless there was no room for it. first : it is that of all
// states.
extern "C" __global__ void turn(Contraction c, u32 first) {
  ContractionState& s = *c.state;
  if (s.status == GOING && s.used > c.room) s.status = SHORT;
  if (s.status == GOING) {
    if (!first) {
      s.recent[s.iteration % RECENT] = {s.nodes,       s.steps,     s.largest, s.candidates,
                                        s.taken.nodes, s.shortcuts, s.one_hop, s.two_hops};
      s.nodes -= s.taken.nodes;
      s.parity = 1 - s.parity;
      s.contracted += s.taken.nodes;
      s.up_used += s.taken.up;
      s.down_used += s.taken.down;
      s.iteration++;
    }
    s.steps = s.next_steps;
    s.costs = s.next_costs;
    s.largest = s.next_largest;
    if (s.nodes < c.core) s.status = FINISHED;
  }
  s.middle_scored = s.large_scored = s.middle = s.large = s.far = s.long_rows = 0;
  s.shortcuts = s.one_hop = s.two_hops = s.next_largest = s.next_steps = 0;
  s.next_costs = 0;
  if (s.status == GOING) s.used = 0;
}
