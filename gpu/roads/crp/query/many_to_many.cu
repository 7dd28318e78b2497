// The sweep for a batch of sources at once: their labels of a state lie side by side, a warp has a lane
// for each. Same order of levels, same sums as in isochrone.cu.
#include "crp/level.cuh"

#ifndef THREADS
#define THREADS 256
#endif

#define BATCH 32   // sources, and lanes
#define ENTRIES 24 // whose labels a warp keeps at a time

// One level: a warp for each slice of each cell. Lanes do not synchronize, each keeps to its column.
//
// cells : the `count` cells of the level in which anybody is interested; null stands for all.
extern "C" __global__ void sweep_batch(CrpLevel level, const u32* cells, u32 count, u32 slices, u32* labels,
                                       u32 limit) {
  __shared__ u32 own_labels[THREADS / BATCH][ENTRIES][BATCH];
  const u32 lane = threadIdx.x % BATCH;
  const u64 warp = ((u64)blockIdx.x * THREADS + threadIdx.x) / BATCH;
  if (warp / slices >= count) return;
  const u32 place = (u32)(warp / slices), slice = (u32)(warp % slices), cell = cells ? cells[place] : place;
  const u32 entry = level.first_entry[cell], entries = level.first_entry[cell + 1] - entry;
  const u32 first = level.first_inner[cell], inner = level.first_inner[cell + 1] - first;
  const u32* down = level.down + level.first_down[cell];
  u32(*own)[BATCH] = own_labels[threadIdx.x / BATCH];
  for (u32 k0 = 0; k0 < entries; k0 += ENTRIES) {
    const u32 here = min((u32)ENTRIES, entries - k0);
    bool within = false;
#pragma unroll 4
    for (u32 k = 0; k < here; k++) {
      own[k][lane] = labels[(u64)level.entering[entry + k0 + k] * BATCH + lane];
      within |= own[k][lane] <= limit;
    }
    if (!__any_sync(ALL_LANES, within)) continue;
    for (u32 v = slice; v < inner; v += slices) {
      const u32* cost = down + v * entries + k0;
      u32* label = labels + ((u64)inner_label(level, first + v) * BATCH + lane);
      u32 best = UNREACHED, known = *label;
#pragma unroll 4
      for (u32 k = 0; k < here; k++) best = min(best, own[k][lane] + cost[k]);
      if (best < known && best <= limit) *label = best;
    }
  }
}

// The least label of each destination's states: times, (BATCH, count). A warp for each destination.
extern "C" __global__ void collect(const u32* first_state, const u32* states, u32 count, const u32* labels, u32* times) {
  const u32 lane = threadIdx.x % BATCH;
  const u64 place = ((u64)blockIdx.x * THREADS + threadIdx.x) / BATCH;
  if (place >= count) return;
  u32 best = UNREACHED;
  for (u32 s = first_state[place]; s < first_state[place + 1]; s++)
    best = min(best, labels[(u64)states[s] * BATCH + lane]);
  times[(u64)lane * count + place] = best;
}
