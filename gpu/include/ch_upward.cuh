// Upward in a contracted search graph, by one block of threads: from seeds to all that lies above them.
// A label that falls is passed on until none does; no order of levels is needed for that, and seeds of
// other blocks may lower the same labels meanwhile.
#pragma once
#include "csr.cuh"

#ifndef RISEN
#define RISEN 1024 // places in a queue on chip
#endif
#ifndef LANES_A_ROW
#define LANES_A_ROW 32 // that share the steps out of a place
#endif

// A place whose label fell, and its steps.
struct Risen {
  u32 place, label, begin, end;
};

// Places of this round and of the next.
struct Rising {
  Risen queue[2][RISEN];
  u32 counts[3]; // of the round, of the next, of the one after that: zero
};

// Labels of one column, and the steps that lower them.
struct Ascent {
  Csr up;      // steps out of places
  u32* labels; // of place p: labels[p * columns]; read past the first cache
  u32 columns;
  u32 limit; // below UNREACHED; no label past it is written
};

__device__ __forceinline__ void offer(const Ascent& a, Rising& r, u32 round, u32 place, u32 label) {
  if (label > a.limit) return;
  const u32 begin = __ldg(a.up.first_out + place), end = __ldg(a.up.first_out + place + 1);
  if (atomicMin(a.labels + (u64)place * a.columns, label) <= label || begin == end) return;
  const u32 at = atomicAdd(&r.counts[round % 3], 1u);
  if (at < RISEN) r.queue[round & 1][at] = {place, label, begin, end};
}

// All threads call; `enter` offers the seeds to round 0. False where a queue was too short: some labels may then
// not have been passed on.
template <class Enter>
__device__ bool climb(const Ascent& a, Rising& r, Enter enter) {
  if (threadIdx.x < 3) r.counts[threadIdx.x] = 0;
  __syncthreads();
  enter();
  __syncthreads();
  bool whole = true;
  const u32 part = threadIdx.x % LANES_A_ROW;
  for (u32 round = 0;; round++) {
    const u32 found = r.counts[round % 3], count = min(found, (u32)RISEN);
    if (!found) return whole;
    whole &= found == count;
    if (threadIdx.x == 0) r.counts[(round + 2) % 3] = 0; // all have read it: in the round before
    for (u32 i = threadIdx.x / LANES_A_ROW; i < count; i += THREADS / LANES_A_ROW) {
      const Risen from = r.queue[round & 1][i];
      const u32 now = __ldcg(a.labels + (u64)from.place * a.columns); // lower: it is there again
      for (u32 k = from.begin + part; k < from.end; k += LANES_A_ROW) {
        const Step step = a.up.steps[k];
        if (now >= from.label) offer(a, r, round + 1, step.head, from.label + step.cost);
      }
    }
    __syncthreads();
  }
}

// The same of places from `first` up to `last`, which lie in one level and whose labels are final, by threads
// from `thread` on, so many together.
__device__ __forceinline__ void pass_on_all(const Ascent& a, u32 first, u32 last, u64 thread, u64 threads) {
  for (u64 place = first + thread; place < last; place += threads) {
    const u32 label = __ldcg(a.labels + place * a.columns);
    if (label > a.limit) continue;
    for (u32 k = a.up.first_out[place]; k < a.up.first_out[place + 1]; k++) {
      const Step step = a.up.steps[k];
      if (label + step.cost <= a.limit) atomicMin(a.labels + (u64)step.head * a.columns, label + step.cost);
    }
  }
}
