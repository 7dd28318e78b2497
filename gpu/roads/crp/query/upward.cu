// Upward: searches in the cells around the seeds of a query, from the lowest level to the root.
//
// Afterwards every state that leaves an open cell, or that enters a cell below from inside one, has
// a label no greater than the least way to it from the seeds in that cell which stays within the cell
// up to the last step. No label is less than that of a way. Nothing past the limit is written.
//
// A block begins with a lowest open cell. Of the blocks that come to an open cell from below, the last
// goes on with it, the others end: no block ever waits. What leaves a cell may lie in another open one
// that is worked on at this moment; whether that one sees the label does not matter, since the cell
// around both takes it up and goes through the shortcuts of open cells as through any others.
#include "crp_query.cuh"

#ifndef THREADS
#define THREADS 512
#endif

#define LANES 32
#define NONE 0xffffffffu // the root has no cell around it

extern __shared__ u32 memory[];

// A slot whose label fell, and what its row of shortcuts leads to: positions among those that leave.
struct Due {
  u32 label, cost, begin, end;
};

// Slots that are due, found by all threads and served by warps; two counts, in turns.
struct List {
  Due due[THREADS];
  u32 counts[2];
};

// An open cell, and the labels of its column.
struct Inside {
  const CrpLevel *level, *below;
  u32* labels;
  u32 columns, limit, alarm;
  u32 cell, slot0, slots, inner, exits;
  const u32* entering;   // by slot of the cell: its state
  const u16* place;      // by slot of the cell
  const u16* exit_place; // by position among what leaves the cells below
  const u32* shortcuts;  // of the level below
  u32* distance;         // by place: inner states, then exits
  u32* passed_on;        // by slot of the cell: the label that its row was last offered with
};

__device__ __forceinline__ u32* label_of(const Inside& c, u32 state) { return c.labels + (u64)state * c.columns; }

__device__ __forceinline__ void lower(const Upward& u, const Inside& c, u32 state, u32 label) {
  atomicMin(label_of(c, state), label);
  if (label >= c.alarm) u.query->lost = 1;
}

template <bool LOWEST>
__device__ __forceinline__ Due row_of(const Upward& u, const Inside& c, u32 slot, u32 label) {
  if (LOWEST) return {label, 0, u.ground.first_step[slot], u.ground.first_step[slot + 1]};
  // The last cell below whose entries begin at the slot or before.
  u32 cell = c.level->first_below[c.cell], end = c.level->first_below[c.cell + 1];
  while (end - cell > 1) {
    u32 middle = cell + (end - cell) / 2;
    if (c.below->first_entry[middle] <= slot) {
      cell = middle;
    } else {
      end = middle;
    }
  }
  u32 first = c.below->first_exit[cell], last = c.below->first_exit[cell + 1];
  u32 row = c.below->first_shortcut[cell] + (slot - c.below->first_entry[cell]) * (last - first);
  return {label, row, first, last};
}

// A warp offers what a row leads to.
template <bool LOWEST>
__device__ __forceinline__ void pass_on(const Upward& u, const Inside& c, const Due& due) {
  for (u32 x = due.begin + threadIdx.x % LANES; x < due.end; x += LANES) {
    u32 cost = LOWEST ? step_cost(u.ground, u.costs, x) : c.shortcuts[due.cost + (x - due.begin)];
    u32 arrival = due.label + cost;
    if (arrival > c.limit) continue;
    u32* to = c.distance + c.exit_place[x];
    if (arrival < *to) atomicMin(to, arrival);
  }
}

// Labels within a cell fall until none does; all threads call. Returns how many rows were passed on.
template <bool LOWEST>
__device__ u32 settle(const Upward& u, const Inside& c, List& list) {
  if (threadIdx.x < 2) list.counts[threadIdx.x] = 0;
  for (u32 x = threadIdx.x; x < c.exits; x += THREADS) c.distance[c.inner + x] = UNREACHED;
  for (u32 q = threadIdx.x; q < c.slots; q += THREADS) {
    c.passed_on[q] = UNREACHED;
    if (c.place[q] != NO_INDEX) c.distance[c.place[q]] = __ldcg(label_of(c, c.entering[q]));
  }
  __syncthreads();
  u32 served = 0, turn = 0, before;
  bool first = true;
  do {
    before = served;
    for (u32 base = 0; base < c.slots; base += THREADS) {
      u32 q = base + threadIdx.x, label = UNREACHED;
      if (q < c.slots) {
        u32 place = c.place[q];
        if (place != NO_INDEX) {
          label = c.distance[place];
        } else if (first) { // nothing inside leads here
          label = __ldcg(label_of(c, c.entering[q]));
        }
        if (label < c.passed_on[q]) {
          c.passed_on[q] = label;
          list.due[atomicAdd(&list.counts[turn], 1u)] = row_of<LOWEST>(u, c, c.slot0 + q, label);
        }
      }
      __syncthreads();
      u32 found = list.counts[turn];
      if (threadIdx.x == 0) list.counts[turn ^ 1] = 0; // of the next time; nobody reads it now
      for (u32 i = threadIdx.x / LANES; i < found; i += THREADS / LANES) pass_on<LOWEST>(u, c, list.due[i]);
      served += found;
      turn ^= 1;
      __syncthreads();
    }
    first = false;
  } while (served != before);
  return served;
}

__device__ Inside inside_of(const Upward& u, const OpenCell& open) {
  Inside c;
  const CrpLevel& level = u.levels[open.level];
  c.level = &level;
  c.labels = u.query->labels + open.column;
  c.columns = u.columns;
  c.limit = u.query->limit;
  c.alarm = u.query->alarm;
  c.below = open.level ? &level - 1 : nullptr;
  c.cell = open.cell;
  c.slot0 = level.first_slot[c.cell];
  c.slots = level.first_slot[c.cell + 1] - c.slot0;
  c.inner = level.first_inner[c.cell + 1] - level.first_inner[c.cell];
  c.exits = level.first_exit[c.cell + 1] - level.first_exit[c.cell];
  c.entering = (open.level ? c.below->entering : u.ground.state) + c.slot0;
  c.place = level.slot_inner + c.slot0;
  c.exit_place = level.exit_place;
  c.shortcuts = open.level ? c.below->shortcuts : nullptr;
  c.distance = memory;
  if (c.inner + c.exits + c.slots > u.shared_words) {
    u64 all = (u64)level.first_inner[level.cells] + level.first_exit[level.cells] + level.first_slot[level.cells];
    u64 own = (u64)level.first_inner[c.cell] + level.first_exit[c.cell] + c.slot0;
    c.distance = u.spare[open.level] + (all * open.column + own);
  }
  c.passed_on = c.distance + c.inner + c.exits;
  return c;
}

// Whether the block goes on with the open cell `above`; all threads call, with all labels lowered.
__device__ __forceinline__ bool comes_last(OpenCell* above, bool alone) {
  __shared__ bool last;
  __syncthreads();
  if (alone) return true;
  if (threadIdx.x == 0) {
    fence(); // the labels of this block, before it is counted; those of the others, after
    last = atomicSub(&above->awaited, 1u) == 1;
    fence();
  }
  __syncthreads();
  return last;
}

// One block for each lowest open cell. spare : of a level, words for each column: its inner states,
// exits and slots.
//
// Races: labels are lowered by atomics only, and read past the first cache.
extern "C" __global__ void upward(Upward u) {
  __shared__ List list;
  const u64 began = u.records ? nanoseconds() : 0;
  u32 number = blockIdx.x;
  OpenCell open = u.open[number];
  Inside c = inside_of(u, open);
  for (u32 s = open.first_seed + threadIdx.x; s < open.last_seed; s += THREADS)
    lower(u, c, u.seed_state[s], u.seed_ticks[s]);
  __syncthreads();
  for (;;) {
    const bool root = open.above == NONE;
    if (u.marks && threadIdx.x == 0 && u.first_mark[open.level] != NONE)
      u.marks[u.first_mark[open.level] + open.cell] = u.query->number;
    const OpenCell above = u.open[root ? number : open.above]; // asked for early, as is what it needs
    const Inside next = inside_of(u, above);
    u32 served = open.level ? settle<false>(u, c, list) : settle<true>(u, c, list);
    const u32* inner = c.level->inner + c.level->first_inner[c.cell];
    const u32* leaving = c.level->leaving + c.level->first_exit[c.cell];
    for (u32 i = threadIdx.x; i < c.inner + c.exits; i += THREADS)
      if (c.distance[i] < UNREACHED) lower(u, c, i < c.inner ? inner[i] : leaving[i - c.inner], c.distance[i]);
    if (u.records && threadIdx.x == 0) u.records[number] = {began, nanoseconds(), served};
    if (root || !comes_last(u.open + open.above, above.awaited == 0)) return;
    number = open.above;
    open = above;
    c = next;
  }
}
