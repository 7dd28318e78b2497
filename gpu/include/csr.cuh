// A search graph as compressed sparse rows: four steps out of a state at a time, and marked states
// found by a warp.
#pragma once
#include "memory.cuh"

#define BATCH 4    // steps whose memory is asked for side by side
#define TOGETHER 4 // states whose marks, a byte each, lie in one word

struct Step {
  u32 head, cost; // cost is UNREACHED where the arc is closed
};

struct Csr {
  const u32* first_out; // states + 1
  const Step* steps;
  u32 states;
};

// Steps first..last-1, at most BATCH of them; those that are missing are closed.
__device__ __forceinline__ void load_batch(const Csr& graph, u32 first, u32 last, Step (&batch)[BATCH]) {
#pragma unroll
  for (u32 j = 0; j < BATCH; j++) {
    batch[j] = {0, UNREACHED};
    if (first + j < last) batch[j] = graph.steps[first + j];
  }
}

// Calls `use` with all steps out of a state, a batch at a time.
template <class Use>
__device__ __forceinline__ void each_batch(const Csr& graph, u32 state, Use use) {
  u32 last = graph.first_out[state + 1];
  for (u32 first = graph.first_out[state]; first < last; first += BATCH) {
    Step batch[BATCH];
    load_batch(graph, first, last, batch);
    use(batch);
  }
}

// How many lanes before this one have, and all together; all lanes must call.
__device__ __forceinline__ u32 before_me(u32 mine, u32& all) {
  u32 lane = threadIdx.x & 31, sum = mine;
#pragma unroll
  for (u32 away = 1; away < 32; away *= 2) {
    u32 other = __shfl_up_sync(ALL_LANES, sum, away);
    if (lane >= away) sum += other;
  }
  all = __shfl_sync(ALL_LANES, sum, 31);
  return sum - mine;
}

// Looks at the marks of all states, a word a thread, and calls `use` with each marked state, these
// spread evenly over the lanes of the warp. `take` reads a word and leaves what is to be left.
// Neighbouring warps lie on different multiprocessors, since marks lie close together.
template <class Take, class Use>
__device__ __forceinline__ void each_marked(u32 states, Take take, Use use) {
  __shared__ u32 marked[THREADS * TOGETHER];
  u32 words = (states + TOGETHER - 1) / TOGETHER, lane = threadIdx.x & 31;
  u32* mine = marked + threadIdx.x / 32 * (32 * TOGETHER);
  for (u64 first = ((u64)(threadIdx.x / 32) * gridDim.x + blockIdx.x) * 32; first < words;
       first += (u64)gridDim.x * THREADS) {
    u32 word = (u32)first + lane, bytes = word < words ? take(word) : 0, all;
    if (!__any_sync(ALL_LANES, bytes)) continue;
    u32 place = before_me(__popc(bytes), all);
    for (u32 i = 0; i < TOGETHER; i++)
      if (bytes >> (8 * i) & 1) mine[place++] = word * TOGETHER + i;
    __syncwarp();
    for (u32 i = lane; i < all; i += 32) use(mine[i]);
    __syncwarp();
  }
}
