// Where a search upward begins if the shortcuts of the lowest levels do not stay (road/crp/device_layout/batches.py): in a
// cell of the level above these, by the steps of the ground in it.
#pragma once
#include "crp/query.cuh"

#ifndef BEGIN_LEVEL
#define BEGIN_LEVEL 0 // number of the level above those whose shortcuts do not stay; 0 where all stay
#endif

// What a search has to do with, wherever it is.
struct ColumnSearch {
  u32* labels; // of its column
  u32 columns, limit, alarm;
};

__device__ __forceinline__ u32* label_of(const ColumnSearch& s, u32 state) { return s.labels + (u64)state * s.columns; }

__device__ __forceinline__ void lower(const Upward& u, const ColumnSearch& s, u32 state, u32 label) {
  atomicMin(label_of(s, state), label);
  if (label >= s.alarm) *u.query->lost = 1;
}

// The least labels of all ways inside a cell of BEGIN_LEVEL, of its states and of those that leave it; all threads of the
// block call. Returns how many states were gone on from.
//
// The cells of all levels inside need not be marked as open ones are: what is known of their states is known of all that
// these lead to inside the cell, and who comes into it by another way marks them.
//
// room : words of shared memory, `ground_words` of batches.py. What lies far away is read once.
__device__ inline u32 settle_ground(const Upward& u, const ColumnSearch& s, u32 cell, u32 threads, u32* room) {
  const CrpLevel& level = u.levels[0];
  const u32 first = u.first_lowest[cell], cells = u.first_lowest[cell + 1] - first;
  const u32 slot0 = level.first_slot[first], slots = level.first_slot[first + cells] - slot0;
  const u32 step0 = u.ground.first_step[slot0], steps = u.ground.first_step[slot0 + slots] - step0;
  u32 *served = room, *row = room + 1, *offered = row + slots + 1, *from = offered + slots, *to = from + slots;
  u32* cost = to + steps;
  if (threadIdx.x == 0) *served = 0;
  for (u32 q = threadIdx.x; q <= slots; q += threads) row[q] = u.ground.first_step[slot0 + q] - step0;
  for (u32 q = threadIdx.x; q < slots; q += threads) {
    from[q] = u.ground.state[slot0 + q];
    offered[q] = UNREACHED;
  }
  for (u32 i = threadIdx.x / 32; i < cells; i += threads / 32) {
    const u32 lowest = first + i, exit0 = level.first_exit[lowest], inner0 = level.first_inner[lowest];
    const u32 inner = level.first_inner[lowest + 1] - inner0;
    const u32 begin = u.ground.first_step[level.first_slot[lowest]], end = u.ground.first_step[level.first_slot[lowest + 1]];
    for (u32 x = begin + threadIdx.x % 32; x < end; x += 32) {
      const u32 place = level.exit_place[x];
      to[x - step0] = place < inner ? inner_label(level, inner0 + place) : level.leaving[exit0 + (place - inner)];
      cost[x - step0] = step_cost(u.ground, u.costs, x);
    }
  }
  __syncthreads();
  u32 mine = 0;
  for (bool again = true; __syncthreads_or(again);) {
    again = false;
    for (u32 q = threadIdx.x; q < slots; q += threads) {
      const u32 label = __ldcg(label_of(s, from[q]));
      if (label >= offered[q]) continue;
      offered[q] = label;
      again = true;
      mine++;
      for (u32 x = row[q]; x < row[q + 1]; x++)
        if (label + cost[x] <= s.limit) lower(u, s, to[x], label + cost[x]);
    }
  }
  if (mine) atomicAdd(served, mine);
  __syncthreads();
  return *served;
}
