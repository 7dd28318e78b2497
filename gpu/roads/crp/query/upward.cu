// Upward: searches in the cells around the seeds of a query, from the lowest level, or BEGIN_LEVEL, to the root.
//
// Afterwards every state that leaves an open cell, or that enters a cell below from inside one, has
// a label no greater than the least way to it from the seeds in that cell which stays within the cell
// up to the last step. No label is less than that of a way. Nothing past the limit is written.
//
// A block begins with a lowest open cell. Of the blocks that come to an open cell from below, the last
// goes on with it, the others end: no block ever waits. What leaves a cell may lie in another open one
// that is worked on at this moment; whether that one sees the label does not matter, since the cell
// around both takes it up and goes through the shortcuts of open cells as through any others.
//
// The cells that a block comes by are known from the start, its *path*. What they consist of is asked for at once, level
// beside level: one after the other, a query is mostly waiting for that.
#include "crp/ground_search.cuh"

#ifndef THREADS
#define THREADS 512
#endif

#define LANES 32
#define WARPS (THREADS / LANES)
#define NONE 0xffffffffu // the root has no cell around it
#ifndef MOST_PATH
#define MOST_PATH 16 // cells of a path; a longer one is walked in pieces
#endif
#ifndef MOST_BELOW
#define MOST_BELOW 31 // cells in a cell whose rows are found without asking global memory
#endif
#ifndef MOST_AHEAD
#define MOST_AHEAD (1u << 16) // bytes of a cell's shortcuts that are fetched ahead
#endif

extern __shared__ u32 memory[];

// A slot whose label fell, and what its row of shortcuts leads to: positions among those that leave.
struct DueRow {
  u32 label, cost, begin, end;
};

// Slots that are due, found by all threads and served by warps; two counts, in turns.
struct DueRows {
  DueRow due[THREADS];
  u32 counts[2];
};

// An open cell.
struct PathCell {
  const CrpLevel *level, *below;
  u32 cell, slot0, slots, inner0, inner, exits;
  u32 settled0, settled; // slots of the cell below that the block comes from, if it alone is open in here; else none
  const u32* entering;   // by slot of the cell: its state
  const u16* place;      // by slot of the cell
  const u16* exit_place; // by position among what leaves the cells below
  const u32* shortcuts;  // of the level below
  const u32* leaving;
  u32* distance;         // by place: inner states, then exits
  u32* passed_on;        // by slot of the cell: the label that its row was last offered with
};

// The cells in a cell, and where the last one ends; 0 cells where there are too many.
struct CellsBelow {
  u32 cells;
  u32 first_entry[MOST_BELOW + 1], first_exit[MOST_BELOW + 1], first_shortcut[MOST_BELOW + 1];
};

// The open cells of the query.
struct Forest {
  OpenCell* open;
  u32 cells;
};

struct OpenPath {
  u32 cells; // of it
  u32 number[MOST_PATH];
  OpenCell open[MOST_PATH];
  PathCell inside[MOST_PATH];
  CellsBelow below[MOST_PATH];
};

// Of so many rising numbers, the last that is not above `wanted`.
__device__ __forceinline__ u32 last_up_to(const u32* numbers, u32 count, u32 wanted) {
  u32 at = 0;
  while (count - at > 1) {
    u32 middle = at + (count - at) / 2;
    if (numbers[middle] <= wanted) {
      at = middle;
    } else {
      count = middle;
    }
  }
  return at;
}

// The row of a slot; its place among those of the cell is `slot` less the first.
template <bool LOWEST>
__device__ __forceinline__ DueRow row_of(const Upward& u, const PathCell& c, const CellsBelow& below, u32 slot,
                                         u32 label) {
  if (LOWEST) return {label, 0, u.ground.first_step[slot], u.ground.first_step[slot + 1]};
  u32 entry, first, last, row;
  if (below.cells) {
    u32 cell = last_up_to(below.first_entry, below.cells, slot);
    entry = below.first_entry[cell], row = below.first_shortcut[cell];
    first = below.first_exit[cell], last = below.first_exit[cell + 1];
  } else {
    u32 cell = c.level->first_below[c.cell], count = c.level->first_below[c.cell + 1] - cell;
    cell += last_up_to(c.below->first_entry + cell, count, slot);
    entry = c.below->first_entry[cell], row = c.below->first_shortcut[cell];
    first = c.below->first_exit[cell], last = c.below->first_exit[cell + 1];
  }
  return {label, row + (slot - entry) * (last - first), first, last};
}

// A warp offers what ROWS of the rows that are due lead to, the first of them and every WARPS-th after it. Each lane asks
// for EACH costs of each row before it offers the first: what is offered is lowered by atomics, past which no load is
// moved, and it is memory that is waited for.
template <bool LOWEST, u32 ROWS, u32 EACH>
__device__ __forceinline__ void pass_on(const Upward& u, const PathCell& c, u32 limit, const DueRows& list, u32 first,
                                        u32 found) {
  DueRow due[ROWS];
  u32 longest = 0;
#pragma unroll
  for (u32 j = 0; j < ROWS; j++) {
    due[j] = first + j * WARPS < found ? list.due[first + j * WARPS] : DueRow{0, 0, 0, 0};
    longest = max(longest, due[j].end - due[j].begin);
  }
  for (u32 x = threadIdx.x % LANES; x < longest; x += EACH * LANES) {
    u32 cost[ROWS][EACH], place[ROWS][EACH];
#pragma unroll
    for (u32 j = 0; j < ROWS; j++)
#pragma unroll
      for (u32 k = 0; k < EACH; k++) {
        const u32 away = x + k * LANES, exit = due[j].begin + away;
        if (exit >= due[j].end) continue;
        cost[j][k] = LOWEST ? step_cost(u.ground, u.costs, exit) : c.shortcuts[due[j].cost + away];
        place[j][k] = c.exit_place[exit];
      }
#pragma unroll
    for (u32 j = 0; j < ROWS; j++)
#pragma unroll
      for (u32 k = 0; k < EACH; k++) {
        if (due[j].begin + x + k * LANES >= due[j].end) continue;
        const u32 arrival = due[j].label + cost[j][k];
        if (arrival <= limit && arrival < c.distance[place[j][k]]) atomicMin(c.distance + place[j][k], arrival);
      }
  }
}

// All rows that are due, by all warps; the more there are the more each warp has under way. Rows of steps are short.
template <bool LOWEST>
__device__ __forceinline__ void pass_on_all(const Upward& u, const PathCell& c, u32 limit, const DueRows& list,
                                            u32 found) {
  const u32 warp = threadIdx.x / LANES;
  if (LOWEST) {
    for (u32 i = warp; i < found; i += WARPS) pass_on<true, 1, 1>(u, c, limit, list, i, found);
  } else if (found <= WARPS) {
    if (warp < found) pass_on<false, 1, 8>(u, c, limit, list, warp, found);
  } else {
    for (u32 i = warp; i < found; i += 4 * WARPS) pass_on<false, 4, 2>(u, c, limit, list, i, found);
  }
}

// Has the row of a slot passed on with a label, if it is less than what it was passed on with before.
template <bool LOWEST>
__device__ __forceinline__ void list_slot(const Upward& u, const PathCell& c, const CellsBelow& below, DueRows& list,
                                          u32 turn, u32 q, u32 label, u32& before) {
  if (label >= before) return;
  u32 at = atomicAdd(&list.counts[turn], 1u);
  if (at >= THREADS) return; // no room: found again in the next turn
  before = label;
  list.due[at] = row_of<LOWEST>(u, c, below, c.slot0 + q, label);
}

// Labels within a cell fall until none does; all threads call, with both counts of the list 0, as it leaves them.
// Returns how many rows were passed on.
//
// Not those of the cell that the block comes from, until their labels fall: what leads on from these was found there, if
// no other cell below is open, and what leaves that cell has its label. A thread keeps in registers what it asks of its
// first slot in each turn.
template <bool LOWEST>
__device__ u32 settle(const Upward& u, const ColumnSearch& s, const PathCell& c, const CellsBelow& below,
                      DueRows& list) {
  for (u32 x = threadIdx.x; x < c.exits; x += THREADS) c.distance[c.inner + x] = UNREACHED;
  u32 first_place = NO_INDEX, first_before = 0;
  for (u32 q = threadIdx.x; q < c.slots; q += THREADS) {
    u32 place = c.place[q], label = __ldcg(label_of(s, c.entering[q]));
    u32 before = !LOWEST && q - c.settled0 < c.settled ? label : UNREACHED;
    if (place != NO_INDEX) c.distance[place] = label;
    list_slot<LOWEST>(u, c, below, list, 0, q, label, before);
    if (q < THREADS) {
      first_place = place, first_before = before;
    } else {
      c.passed_on[q] = before;
    }
  }
  __syncthreads();
  u32 served = 0;
  for (u32 turn = 0;; turn ^= 1) {
    u32 listed = list.counts[turn], found = min(listed, (u32)THREADS);
    if (!found) return served;
    pass_on_all<LOWEST>(u, c, s.limit, list, found);
    served += found;
    __syncthreads();
    if (threadIdx.x == 0) list.counts[turn] = 0; // all have read it
    const auto look_again = [&](u32 q, u32 place, u32& before) {
      u32 label = UNREACHED;
      if (place != NO_INDEX) {
        label = c.distance[place];
      } else if (listed > THREADS) { // nothing inside leads here; there may have been no room for it
        label = __ldcg(label_of(s, c.entering[q]));
      }
      list_slot<LOWEST>(u, c, below, list, turn ^ 1, q, label, before);
    };
    if (threadIdx.x < c.slots) look_again(threadIdx.x, first_place, first_before);
    for (u32 q = threadIdx.x + THREADS; q < c.slots; q += THREADS) look_again(q, c.place[q], c.passed_on[q]);
    __syncthreads();
  }
}

__device__ PathCell inside_of(const Upward& u, const OpenCell& open) {
  PathCell c;
  const CrpLevel& level = u.levels[open.level];
  c.level = &level;
  c.below = open.level ? &level - 1 : nullptr;
  c.cell = open.cell;
  u32 exit0 = level.first_exit[c.cell];
  c.inner0 = level.first_inner[c.cell];
  c.slot0 = level.first_slot[c.cell];
  c.slots = level.first_slot[c.cell + 1] - c.slot0;
  c.inner = level.first_inner[c.cell + 1] - c.inner0;
  c.exits = level.first_exit[c.cell + 1] - exit0;
  c.entering = (open.level ? c.below->entering : u.ground.state) + c.slot0;
  c.place = level.slot_inner + c.slot0;
  c.exit_place = level.exit_place;
  c.shortcuts = open.level ? c.below->shortcuts : nullptr;
  c.leaving = level.leaving + exit0;
  c.settled0 = c.settled = 0;
  c.distance = memory;
  if (c.inner + c.exits + c.slots > u.shared_words) {
    u64 all = (u64)level.first_inner[level.cells] + level.first_exit[level.cells] + level.first_slot[level.cells];
    u64 own = (u64)c.inner0 + exit0 + c.slot0;
    c.distance = u.spare[open.level] + (all * open.column + own);
  }
  c.passed_on = c.distance + c.inner + c.exits;
  return c;
}

// The open cell of a lane, or the last one.
__device__ __forceinline__ OpenCell open_of(const Forest& forest, u32 number) {
  return forest.open[min(number, forest.cells - 1)];
}

__device__ __forceinline__ OpenCell of_lane(const OpenCell& open, u32 lane) {
  OpenCell found;
  found.cell = __shfl_sync(ALL_LANES, open.cell, lane), found.level = __shfl_sync(ALL_LANES, open.level, lane);
  found.above = __shfl_sync(ALL_LANES, open.above, lane), found.awaited = __shfl_sync(ALL_LANES, open.awaited, lane);
  found.column = __shfl_sync(ALL_LANES, open.column, lane);
  found.first_seed = __shfl_sync(ALL_LANES, open.first_seed, lane);
  found.last_seed = __shfl_sync(ALL_LANES, open.last_seed, lane);
  return found;
}

// The open cells from one on; by one warp. Cells around one another mostly follow one another, so 32 of them are asked
// for at a time.
__device__ void follow(const Forest& forest, OpenPath& path, u32 number) {
  u32 lane = threadIdx.x, asked = number, cells = 0;
  OpenCell seen = open_of(forest, asked + lane);
  while (true) {
    if (number - asked >= LANES) seen = open_of(forest, (asked = number) + lane);
    OpenCell open = of_lane(seen, number - asked);
    if (lane == 0) path.number[cells] = number, path.open[cells] = open;
    cells++;
    number = open.above;
    if (number == NONE || cells == MOST_PATH) break;
  }
  if (lane == 0) path.cells = cells;
}

// A warp asks for what lies there.
__device__ __forceinline__ void fetch_ahead(const void* from, u64 bytes) {
  for (u64 at = threadIdx.x % LANES * 128; at < bytes; at += LANES * 128) prefetch((const char*)from + at);
}

// Puts down what the cells of a path consist of, and asks for what is read there; a warp for each.
__device__ void look_up(const Upward& u, u32* labels, OpenPath& path) {
  u32 lane = threadIdx.x % LANES;
  for (u32 k = threadIdx.x / LANES; k < path.cells; k += THREADS / LANES) {
    if (BEGIN_LEVEL && path.open[k].level == BEGIN_LEVEL) continue; // by the ground
    PathCell c = inside_of(u, path.open[k]);
    if (k && !path.open[k].awaited) {
      const u32 from = path.open[k - 1].cell;
      c.settled0 = c.below->first_entry[from] - c.slot0;
      c.settled = c.below->first_entry[from + 1] - c.below->first_entry[from];
    }
    u32 cells = 0;
    if (c.below) {
      u32 first = c.level->first_below[c.cell], last = c.level->first_below[c.cell + 1], i = first + lane;
      CellsBelow& below = path.below[k];
      cells = last - first <= MOST_BELOW ? last - first : 0;
      if (lane <= cells && cells) {
        below.first_entry[lane] = c.below->first_entry[i], below.first_exit[lane] = c.below->first_exit[i];
        below.first_shortcut[lane] = c.below->first_shortcut[i];
      }
      __syncwarp();
      if (cells) {
        u32 exit = below.first_exit[0], row = below.first_shortcut[0];
        fetch_ahead(c.exit_place + exit, (u64)sizeof(u16) * (below.first_exit[cells] - exit));
        u64 bytes = (u64)sizeof(u32) * (below.first_shortcut[cells] - row);
        if (bytes <= MOST_AHEAD) fetch_ahead(c.shortcuts + row, bytes);
      }
    }
    if (lane == 0) path.inside[k] = c, path.below[k].cells = cells;
    if (!c.below) {
      u32 first = u.ground.first_step[c.slot0], steps = u.ground.first_step[c.slot0 + c.slots] - first;
      fetch_ahead(u.ground.arc + first, (u64)sizeof(u32) * steps);
      if (u.ground.turn) fetch_ahead(u.ground.turn + first, steps);
    }
    fetch_ahead(c.place, (u64)sizeof(u16) * c.slots);
    fetch_ahead(c.entering, (u64)sizeof(u32) * c.slots);
    if (c.level->inner) fetch_ahead(c.level->inner + c.inner0, (u64)sizeof(u32) * c.inner);
    fetch_ahead(c.leaving, (u64)sizeof(u32) * c.exits);
    for (u32 q = lane; q < c.slots; q += LANES) prefetch(labels + (u64)c.entering[q] * u.columns);
  }
}

// Marks all open cells; by one block.
__device__ void mark_open(const Upward& u, const Forest& forest) {
  const u32 number = u.query->number;
  for (u32 i = threadIdx.x; i < forest.cells; i += THREADS) {
    const u32 first = u.first_mark[forest.open[i].level];
    if (first != NONE) u.marks[first + forest.open[i].cell] = number;
  }
}

// Whether the block goes on with the open cell `above`; all threads call, with all labels lowered, and another cell
// between two calls.
__device__ __forceinline__ bool comes_last(OpenCell* above) {
  __shared__ bool last;
  if (threadIdx.x == 0) {
    last = true;
    if (load_relaxed(&above->awaited)) { // else it is the block's alone: a path may be longer than there is room for
      fence(); // the labels of this block, before it is counted; those of the others, after
      last = atomicSub(&above->awaited, 1u) == 1;
      fence();
    }
  }
  __syncthreads();
  return last;
}

// One block for each lowest open cell, or more, of which those beyond have nothing to do. spare : of a level, words for
// each column: its inner states, exits and slots.
//
// Races: labels are lowered by atomics only, and read past the first cache.
extern "C" __global__ void __launch_bounds__(THREADS) upward(Upward u) {
  __shared__ DueRows list;
  __shared__ OpenPath path;
  const Forest forest = {u.query->open, u.query->open_cells};
  const u32 *seed_state = u.query->seed_state, *seed_ticks = u.query->seed_ticks;
  next_may_begin(); // the sweep, which fetches costs then
  if (blockIdx.x >= u.query->lowest) return;
  if (u.marks && blockIdx.x == 0) mark_open(u, forest);
  const u64 began = u.records ? nanoseconds() : 0;
  if (threadIdx.x < 2) list.counts[threadIdx.x] = 0;
  for (u32 number = blockIdx.x;;) {
    if (threadIdx.x < LANES) follow(forest, path, number);
    __syncthreads();
    const ColumnSearch s = {u.query->labels + path.open[0].column, u.columns, u.query->limit, u.query->alarm};
    look_up(u, s.labels, path);
    __syncthreads();
    const u32 cells = path.cells;
    u32 above = NONE;
    for (u32 k = 0; k < cells; k++) {
      const OpenCell open = path.open[k];
      const PathCell c = path.inside[k];
      if (k && open.awaited && !comes_last(forest.open + path.number[k])) return;
      if (open.first_seed < open.last_seed) {
        for (u32 i = open.first_seed + threadIdx.x; i < open.last_seed; i += THREADS)
          lower(u, s, seed_state[i], seed_ticks[i]);
        __syncthreads();
      }
      const CellsBelow& below = path.below[k];
      u32 served;
      if (BEGIN_LEVEL && open.level == BEGIN_LEVEL) {
        served = settle_ground(u, s, open.cell, THREADS, memory);
      } else {
        served = BEGIN_LEVEL || open.level ? settle<false>(u, s, c, below, list) : settle<true>(u, s, c, below, list);
        for (u32 i = threadIdx.x; i < c.inner + c.exits; i += THREADS)
          if (c.distance[i] < UNREACHED)
            lower(u, s, i < c.inner ? inner_label(*c.level, c.inner0 + i) : c.leaving[i - c.inner], c.distance[i]);
      }
      if (u.records && threadIdx.x == 0) u.records[path.number[k]] = {began, nanoseconds(), served};
      above = open.above;
      __syncthreads();
    }
    if (above == NONE || !comes_last(forest.open + above)) return;
    number = above;
  }
}
