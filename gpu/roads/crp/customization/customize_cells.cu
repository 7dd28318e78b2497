// Customization by searches in shared memory: the shortcuts of all cells of a level in one launch.
//
// Source: Delling, Kobitzsch, Werneck, "Customizing driving directions with GPUs", Euro-Par 2014,
// section 3, the local implementation. Ours differs in three ways. Arcs have no indices: they are
// blocks of matrices (road/crp/device_layout/matrices.py). A group of threads has one cell, or some of its
// entries, whose searches are independent of the others'. And improvements are taken up at once, so
// that fewer rounds are needed.
#include "crp/level.cuh"

// Some entries of a cell. Where what belongs to the cell begins, and how much there is.
struct __align__(16) MatrixJob {
  u32 block, task, shortcut, down, entry, staged;
  u16 entries, inner, exits, inner_tasks, tasks, blocks, first, width;
  u32 unused[2];
};

struct __align__(16) MatrixBlock {
  u32 cost;
  u16 staged, task, inner_place, columns, inner_rows, inner_columns;
};

// A task with all that it needs: the least of `rows` sums of a distance and a cost, which stand at
// equal steps. to : place of the exit, or of the inner state's distances. from : of the distances of
// the block's first row.
struct __align__(16) StagedTask {
  u32 cost;
  u16 to, from, rows, columns, block, column;
};

struct MatrixLevel {
  const MatrixJob* jobs;
  const MatrixBlock* blocks;
  const u32* tasks; // place, block, column from the lowest bit: 12, 10, 10 bits
  const u32* home;  // entries: block << 16 | row
  const u32* costs; // of the level below; null on the lowest level
  CrpGround ground;
  CrpCosts prices;
  u32 *shortcuts, *down; // down is null where it is not asked for
  u32 count;             // of jobs
};

#ifndef SMALL_AHEAD
#define SMALL_AHEAD 2
#endif

// Entries of a thread, which looks up a task and each cost once for all of them. As EACH of jobs.py.
#ifndef EACH
#define EACH 4
#endif

struct __align__(4 * EACH) Together {
  u32 of[EACH];
};

extern __shared__ uint4 shared_words[];

__device__ __forceinline__ u32 cost_at(const MatrixLevel& level, u32 at) {
  return level.costs ? level.costs[at] : step_cost(level.ground, level.prices, at);
}

// The threads that work on one job: a block, or a part of a warp, whose parts wait for one another.
template <bool WHOLE>
__device__ __forceinline__ void barrier() {
  if (WHOLE) {
    __syncthreads();
  } else {
    __syncwarp();
  }
}

template <bool WHOLE>
__device__ __forceinline__ bool anyone(bool mine) {
  if (WHOLE) return __syncthreads_or(mine);
  __syncwarp(); // a vote alone does not show one lane what another stored
  return __any_sync(ALL_LANES, mine);
}

__device__ __forceinline__ void lower(u32* to, u32 cost, bool several) {
  if (several) {
    atomicMin(to, cost);
  } else {
    *to = cost;
  }
}

// `count` costs at equal steps to shared memory, AHEAD of them under way at once.
template <u32 AHEAD>
__device__ __forceinline__ void bring(const MatrixLevel& level, u32 from, u32 count, u32 step, u32* to, u32 to_step) {
  for (u32 i = 0; i < count; i += AHEAD) {
    u32 cost[AHEAD];
#pragma unroll
    for (u32 j = 0; j < AHEAD; j++)
      if (i + j < count) cost[j] = cost_at(level, from + (i + j) * step);
#pragma unroll
    for (u32 j = 0; j < AHEAD; j++)
      if (i + j < count) to[(i + j) * to_step] = cost[j];
  }
}

// Allowed race: a distance is read while another thread of the group lowers it. Either value is the length
// of a path, one thread alone or an atomic minimum writes it, and all synchronize before the vote on another
// turn.
//
// AHEAD : sums that are worked on side by side.
template <bool WHOLE, u32 AHEAD>
__device__ __forceinline__ void settle(const MatrixLevel& level, u32 group, u32 shared_bytes, bool several) {
  const u32 number = WHOLE ? blockIdx.x : (blockIdx.x * blockDim.x + threadIdx.x) / group;
  const u32 thread = WHOLE ? threadIdx.x : threadIdx.x % group;
  MatrixJob job = {};
  if (number < level.count) job = level.jobs[number];
  const u32 slots = max((job.width + EACH - 1u) / EACH, 1u), across = slots * EACH; // across : a row of distances
  const u32 rows = group / slots, row = thread / slots, k = thread - row * slots;
  const bool at_work = row < rows && job.width;

  StagedTask* record = (StagedTask*)((char*)shared_words + (WHOLE ? 0 : threadIdx.x / group * shared_bytes));
  MatrixBlock* block = (MatrixBlock*)(record + job.tasks);
  u32* distance = (u32*)(block + job.blocks);
  u32* staged = distance + job.inner * across;
  // A cell whose matrices do not fit reads them where they are.
  const bool fits = (char*)(staged + job.staged) <= (char*)record + shared_bytes || !level.costs;
  for (u32 i = thread; i < job.blocks; i += group) block[i] = level.blocks[job.block + i];
  for (u32 i = thread; i < job.inner * across; i += group) distance[i] = UNREACHED;
  const u32 first = k * EACH, columns = at_work ? min(job.width - first, (u32)EACH) : 0; // of this thread
  u32 home[EACH];
#pragma unroll
  for (u32 j = 0; j < EACH; j++) home[j] = j < columns ? level.home[job.entry + job.first + first + j] : ~0u;
  barrier<WHOLE>();

  for (u32 i = thread; i < job.tasks; i += group) {
    const u32 task = level.tasks[job.task + i], place = task & 4095, column = task >> 22;
    const u32 number = task >> 12 & 1023;
    const MatrixBlock b = block[number];
    record[i] = {(fits ? b.staged : b.cost) + column, (u16)(i < job.inner_tasks ? place * across : place),
                 (u16)(b.inner_place * across), b.inner_rows, b.columns, (u16)number, (u16)column};
    if (fits && !WHOLE) bring<AHEAD>(level, b.cost + column, b.inner_rows, b.columns, staged + b.staged + column, b.columns);
  }
  if (fits && WHOLE)
    for (u32 i = 0; i < job.blocks; i++) {
      const MatrixBlock b = block[i];
      const u32 count = b.inner_rows * b.columns;
      if (thread < count)
        bring<AHEAD>(level, b.cost + thread, (count - thread + group - 1) / group, group, staged + b.staged + thread, group);
    }
  barrier<WHOLE>();

  const u32* costs = fits ? staged : level.costs;
  u32* mine = distance + first;
  u32 own_row[EACH];
#pragma unroll
  for (u32 j = 0; j < EACH; j++) {
    if (j >= columns) continue;
    const MatrixBlock own = block[home[j] >> 16];
    own_row[j] = own.cost + (home[j] & 0xffff) * own.columns;
    for (u32 x = row; x < own.inner_columns; x += rows)
      lower(mine + record[own.task + x].to + j, cost_at(level, own_row[j] + x), several);
  }

  auto least = [&](const StagedTask& r, Together& best) {
    const u32 *from = mine + r.from, *cost = costs + r.cost;
#pragma unroll AHEAD
    for (u32 i = 0; i < r.rows; i++) {
      const Together known = *(const Together*)from;
      const u32 more = *cost;
#pragma unroll
      for (u32 j = 0; j < EACH; j++) best.of[j] = min(best.of[j], known.of[j] + more);
      from += across;
      cost += r.columns;
    }
  };
  for (bool again = job.inner; anyone<WHOLE>(again);) {
    again = false;
    if (at_work)
      for (u32 i = row; i < job.inner_tasks; i += rows) {
        const StagedTask r = record[i];
        const Together known = *(const Together*)(mine + r.to);
        Together best = known;
        least(r, best);
#pragma unroll
        for (u32 j = 0; j < EACH; j++)
          if (best.of[j] < known.of[j]) {
            lower(mine + r.to + j, best.of[j], several);
            again = true;
          }
      }
  }
  if (!at_work) return;
  u32* to = level.shortcuts + job.shortcut + (job.first + first) * job.exits;
  for (u32 i = job.inner_tasks + row; i < job.tasks; i += rows) {
    const StagedTask r = record[i];
    Together best;
#pragma unroll
    for (u32 j = 0; j < EACH; j++)
      best.of[j] = j < columns && r.block == home[j] >> 16 ? cost_at(level, own_row[j] + r.column) : UNREACHED;
    least(r, best);
#pragma unroll
    for (u32 j = 0; j < EACH; j++)
      if (j < columns) lower(to + j * job.exits + r.to, best.of[j], several);
  }
  if (!level.down) return;
  u32* down = level.down + job.down + job.first + first;
  for (u32 v = row; v < job.inner; v += rows)
#pragma unroll
    for (u32 j = 0; j < EACH; j++)
      if (j < columns) down[v * job.entries + j] = mine[v * across + j];
}

// A block of threads for each job.
//
// `several` : more than one task may lead to one state; the shortcuts are UNREACHED beforehand.
extern "C" __global__ void settle_large(MatrixLevel level, u32 shared_bytes, u32 several) {
  settle<true, 4>(level, blockDim.x, shared_bytes, several);
}

// A warp for each job.
extern "C" __global__ void settle_middle(MatrixLevel level, u32 shared_bytes, u32 several) {
  settle<false, 4>(level, 32, shared_bytes, several);
}

// Four or eight threads for each job. shared_bytes : of each, whole 16s.
extern "C" __global__ void settle_small(MatrixLevel level, u32 group, u32 shared_bytes, u32 several) {
  settle<false, SMALL_AHEAD>(level, group, shared_bytes, several);
}
