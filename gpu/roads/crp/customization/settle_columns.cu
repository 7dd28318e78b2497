// Customization of very many small cells: a thread has some entries of a cell, its columns.
//
// Source: Delling, Kobitzsch, Werneck, "Customizing driving directions with GPUs", Euro-Par 2014,
// section 3, the local implementation. Ours differs from it and from customize_cells.cu in that
// threads of a cell share its costs and what its tasks are, and nothing else: distances of a column
// belong to one thread, which searches until none of them falls, whatever its neighbours do. Cells of a
// block of threads follow one another, so that what it reads and leaves lies side by side; in a warp there are those
// that take about as long.
#include "crp/level.cuh"

// As COLUMN_JOB of road/crp/device_layout/column_blocks.py.
struct __align__(8) ColumnJob {
  u32 shape, turn;
  u16 cost, arc, shortcut, down;
  u8 entries, inner, exits, inner_tasks, tasks;
  u8 unused[3];
};

// As COLUMN_BLOCK there.
struct __align__(16) ColumnBlock {
  u32 job, cost, arc, shortcut, down;
  u16 costs, arcs, shortcuts, downs, rows, costs_at, arcs_at, shortcuts_at;
  u8 unused[12];
};

// As COLUMN_WARP there.
struct __align__(8) ColumnWarp {
  u32 begins;
  u8 row, job;
  u16 tasks;
};

struct ColumnLevel {
  const ColumnJob* jobs; // those of a warp side by side
  const ColumnBlock* blocks;
  const ColumnWarp* warps;
  const u32* shapes; // of cells: tasks, two words each, and, four to a word, the homes of entries, block << 5 | row
  const u32 *turns, *arcs; // of tasks on the lowest level: codes of turns of its rows, what its steps drive along
  const u32* costs;      // of the level below; null on the lowest level
  CrpCosts prices;
  u32 *shortcuts, *down; // down is null where it is not asked for
};

#define LANES 32

#ifndef THREADS
#define THREADS 128
#endif

// Tasks that a thread looks up at once.
#ifndef AHEAD
#define AHEAD 3
#endif

#define TURNS 16 // that a metric has a price of

// Distances to one state of the two entries that a thread has: what a task is, and each cost, is looked up once for both.
#define EACH 2
struct __align__(8) ColumnDistances {
  u32 of[EACH];
};

#define ROW 256 // bytes of the distances to one state, for all lanes of a warp

// A task as all threads of a cell read it again and again. In shared memory, what it leads to and comes from are rows by number,
// of which there are at most 256, but an exit has its own number; its cost has an address. In shapes these
// are counted from the cell's first.
struct __align__(8) ColumnTask {
  u32 rows_and_step, cost_and_more;
  __device__ u32 to(u32 place) const { return __byte_perm(place, rows_and_step, 0x3340); }
  __device__ u32 from(u32 place) const { return __byte_perm(place, rows_and_step, 0x3350); }
  __device__ u32 exit() const { return rows_and_step & 255; }
  __device__ u32 step() const { return rows_and_step >> 16; } // bytes from a cost to that of the next row
  __device__ u32 cost() const { return cost_and_more & 0xffff; }
  __device__ u32 rows() const { return cost_and_more >> 16 & 15; }
  __device__ u32 block() const { return cost_and_more >> 20; }
};

extern __shared__ uint4 shared_words[];

// Where a cell has its own in shared memory. row : number of its first row of distances. tasks, costs : addresses of the first;
// tasks of the cells of a warp take turns. next : bytes from a task to the cell's next.
struct CellPlaces {
  u32 row, tasks, next, costs;
};

__device__ __forceinline__ void put_task(const CellPlaces& places, const ColumnJob& job, u32 i, ColumnTask t) {
  t.rows_and_step += places.row * (i < job.inner_tasks ? 0x101 : 0x100);
  t.cost_and_more += places.costs;
  at<ColumnTask>(places.tasks + i * places.next) = t;
}

// What lies outside, in as few pieces as there may be.
template <class Piece, class T>
__device__ __forceinline__ T in_pieces(const T* from) {
  T whole;
#pragma unroll
  for (u32 i = 0; i < sizeof(T) / sizeof(Piece); i++) ((Piece*)&whole)[i] = ((const Piece*)from)[i];
  return whole;
}

// How many words are between an address and the 16 bytes that it lies in.
__device__ __forceinline__ u32 skew(const u32* address) { return (u32)((size_t)address / 4 % 4); }

// What lies at equal distances from whole 16 bytes in shared memory and outside, by all threads of a block: many(i) has to
// copy 16 bytes from word i on, one(i) a word. first, last : words, counted from whole 16 bytes.
template <class Many, class One>
__device__ __forceinline__ void copy_together(u32 first, u32 last, Many many, One one) {
  const u32 whole = (first + 3) / 4 * 4, end = last / 4 * 4;
#pragma unroll(1)
  for (u32 i = whole + threadIdx.x * 4; i < end; i += THREADS * 4) many(i);
  if (threadIdx.x < 4) {
    const u32 before = first + threadIdx.x, behind = max(whole, end) + threadIdx.x;
    if (before < min(whole, last)) one(before);
    if (behind < last) one(behind);
  }
}

__device__ __forceinline__ void bring_together(const u32* from, u32 count, u32 to) {
  const u32 first = skew(from);
  from -= first, to -= first * 4;
  copy_together(
      first, first + count, [=](u32 i) { copy_ahead(&at<uint4>(to + i * 4), (const uint4*)(from + i)); },
      [=](u32 i) { copy_ahead(&at<u32>(to + i * 4), from + i); });
}

__device__ __forceinline__ void leave_together(u32 from, u32 count, u32* to) {
  const u32 first = skew(to);
  to -= first, from -= first * 4;
  copy_together(
      first, first + count, [=](u32 i) { *(uint4*)(to + i) = at<uint4>(from + i * 4); },
      [=](u32 i) { to[i] = at<u32>(from + i * 4); });
}

// Costs of the arcs of a block's tasks.
__device__ __forceinline__ void bring_arcs(const u32* arcs, u32 count, const u32* prices, u32 to) {
  for (u32 base = threadIdx.x; base < count; base += AHEAD * THREADS) {
    u32 arc[AHEAD];
#pragma unroll
    for (u32 j = 0; j < AHEAD; j++)
      if (base + j * THREADS < count) arc[j] = arcs[base + j * THREADS];
#pragma unroll
    for (u32 j = 0; j < AHEAD; j++)
      if (base + j * THREADS < count) copy_ahead(&at<u32>(to + (base + j * THREADS) * 4), prices + arc[j]);
  }
}

// Tasks of a cell, by `threads` of which this is number k.
__device__ __forceinline__ void bring_tasks(const ColumnLevel& level, const ColumnJob& job, u32 k, u32 threads, const CellPlaces& places) {
  const ColumnTask* shape = (const ColumnTask*)(level.shapes + job.shape);
  for (u32 base = k; base < job.tasks; base += AHEAD * threads) {
    ColumnTask task[AHEAD];
#pragma unroll
    for (u32 j = 0; j < AHEAD; j++)
      if (base + j * threads < job.tasks) task[j] = in_pieces<uint2>(shape + base + j * threads);
#pragma unroll
    for (u32 j = 0; j < AHEAD; j++)
      if (base + j * threads < job.tasks) put_task(places, job, base + j * threads, task[j]);
  }
}

// On the lowest level tasks, and the costs of their steps. The rows of a block of costs are states at one vertex: what a column
// drives along is the same for all, only the turns before it differ. Words of the tasks and turns are under way while costs
// of arcs arrive. arcs, prices : where these costs and those of turns are in shared memory.
__device__ __forceinline__ void bring_steps(const ColumnLevel& level, const ColumnJob& job, u32 k, u32 threads, const CellPlaces& places, u32 arcs, u32 prices) {
  const ColumnTask* shape = (const ColumnTask*)(level.shapes + job.shape);
  const u32* codes_of = level.turns + job.turn;
  ColumnTask task[AHEAD];
  u32 base = k, turns[AHEAD];
  auto look_up = [&] {
#pragma unroll
    for (u32 j = 0; j < AHEAD; j++)
      if (base + j * threads < job.tasks) task[j] = in_pieces<uint2>(shape + base + j * threads), turns[j] = codes_of[base + j * threads];
  };
  look_up();
  copies_arrived();
  __syncthreads();
  while (base < job.tasks) {
#pragma unroll
    for (u32 j = 0; j < AHEAD; j++) {
      const u32 i = base + j * threads;
      if (i >= job.tasks) continue;
      put_task(places, job, i, task[j]);
      const u32 step = task[j].step(), arc = at<u32>(arcs + i * 4);
      u32 to = places.costs + task[j].cost(), codes = turns[j] << 2;
#pragma unroll(1)
      for (u32 rows = turns[j] >> 28; rows; rows--, codes >>= 4, to += step) at<u32>(to) = min(arc + at<u32>(prices + (codes & 60)), UNREACHED);
    }
    base += AHEAD * threads;
    look_up();
  }
}

// Sums over the inner rows of a task, where they are less. place : where the thread's distances lie in a row. SIDE : sums that
// are worked on side by side.
template <int SIDE>
__device__ __forceinline__ void lower(ColumnTask t, u32 place, ColumnDistances& best) {
  u32 from = t.from(place), cost = t.cost();
  const u32 step = t.step();
#pragma unroll(SIDE)
  for (u32 rows = t.rows(); rows; rows--, from += ROW, cost += step) {
    const ColumnDistances known = at<ColumnDistances>(from);
    const u32 more = at<u32>(cost);
#pragma unroll
    for (u32 j = 0; j < EACH; j++) best.of[j] = min(best.of[j], known.of[j] + more);
  }
}

// LOWEST : cells are put together from steps. SIDE : as above. `several` : more than one task may lead to one state.
template <bool LOWEST, int SIDE>
__device__ __forceinline__ void settle(const ColumnLevel& level, bool several) {
  const u32 lane = threadIdx.x % LANES;
  const ColumnWarp warp = in_pieces<uint2>(level.warps + blockIdx.x * (THREADS / LANES) + threadIdx.x / LANES);
  const ColumnBlock block = in_pieces<uint4>(level.blocks + blockIdx.x);
  const u32 begun = warp.begins & (2u << lane) - 1, cells = __popc(warp.begins); // begun : up to this lane
  const u32 group = __popc(begun) - 1, k = lane - (31 - __clz(begun));
  ColumnJob job = in_pieces<uint2>(level.jobs + block.job + (begun ? warp.job + group : 0));

  const u32 begin = address_of(shared_words), behind = begin + block.rows * ROW; // begin : of a row
  const u32 arcs = behind + block.arcs_at * 4, prices = arcs + block.arcs * 4;
  u32* const out = level.shortcuts + block.shortcut;
  u32* const out_down = level.down + block.down;
  const u32 shortcuts = behind + (block.shortcuts_at + skew(out)) * 4, down = behind + skew(out_down) * 4;
  u32 costs = behind + block.costs_at * 4;
  if (LOWEST) {
    bring_arcs(level.arcs + block.arc, block.arcs, level.prices.arc, arcs);
    if (threadIdx.x < TURNS) at<u32>(prices + 4 * threadIdx.x) = level.prices.turn ? level.prices.turn[threadIdx.x] : 0;
  } else {
    costs += skew(level.costs + block.cost) * 4;
    bring_together(level.costs + block.cost, block.costs, costs);
  }

  const u32 columns = begun && job.entries > k * EACH ? min(job.entries - k * EACH, (u32)EACH) : 0; // of this thread
  const u32 threads = (job.entries + EACH - 1) / EACH;
  if (!columns) job.inner = job.exits = job.inner_tasks = job.tasks = 0;
  const CellPlaces places = {begin / ROW + warp.row, behind + (warp.tasks + group) * (u32)sizeof(ColumnTask),
                             cells * (u32)sizeof(ColumnTask), costs + job.cost * 4};
  const u32 place = lane * sizeof(ColumnDistances);

  const u32 homes = columns ? ((const u16*)(level.shapes + job.shape + 2 * job.tasks))[k] : 0; // of both, one if it has no other
  u32 home_block[EACH], home_row[EACH];
#pragma unroll
  for (u32 j = 0; j < EACH; j++) {
    home_block[j] = j < columns ? homes >> 8 * j + 5 & 7 : ~0u; // no block has that number
    home_row[j] = homes >> 8 * j & 31;
  }
  if (LOWEST) {
    bring_steps(level, job, k, threads, places, arcs + job.arc * 4, prices);
    __syncwarp();
  } else {
    bring_tasks(level, job, k, threads, places);
    copies_arrived();
    __syncthreads();
  }

  auto own_costs = [&](ColumnTask t) {
    ColumnDistances found;
#pragma unroll
    for (u32 j = 0; j < EACH; j++)
      found.of[j] = t.block() == home_block[j] ? at<u32>(t.cost() + home_row[j] * t.step()) : UNREACHED;
    return found;
  };
  const u32 own_exits = shortcuts + (job.shortcut + k * EACH * job.exits) * 4, next_column = job.exits * 4;

  if (several) {
    ColumnDistances none;
#pragma unroll
    for (u32 j = 0; j < EACH; j++) none.of[j] = UNREACHED;
#pragma unroll(1)
    for (u32 v = 0; v < job.inner; v++) at<ColumnDistances>((places.row + v) * ROW + place) = none;
#pragma unroll(1)
    for (u32 x = 0; x < columns * job.exits; x++) at<u32>(own_exits + x * 4) = UNREACHED;
  }
  const u32 next = places.next, inner_last = places.tasks + job.inner_tasks * next, last = places.tasks + job.tasks * next;
  for (u32 i = places.tasks; i != inner_last; i += next) {
    const ColumnTask t = at<ColumnTask>(i);
    ColumnDistances& to = at<ColumnDistances>(t.to(place));
    ColumnDistances found = own_costs(t);
    if (several) {
      const ColumnDistances known = to;
#pragma unroll
      for (u32 j = 0; j < EACH; j++) found.of[j] = min(found.of[j], known.of[j]);
    }
    to = found;
  }
  // Once round without a distance that falls is enough, wherever that begins.
  if (job.inner_tasks) {
    u32 i = places.tasks, stop = i;
    do {
      const ColumnTask t = at<ColumnTask>(i);
      ColumnDistances& to = at<ColumnDistances>(t.to(place));
      const ColumnDistances known = to;
      ColumnDistances best = known;
      lower<SIDE>(t, place, best);
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
    lower<SIDE>(t, place, best);
    u32 to = own_exits + t.exit() * 4;
#pragma unroll
    for (u32 j = 0; j < EACH; j++, to += next_column)
      if (j < columns) at<u32>(to) = several ? min(best.of[j], at<u32>(to)) : best.of[j];
  }
  __syncthreads();

  leave_together(shortcuts, block.shortcuts, out);
  if (!level.down) return;
  // In place of tasks and costs, which nobody needs any more.
  u32 to = down + (job.down + k * EACH) * 4;
  for (u32 v = 0; v < job.inner; v++, to += job.entries * 4) {
    const ColumnDistances found = at<ColumnDistances>((places.row + v) * ROW + place);
#pragma unroll
    for (u32 j = 0; j < EACH; j++)
      if (j < columns) at<u32>(to + 4 * j) = found.of[j];
  }
  __syncthreads();
  leave_together(down, block.downs, out_down);
}

// Cells that are put together from cells of the level below.
extern "C" __global__ void settle_columns(ColumnLevel level, u32 several) { settle<false, 2>(level, several); }

// Those of the lowest level.
extern "C" __global__ void settle_lowest_columns(ColumnLevel level, u32 several) { settle<true, 1>(level, several); }
