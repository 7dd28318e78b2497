// Customization of very many small cells: a thread has one entry of a cell, its column.
//
// Source: Delling, Kobitzsch, Werneck, "Customizing driving directions with GPUs", Euro-Par 2014,
// section 3, the local implementation. Ours differs from it and from customize_cells.cu in that
// threads of a cell share its costs and nothing else: distances of a column belong to one thread, which
// searches until none of them falls, whatever its neighbours do. Columns of one width (entries of a
// cell) lie together, so that few lanes are idle.
#include "crp/level.cuh"

// As COLUMN_HEAD of road/crp/device_layout/columns.py.
struct __align__(16) ColumnJob {
  u32 cost, shape, turn, shortcut, down;
  u16 costs;
  u8 entries, inner, exits, inner_tasks, tasks, first, width;
  u8 unused[3];
};

struct ColumnLevel {
  const ColumnJob* jobs; // sorted by width
  const u32* shapes; // of cells: tasks and, four to a word, the homes of entries, block << 5 | row
  const u32 *turns, *arcs; // of tasks on the lowest level: codes of turns of its rows, what its steps drive along
  const u32* first_job;  // 33: by width less 1
  const u32* first_warp; // 33
  const u32* costs;      // of the level below; null on the lowest level
  CrpCosts prices;
  u32 *shortcuts, *down; // down is null where it is not asked for
};

#define LANES 32

#ifndef AHEAD
#define AHEAD 6
#endif

#ifndef STEPS_AHEAD
#define STEPS_AHEAD 3
#endif

#ifndef ROWS_AHEAD
#define ROWS_AHEAD 2
#endif

constexpr int ROWS = ROWS_AHEAD; // of a task, that are worked on side by side

struct Task {
  u32 word;
  __device__ u32 cost() const { return word & 1023; }
  __device__ u32 to() const { return word >> 10 & 31; }
  __device__ u32 from() const { return word >> 15 & 31; }
  __device__ u32 rows() const { return word >> 20 & 15; }
  __device__ u32 columns() const { return word >> 24 & 31; }
  __device__ u32 block() const { return word >> 29; }
};

extern __shared__ u32 shared_words[];

// The least of `best` and the sums over a task's inner rows. mine : distances of the column.
__device__ __forceinline__ u32 least(Task t, const u32* mine, const u32* costs, u32 best) {
  const u32 *from = mine + t.from() * LANES, *cost = costs + t.cost();
  const u32 columns = t.columns();
#pragma unroll(ROWS)
  for (u32 r = t.rows(); r; r--) {
    best = min(best, *from + *cost);
    from += LANES;
    cost += columns;
  }
  return best;
}

// What a group of threads brings to shared memory: AHEAD words of a thread are under way at once.
__device__ __forceinline__ void bring(const u32* from, u32 count, u32 k, u32 width, u32* to) {
  for (u32 base = k; base < count; base += AHEAD * width) {
    u32 word[AHEAD];
#pragma unroll
    for (u32 j = 0; j < AHEAD; j++)
      if (base + j * width < count) word[j] = from[base + j * width];
#pragma unroll
    for (u32 j = 0; j < AHEAD; j++)
      if (base + j * width < count) to[base + j * width] = word[j];
  }
}

// Tasks of the lowest level, and the costs of their steps. The rows of a block are states at one vertex:
// what a column drives along is the same for all, only the turns before it differ.
__device__ __forceinline__ void bring_steps(const ColumnLevel& level, const ColumnJob& job, u32 k, u32 width, u32* tasks, u32* costs) {
  const u32* price = level.prices.turn;
  for (u32 base = k; base < job.tasks; base += STEPS_AHEAD * width) {
    u32 word[STEPS_AHEAD], arc[STEPS_AHEAD], turns[STEPS_AHEAD];
#pragma unroll
    for (u32 j = 0; j < STEPS_AHEAD; j++) {
      const u32 i = base + j * width;
      if (i >= job.tasks) continue;
      arc[j] = level.arcs[job.cost + i];
      word[j] = level.shapes[job.shape + i];
      turns[j] = level.turns[job.turn + i];
    }
#pragma unroll
    for (u32 j = 0; j < STEPS_AHEAD; j++)
      if (base + j * width < job.tasks) arc[j] = level.prices.arc[arc[j]];
#pragma unroll
    for (u32 j = 0; j < STEPS_AHEAD; j++) {
      if (base + j * width >= job.tasks) continue;
      const Task t = {word[j]};
      tasks[base + j * width] = t.word;
      u32* to = costs + t.cost();
      for (u32 rows = turns[j] >> 28, codes = turns[j]; rows; rows--, codes >>= 4, to += t.columns())
        *to = min(arc[j] + (price ? __ldg(price + (codes & 15)) : 0), UNREACHED);
    }
  }
}

// `several` : more than one task may lead to one state. warp_words : of shared memory, of each.
extern "C" __global__ void settle_columns(ColumnLevel level, u32 warp_words, u32 several) {
  const u32 lane = threadIdx.x % LANES, warp = (blockIdx.x * blockDim.x + threadIdx.x) / LANES;
  const u32 width = __popc(__ballot_sync(ALL_LANES, warp >= level.first_warp[lane]));
  const u32 groups = LANES / width, group = lane / width, k = lane - group * width;
  const u32 number = level.first_job[width - 1] + (warp - level.first_warp[width - 1]) * groups + group;
  ColumnJob job = {};
  if (group < groups && number < level.first_job[width]) job = level.jobs[number];
  const bool at_work = job.width;

  // Where the costs of each cell of the warp begin, and behind them all distances.
  const u32 words = k == 0 ? job.costs + job.tasks : 0;
  u32 before = words;
#pragma unroll
  for (u32 away = 1; away < LANES; away *= 2) {
    const u32 other = __shfl_up_sync(ALL_LANES, before, away);
    if (lane >= away) before += other;
  }
  const u32 all = __shfl_sync(ALL_LANES, before, LANES - 1);
  const u32 own = __shfl_sync(ALL_LANES, before - words, group * width & (LANES - 1));
  u32* costs = shared_words + threadIdx.x / LANES * warp_words + own;
  u32* tasks = costs + job.costs;
  u32* mine = shared_words + threadIdx.x / LANES * warp_words + all + lane;
  u32* exits = mine + job.inner * LANES;

  u32 home = 0;
  if (at_work) {
    home = ((const u8*)(level.shapes + job.shape + job.tasks))[job.first + k];
    if (level.costs) {
      bring(level.shapes + job.shape, job.tasks, k, width, tasks);
      bring(level.costs + job.cost, job.costs, k, width, costs);
    } else {
      bring_steps(level, job, k, width, tasks, costs);
    }
  }
  __syncwarp();

  const u32 row = home & 31;
  auto own_cost = [&](Task t) { return t.block() == home >> 5 ? costs[t.cost() + row * t.columns()] : UNREACHED; };
  if (several)
    for (u32 v = 0; v < job.inner + job.exits; v++) mine[v * LANES] = UNREACHED;
  for (u32 i = 0; i < job.inner_tasks; i++) {
    const Task t = {tasks[i]};
    u32* to = mine + t.to() * LANES;
    *to = several ? min(*to, own_cost(t)) : own_cost(t);
  }
  for (bool again = true; again;) {
    again = false;
    for (u32 i = 0; i < job.inner_tasks; i++) {
      const Task t = {tasks[i]};
      u32* to = mine + t.to() * LANES;
      const u32 known = *to, best = least(t, mine, costs, known);
      if (best < known) {
        *to = best;
        again = true;
      }
    }
  }
  for (u32 i = job.inner_tasks; i < job.tasks; i++) {
    const Task t = {tasks[i]};
    u32* to = exits + t.to() * LANES;
    const u32 best = least(t, mine, costs, own_cost(t));
    *to = several ? min(*to, best) : best;
  }
  __syncwarp();

  // Shortcuts of the cell's entries follow one another: neighbours write side by side.
  u32* out = level.shortcuts + job.shortcut + job.first * job.exits;
  const u32* first = exits - k;
  for (u32 i = k, to = k; i < job.width * job.exits; i += width, to += width) {
    for (; to >= job.exits; to -= job.exits) first++;
    out[i] = first[to * LANES];
  }
  if (!level.down) return;
  u32* down = level.down + job.down + job.first + k;
  for (u32 v = 0; v < job.inner; v++) down[v * job.entries] = mine[v * LANES];
}
