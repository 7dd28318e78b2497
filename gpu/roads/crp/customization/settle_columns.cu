// Customization of very many small cells: a thread has some entries of a cell, its columns.
//
// Source: Delling, Kobitzsch, Werneck, "Customizing driving directions with GPUs", Euro-Par 2014,
// section 3, the local implementation. Ours differs from it and from customize_cells.cu in that
// threads of a cell share its costs and what its tasks are, and nothing else: distances of a column
// belong to one thread, which searches until none of them falls, whatever its neighbours do. Cells that
// take as many threads lie together, so that few lanes are idle.
#include "crp/level.cuh"

// As COLUMN_HEAD of road/crp/device_layout/columns.py.
struct __align__(16) ColumnJob {
  u32 cost, shape, turn, shortcut, down;
  u16 costs;
  u8 entries, inner, exits, inner_tasks, tasks, first, width;
  u8 unused[3];
};

struct ColumnLevel {
  const ColumnJob* jobs; // those of a warp side by side, which all take as many threads
  const u32* shapes; // of cells: tasks and, four to a word, the homes of entries, block << 5 | row
  const u32 *turns, *arcs; // of tasks on the lowest level: codes of turns of its rows, what its steps drive along
  const u32* warps;      // and one more: the first job of each << 5 | threads that a job takes, less 1
  const u32* costs;      // of the level below; null on the lowest level
  CrpCosts prices;
  u32 *shortcuts, *down; // down is null where it is not asked for
  u32 count;             // of warps
};

#define LANES 32

// Lanes that write the costs of a cell.
#ifndef TEAM
#define TEAM 8
#endif

#ifndef STEPS_AHEAD
#define STEPS_AHEAD 5
#endif

#ifndef TASKS_AHEAD
#define TASKS_AHEAD 4
#endif

#define TURNS 16 // that a metric has a price of

struct Task {
  u32 word;
  __device__ u32 cost() const { return word & 1023; }
  __device__ u32 to() const { return word >> 10 & 31; }
  __device__ u32 from() const { return word >> 15 & 31; }
  __device__ u32 rows() const { return word >> 20 & 15; }
  __device__ u32 columns() const { return word >> 24 & 31; }
  __device__ u32 block() const { return word >> 29; }
};

// ColumnDistances to one state of the entries that a thread has: what a task is, and each cost, is looked up once for both.
#define EACH 2
struct __align__(8) ColumnDistances {
  u32 of[EACH];
};

#define ROW 256 // bytes of the distances to one state, for all lanes

// A task as all threads of a cell read it again and again. What it leads to and comes from are rows by number, in shared
// memory, which has at most 256 of them.
struct __align__(8) ColumnTask {
  u32 rows_and_step, cost_and_more;
  __device__ u32 to(u32 place) const { return __byte_perm(place, rows_and_step, 0x3340); }
  __device__ u32 from(u32 place) const { return __byte_perm(place, rows_and_step, 0x3350); }
  __device__ u32 step() const { return rows_and_step >> 16; } // bytes from a cost to that of the next row
  __device__ u32 cost() const { return cost_and_more & 0xffff; } // its address
  __device__ u32 rows() const { return cost_and_more >> 16 & 15; }
  __device__ u32 block() const { return cost_and_more >> 20; }
};

extern __shared__ uint4 shared_words[];

// Where a cell has its own in shared memory. rows, exits : numbers of rows. tasks, costs : addresses of the first; those of the
// cells of a warp take turns, so that lanes of different cells find them in different banks. cells : that take turns.
struct CellPlaces {
  u32 rows, exits, tasks, costs, cells;
  __device__ u32 task(u32 i) const { return tasks + i * cells * sizeof(ColumnTask); }
  __device__ u32 cost(u32 i) const { return costs + i * cells * 4; }
};

__device__ __forceinline__ void put_task(const CellPlaces& places, const ColumnJob& job, u32 i, Task t) {
  const u32 to = (i < job.inner_tasks ? places.rows : places.exits) + t.to(), from = places.rows + t.from();
  at<ColumnTask>(places.task(i)) = {to | from << 8 | t.columns() * places.cells << 18, places.cost(t.cost()) | t.rows() << 16 | t.block() << 20};
}

// What a group of threads brings to shared memory: costs are under way while tasks are decoded.
__device__ __forceinline__ void bring(const ColumnLevel& level, const ColumnJob& job, u32 k, u32 threads, const CellPlaces& places) {
  const u32* from = level.costs + job.cost;
  for (u32 i = k; i < job.costs; i += threads) copy_ahead(&at<u32>(places.cost(i)), from + i);
  const u32* shape = level.shapes + job.shape;
  for (u32 base = k; base < job.tasks; base += TASKS_AHEAD * threads) {
    u32 word[TASKS_AHEAD];
#pragma unroll
    for (u32 j = 0; j < TASKS_AHEAD; j++)
      if (base + j * threads < job.tasks) word[j] = shape[base + j * threads];
#pragma unroll
    for (u32 j = 0; j < TASKS_AHEAD; j++)
      if (base + j * threads < job.tasks) put_task(places, job, base + j * threads, {word[j]});
  }
  copies_arrived();
}

// Tasks of the lowest level, and the costs of their steps. The rows of a block are states at one vertex:
// what a column drives along is the same for all, only the turns before it differ.
__device__ __forceinline__ void bring_steps(const ColumnLevel& level, const ColumnJob& job, u32 k, u32 threads, const CellPlaces& places, u32 prices) {
  for (u32 base = k; base < job.tasks; base += STEPS_AHEAD * threads) {
    u32 word[STEPS_AHEAD], arc[STEPS_AHEAD], turns[STEPS_AHEAD];
#pragma unroll
    for (u32 j = 0; j < STEPS_AHEAD; j++) {
      const u32 i = base + j * threads;
      if (i >= job.tasks) continue;
      arc[j] = level.arcs[job.cost + i];
      word[j] = level.shapes[job.shape + i];
      turns[j] = level.turns[job.turn + i];
    }
#pragma unroll
    for (u32 j = 0; j < STEPS_AHEAD; j++)
      if (base + j * threads < job.tasks) arc[j] = level.prices.arc[arc[j]];
#pragma unroll
    for (u32 j = 0; j < STEPS_AHEAD; j++) {
      if (base + j * threads >= job.tasks) continue;
      const Task t = {word[j]};
      put_task(places, job, base + j * threads, t);
      const u32 step = t.columns() * places.cells * 4;
      u32 to = places.cost(t.cost()), codes = turns[j] << 2;
#pragma unroll(1)
      for (u32 rows = turns[j] >> 28; rows; rows--, codes >>= 4, to += step)
        at<u32>(to) = min(arc[j] + at<u32>(prices + (codes & 60)), UNREACHED);
    }
  }
}

// ColumnTask over the inner rows of a task, where they are less. place : where the thread's distances lie in a row. AHEAD : sums that
// are worked on side by side.
template <int AHEAD>
__device__ __forceinline__ void lower(ColumnTask t, u32 place, ColumnDistances& best) {
  u32 from = t.from(place), cost = t.cost();
  const u32 step = t.step();
#pragma unroll(AHEAD)
  for (u32 rows = t.rows(); rows; rows--, from += ROW, cost += step) {
    const ColumnDistances known = at<ColumnDistances>(from);
    const u32 more = at<u32>(cost);
#pragma unroll
    for (u32 j = 0; j < EACH; j++) best.of[j] = min(best.of[j], known.of[j] + more);
  }
}

// Words that lie side by side in shared memory, to `to` and behind it, where after each `length` of them so many are skipped.
// TEAM lanes write side by side and begin each time where a sector of memory does.
__device__ __forceinline__ void leave(u32 from, u32 count, u32* out, u32 to, u32 lane, u32 length, u32 skipped) {
  for (u32 i = (lane - to) % TEAM, x = i; i < count; i += TEAM, x += TEAM) {
    for (; x >= length; x -= length) to += skipped;
    out[to + i] = at<u32>(from + 4 * i);
  }
}

// LOWEST : cells are put together from steps. AHEAD : as above. `several` : more than one task may lead to one state. warp_words :
// of shared memory, of each warp; whole rows.
template <bool LOWEST, int AHEAD>
__device__ __forceinline__ void settle(const ColumnLevel& level, u32 warp_words, u32 several) {
  const u32 lane = threadIdx.x % LANES, warp = (blockIdx.x * blockDim.x + threadIdx.x) / LANES;
  if (warp >= level.count) return;
  const u32 threads = (level.warps[warp] & 31) + 1, first_job = level.warps[warp] >> 5;
  const u32 jobs = (level.warps[warp + 1] >> 5) - first_job;
  const u32 inverse = (u32)__fdividef(65536.0f, (float)threads) + 1; // of 1 / 65536
  const u32 group = lane * inverse >> 16, k = lane - group * threads;
  __align__(16) ColumnJob job = {};
  if (group < jobs) {
    const uint4* from = (const uint4*)(level.jobs + first_job + group);
    ((uint4*)&job)[0] = from[0];
    ((uint4*)&job)[1] = from[1];
  }
  const u32 columns = job.width > k * EACH ? min(job.width - k * EACH, (u32)EACH) : 0; // of this thread
  const u32 words = job.width * (job.inner + job.exits); // that the cell leaves

  const u32 states = warp_max(job.inner + job.exits), tasks = warp_max(job.tasks), most_words = warp_max(words);
  const u32 begin = address_of(shared_words) + threadIdx.x / LANES * warp_words * 4; // whole rows
  const u32 behind = begin + states * ROW;
  const CellPlaces places = {begin / ROW, begin / ROW + job.inner, behind + group * (u32)sizeof(ColumnTask),
                         behind + jobs * tasks * (u32)sizeof(ColumnTask) + group * 4, jobs};
  const u32 prices = begin + warp_words * 4 - TURNS * 4, place = lane * sizeof(ColumnDistances);

  u32 home_block[EACH], home_row[EACH];
  const u8* homes = (const u8*)(level.shapes + job.shape + job.tasks) + job.first + k * EACH;
#pragma unroll
  for (u32 j = 0; j < EACH; j++) {
    const u32 home = j < columns ? homes[j] : 0xffff; // no block has that number
    home_block[j] = home >> 5;
    home_row[j] = home & 31;
  }
  if (LOWEST) {
    if (lane < TURNS) at<u32>(prices + 4 * lane) = level.prices.turn ? level.prices.turn[lane] : 0;
    __syncwarp();
    if (columns) bring_steps(level, job, k, threads, places, prices);
  } else if (columns) {
    bring(level, job, k, threads, places);
  }
  __syncwarp();

  auto own_costs = [&](ColumnTask t) {
    ColumnDistances found;
#pragma unroll
    for (u32 j = 0; j < EACH; j++)
      found.of[j] = t.block() == home_block[j] ? at<u32>(t.cost() + home_row[j] * t.step()) : UNREACHED;
    return found;
  };
  auto put = [&](u32 address, ColumnDistances found) {
    ColumnDistances& to = at<ColumnDistances>(address);
    if (several) {
      const ColumnDistances known = to;
#pragma unroll
      for (u32 j = 0; j < EACH; j++) found.of[j] = min(found.of[j], known.of[j]);
    }
    to = found;
  };

  if (several) {
    ColumnDistances none;
    for (u32 j = 0; j < EACH; j++) none.of[j] = UNREACHED;
    for (u32 v = 0; v < job.inner + job.exits; v++) at<ColumnDistances>(begin + v * ROW + place) = none;
  }
  const u32 next = jobs * sizeof(ColumnTask), inner_last = places.task(job.inner_tasks), last = places.task(job.tasks);
  for (u32 i = places.tasks; i != inner_last; i += next) {
    const ColumnTask t = at<ColumnTask>(i);
    put(t.to(place), own_costs(t));
  }
  // Once round without a distance that falls is enough, wherever that begins.
  if (job.inner_tasks) {
    u32 i = places.tasks, stop = i;
    do {
      const ColumnTask t = at<ColumnTask>(i);
      ColumnDistances& to = at<ColumnDistances>(t.to(place));
      const ColumnDistances known = to;
      ColumnDistances best = known;
      lower<AHEAD>(t, place, best);
      bool falls = false;
#pragma unroll
      for (u32 j = 0; j < EACH; j++) falls |= best.of[j] < known.of[j];
      if (falls) {
        to = best;
        stop = i;
      }
      i += next;
      if (i == inner_last) i = places.tasks;
    } while (i != stop);
  }
  for (u32 i = inner_last; i != last; i += next) {
    const ColumnTask t = at<ColumnTask>(i);
    ColumnDistances best = own_costs(t);
    lower<AHEAD>(t, place, best);
    put(t.to(place), best);
  }
  __syncwarp();

  // The cell's matrices as they leave, in place of its tasks and costs, which nobody needs any more.
  const u32 staged = behind + group * most_words * 4, staged_inner = staged + job.width * job.exits * 4;
#pragma unroll
  for (u32 j = 0; j < EACH; j++) {
    if (j >= columns) continue;
    u32 from = places.exits * ROW + place + 4 * j, to = staged + (k * EACH + j) * job.exits * 4;
    for (u32 x = 0; x < job.exits; x++, from += ROW, to += 4) at<u32>(to) = at<u32>(from);
    if (!level.down) continue;
    from = begin + place + 4 * j, to = staged_inner + (k * EACH + j) * 4;
    for (u32 v = 0; v < job.inner; v++, from += ROW, to += job.width * 4) at<u32>(to) = at<u32>(from);
  }
  __syncwarp();
  const u32 sizes = job.inner | job.exits << 8 | job.width << 16 | job.entries << 24;
  const u32 shortcut = job.shortcut + job.first * job.exits, down = job.down + job.first;
  for (u32 base = 0; base < jobs; base += LANES / TEAM) {
    const u32 own = base + lane / TEAM, leader = own * threads & (LANES - 1);
    const u32 size = __shfl_sync(ALL_LANES, sizes, leader), to = __shfl_sync(ALL_LANES, shortcut, leader);
    const u32 further = __shfl_sync(ALL_LANES, down, leader);
    if (own >= jobs) continue;
    const u32 inner = size & 255, exits = size >> 8 & 255, width = size >> 16 & 255, entries = size >> 24;
    const u32 from = behind + own * most_words * 4;
    leave(from, width * exits, level.shortcuts, to, lane, ~0u, 0);
    if (!level.down) continue;
    leave(from + width * exits * 4, width * inner, level.down, further, lane, entries == width ? ~0u : width, entries - width);
  }
}

// Cells that are put together from cells of the level below.
extern "C" __global__ void settle_columns(ColumnLevel level, u32 warp_words, u32 several) {
  settle<false, 2>(level, warp_words, several);
}

// Those of the lowest level.
extern "C" __global__ void settle_lowest_columns(ColumnLevel level, u32 warp_words, u32 several) {
  settle<true, 1>(level, warp_words, several);
}
