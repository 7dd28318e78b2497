// Phases over listed states or over all states: the twin of road/solvers/adaptive_threads.py.
//
// In a phase the states that fell in the one before offer their labels to the heads of their steps.
// They read one copy of the labels, `source`, and lower those of the other, `target`; so a phase
// does not depend on the order of work, and both kernels go through the same phases.
//
// After a listed phase the copies change roles; the source then holds the labels, and the target
// agrees with it but for the listed states, where it may be larger. A phase over all states ends
// with both copies alike, and marks in place of a list.
#include "road_phases.cuh"

#define PLACES (2 * THREADS) // of a block's list; what does not fit goes to the next list at once

struct StateCopies {
  u32 *source, *target;
};

__device__ __forceinline__ StateCopies copies_of(const RoadPhases& s, u32 parity) {
  StateCopies c = {parity ? s.spare : s.labels, parity ? s.labels : s.spare};
  return c;
}

// -- listed states

struct Collected {
  u32 states[PLACES];
  u32 count;
  u64 base;
};

// Appends what the block collected to a list; all threads call.
__device__ __forceinline__ void push(const RoadPhases& s, u32* list, Collected& found) {
  __syncthreads();
  u32 count = min(found.count, PLACES);
  if (threadIdx.x == 0 && count) found.base = atomicAdd(&s.ledger->listed, (u64)count);
  __syncthreads();
  for (u32 i = threadIdx.x; i < count; i += THREADS) list[found.base + i] = found.states[i];
  __syncthreads();
  if (threadIdx.x == 0) found.count = 0;
  __syncthreads();
}

// Enters the heads of the steps whose bit is set; all lanes must call.
__device__ __forceinline__ void enter(const RoadPhases& s, u32* list, Collected& found, u32 fell,
                                      const Step (&steps)[BATCH]) {
  u32 all, place = before_me(__popc(fell), all), base = 0;
  if (!all) return;
  if ((threadIdx.x & 31) == 0) base = atomicAdd(&found.count, all);
  place += __shfl_sync(ALL_LANES, base, 0);
#pragma unroll
  for (u32 j = 0; j < BATCH; j++) {
    if (!(fell >> j & 1)) continue;
    if (place < PLACES) found.states[place] = steps[j].head;
    else list[atomicAdd(&s.ledger->listed, 1ull)] = steps[j].head;
    place++;
  }
}

// Offers a label to the heads of a batch; returns a bit for each that fell for the first time in this
// phase. That is who finds a target no less than the source: exactly one thread of the device.
__device__ __forceinline__ u32 offer(const RoadPhases& s, const StateCopies& c, u32 label, const Step (&steps)[BATCH],
                                     PhaseTally& tally) {
  u32 theirs[BATCH], known[BATCH], fell = 0;
#pragma unroll
  for (u32 j = 0; j < BATCH; j++) theirs[j] = steps[j].cost < UNREACHED ? __ldcg(c.source + steps[j].head) : 0;
#pragma unroll
  for (u32 j = 0; j < BATCH; j++) {
    u32 arrival = label + steps[j].cost;
    bool better = arrival < theirs[j] && arrival <= s.limit;
    known[j] = better ? atomicMin(c.target + steps[j].head, arrival) : 0;
  }
#pragma unroll
  for (u32 j = 0; j < BATCH; j++) {
    bool first = theirs[j] && known[j] >= theirs[j];
    fell |= (u32)first << j;
    tally.reached += first && theirs[j] >= UNREACHED;
  }
  return fell;
}

// A phase over the listed states, a thread for each.
__device__ void listed_states(const RoadPhases& s, Collected& found, u32 parity, u64 count, PhaseTally& tally) {
  StateCopies c = copies_of(s, parity);
  const u32* states = s.lists[parity];
  u32 *next = s.lists[parity ^ 1], lane = threadIdx.x & 31;
  // Neighbouring warps lie on different multiprocessors, so that short lists spread over all.
  u64 warp_first = ((u64)(threadIdx.x / 32) * gridDim.x + blockIdx.x) * 32;
  for (u64 base = 0; base + (u64)blockIdx.x * 32 < count; base += (u64)gridDim.x * THREADS) {
    u64 i = base + warp_first + lane;
    u32 label = 0, first = 0, last = 0;
    if (i < count) {
      u32 state = __ldcg(states + i);
      label = __ldcg(c.source + state);
      first = s.graph.first_out[state];
      last = s.graph.first_out[state + 1];
      atomicMin(c.target + state, label);
      tally.served++;
    }
    for (; __any_sync(ALL_LANES, first < last); first = min(first + BATCH, last)) {
      Step steps[BATCH];
      load_batch(s.graph, first, last, steps);
      u32 fell = offer(s, c, label, steps, tally);
      enter(s, next, found, fell, steps);
    }
    push(s, next, found);
  }
}

// -- all states

// Suzuki's algorithm 2: the marked states offer their labels. The marks stay for the update.
__device__ void relax_all(const RoadPhases& s, u32 parity, PhaseTally& tally) {
  StateCopies c = copies_of(s, parity);
  auto take = [&](u32 word) { return __ldcg(s.marks + word); };
  each_marked(s.graph.states, take, [&](u32 state) {
    u32 label = __ldcg(c.source + state);
    tally.served++;
    each_batch(s.graph, state, [&](const Step(&steps)[BATCH]) {
      u32 theirs[BATCH];
#pragma unroll
      for (u32 j = 0; j < BATCH; j++) theirs[j] = steps[j].cost < UNREACHED ? __ldcg(c.target + steps[j].head) : 0;
#pragma unroll
      for (u32 j = 0; j < BATCH; j++) {
        u32 arrival = label + steps[j].cost;
        if (arrival < theirs[j] && arrival <= s.limit) atomicMin(c.target + steps[j].head, arrival);
      }
    });
  });
}

__device__ __forceinline__ u32 take_over(u32& label, u32 update, PhaseTally& tally) {
  bool falls = update < label;
  tally.reached += falls && label >= UNREACHED;
  tally.fell |= falls;
  if (falls) label = update;
  return falls;
}

// Suzuki's algorithm 3: every state takes over its update, and is marked if that is less.
__device__ void update_all(const RoadPhases& s, u32 parity, PhaseTally& tally) {
  StateCopies c = copies_of(s, parity);
  u32 words = (s.graph.states + TOGETHER - 1) / TOGETHER;
  for (u32 word = blockIdx.x * THREADS + threadIdx.x; word < words; word += gridDim.x * THREADS) {
    uint4 labels = __ldcg((const uint4*)c.source + word), updates = __ldcg((const uint4*)c.target + word);
    u32 marks = take_over(labels.x, updates.x, tally);
    marks |= take_over(labels.y, updates.y, tally) << 8;
    marks |= take_over(labels.z, updates.z, tally) << 16;
    marks |= take_over(labels.w, updates.w, tally) << 24;
    s.marks[word] = marks;
    if (marks) ((uint4*)c.source)[word] = labels;
  }
}

// -- from one to the other

// Suzuki's switch kernel: lists the marked states and wipes their marks.
__device__ void gather(const RoadPhases& s, u32 parity) {
  u32 words = (s.graph.states + TOGETHER - 1) / TOGETHER, lane = threadIdx.x & 31;
  for (u32 first = blockIdx.x * THREADS + threadIdx.x - lane; first < words; first += gridDim.x * THREADS) {
    u32 word = first + lane, bytes = word < words ? __ldcg(s.marks + word) : 0, all;
    if (!__any_sync(ALL_LANES, bytes)) continue;
    if (bytes) s.marks[word] = 0;
    u32 before = before_me(__popc(bytes), all);
    u64 base = 0;
    if (lane == 0) base = atomicAdd(&s.ledger->listed, (u64)all);
    u32* place = s.lists[parity] + __shfl_sync(ALL_LANES, base, 0) + before;
    for (u32 i = 0; i < TOGETHER; i++)
      if (bytes >> (8 * i) & 1) *place++ = word * TOGETHER + i;
  }
}

// Marks the listed states, where no mark was, and makes the copies alike.
__device__ void spread(const RoadPhases& s, u32 parity, u64 count) {
  StateCopies c = copies_of(s, parity);
  for (u64 i = (u64)blockIdx.x * THREADS + threadIdx.x; i < count; i += (u64)gridDim.x * THREADS) {
    u32 state = __ldcg(s.lists[parity] + i);
    c.target[state] = __ldcg(c.source + state);
    ((u8*)s.marks)[state] = 1;
  }
}

extern "C" __global__ void __launch_bounds__(THREADS, 1024 / THREADS) solve(const __grid_constant__ RoadPhases s) {
  __shared__ Sums sums;
  __shared__ Collected found;
  long long began = clock64();
  Plan plan = s.ledger->resume;
  if (threadIdx.x == 0) {
    sums = {0, 0};
    found.count = 0;
  }
  if (blockIdx.x == 0 && threadIdx.x == 0) {
    if (s.records) s.control->clock = nanoseconds();
    s.ledger->since = nanoseconds();
  }
  __syncthreads();
  while (piece_in(plan) != PAUSE) {
    PhaseTally tally = {0, 0, false};
    u32 parity = parity_in(plan);
    switch (piece_in(plan)) {
    case LISTED: listed_states(s, found, parity, count_in(plan), tally); break;
    case ALL: relax_all(s, parity, tally); break;
    case UPDATE_ALL: update_all(s, parity, tally); break;
    case GATHER: gather(s, parity); break;
    default: spread(s, parity, count_in(plan));
    }
    plan = conclude(s, plan, tally, sums, [&] { return decide(s, plan, began); });
  }
}
