// Near and far queue on road graphs: the twin of road/solvers/near_far.py.
//
// `solve` runs rounds of two kinds until both queues are empty. A step serves the near nodes, four
// threads a node, one for each slot. Advance sorts the far nodes under a new threshold. What either
// brings near is served by the same block at once, from a list on chip, up to `rounds` times before
// the blocks synchronize. Where so little is to be done that one block can do it, that block goes on by
// itself, from round to round, and the others wait.
//
// What a list holds of a node is its label and its steps, so a round waits for memory once: the
// label of the node, those of its heads and the steps of the heads are asked for side by side.
//
// Contract that no node is forgotten: a label falls by an atomic minimum, and the thread whose
// minimum it was sees to the node. Below the threshold it puts the node into the block's list or,
// where that is full or time is up, into the near queue. If the node it came from has fallen
// meanwhile it need not: whoever lowered that one serves it, and lowers this one again. Above the
// threshold, the first to reach a node puts it into the far queue, where it stays until advance finds
// it below.
//
// Contract that queues cannot overflow: a node is in the far queue once, since only one thread sees
// it unreached; and in the near queue once, since its mark is set once. Marks of the coming step are
// not those of the running one, so none is set and cleared in the same round.
//
// Allowed race: labels are read while others lower them. Either value is the length of a path.
#include "near_far.cuh"
#include "slots.cuh"

#define GROUPS (THREADS / SLOTS) // nodes served at a time
#define PLACES 512               // of a block's lists; what does not fit goes to the queue at once
#define LEAST 8                  // nodes that a block takes at least
#define ALONE_FAR 1024           // far nodes that one block sorts by itself
#define ALONE_ROUNDS 512         // on chip, of a block that is alone
#if __CUDA_ARCH__ >= 800
#define RESIDENT (1024 / THREADS) // blocks that the registers of a multiprocessor must suffice for
#else
#define RESIDENT (512 / THREADS)
#endif

struct RoadNearFar : Solve {
  const Step* slots; // nodes × SLOTS
  u32* marks;        // nodes / 16
  u32* queue[3];     // as many places as nodes
  u32 states;        // nodes from here on are parts of states
  u32 rounds;        // on chip between two grid barriers
  u32 aim;           // visits in 100 settled nodes that Δ aims at; 0 where Δ stays
};

struct Entry {
  u32 node, label;
};

struct NodeWork {
  uint4 steps[2][PLACES][2];
  Entry entry[2][PLACES];
  u32 far[PLACES];
  u64 near_base, far_base;
  u32 counts[3]; // lengths of the lists, in turn
  u32 nears, fars, served, fresh;
  Turn turn;
};

// What a thread found in a round.
struct NodeTally {
  u32 served, fresh; // nodes whose first slot it took, states reached
  u32 nearest;       // smallest label that it put off
};

// Queues and marks that this round fills.
struct Filled {
  u32 near, far, parity;
};

__device__ __forceinline__ Filled filled_by(const Turn& t) {
  bool steps = t.kind == STEP;
  Filled f = {steps ? t.following : t.near, steps ? t.far : t.following, t.parity ^ (steps ? 1u : 0u)};
  return f;
}

__device__ __forceinline__ bool is_alone(const Turn& t) { return t.count <= (t.kind == STEP ? GROUPS : ALONE_FAR); }

// Appends the nodes of the lanes with `due` to a queue; all lanes must call.
__device__ __forceinline__ void append(const RoadNearFar& s, u32 queue, bool due, u32 node) {
  u64 place = take_places(s.control->counts + queue, due);
  if (due) s.queue[queue][place] = node;
}

// The steps of a node, as a list holds them.
struct Steps {
  uint4 front, back;
};

__device__ __forceinline__ Steps no_steps() {
  Steps none = {make_uint4(0, 0, 0, 0), make_uint4(0, 0, 0, 0)};
  return none;
}

__device__ __forceinline__ Steps steps_of(const RoadNearFar& s, u32 node) {
  const uint4* steps = (const uint4*)(s.slots + (u64)node * SLOTS);
  Steps found = {__ldg(steps), __ldg(steps + 1)};
  return found;
}

// Puts near nodes into a list and far ones into another, or into the queues where those are full.
// All lanes must call.
__device__ __forceinline__ void put(const RoadNearFar& s, NodeWork& w, const Filled& f, u32 list, u32* count, bool near,
                                    bool far, Entry entry, const Steps& steps) {
  u32 lane = threadIdx.x & 31, below = (1u << lane) - 1;
  u32 nears = __ballot_sync(ALL_LANES, near), fars = __ballot_sync(ALL_LANES, far);
  if (!(nears | fars)) return;
  u32 place = 0, far_place = 0;
  if (lane == 0 && nears) place = atomicAdd(count, (u32)__popc(nears));
  if (lane == 1 && fars) far_place = atomicAdd(&w.fars, (u32)__popc(fars));
  place = __shfl_sync(ALL_LANES, place, 0) + __popc(nears & below);
  far_place = __shfl_sync(ALL_LANES, far_place, 1) + __popc(fars & below);
  bool near_fits = place < PLACES, far_fits = far_place < PLACES;
  if (near && near_fits) {
    w.entry[list][place] = entry;
    w.steps[list][place][0] = steps.front;
    w.steps[list][place][1] = steps.back;
  }
  if (far && far_fits) w.far[far_place] = entry.node;
  if (!__any_sync(ALL_LANES, (near && !near_fits) || (far && !far_fits))) return;
  append(s, f.near, near && !near_fits && mark(s.marks, entry.node, f.parity), entry.node);
  append(s, f.far, far && !far_fits, entry.node);
}

// Takes one step out of a node with each of its four lanes; all lanes of the warp must call.
__device__ __forceinline__ void serve(const RoadNearFar& s, NodeWork& w, const Filled& f, u32 into, u32* count, bool some,
                                      Entry from, Step step, NodeTally& tally) {
  u32 now = 0, known = 0;
  Entry to = {step.head, from.label + step.cost};
  bool within = some && to.label <= s.limit, below = within && to.label < w.turn.threshold;
  Steps steps = no_steps();
  if (some) now = __ldcg(s.labels + from.node);
  if (below) steps = steps_of(s, to.node);
  if (within) known = atomicMin(s.labels + to.node, to.label);
  bool current = some && now >= from.label, fresh = within && known >= UNREACHED, far = fresh && !below;
  put(s, w, f, into, count, current && below && to.label < known, far, to, steps);
  if (far) tally.nearest = min(tally.nearest, to.label);
  tally.served += current && threadIdx.x % SLOTS == 0;
  tally.fresh += fresh && to.node < s.states;
}

// Serves near nodes first..last-1 of the queue; what they bring near goes into list 0.
__device__ __forceinline__ void serve_queue(const RoadNearFar& s, NodeWork& w, const Filled& f, u64 first, u64 last,
                                            NodeTally& tally) {
  u32 group = threadIdx.x / SLOTS, warp_group = threadIdx.x / 32 * (32 / SLOTS), k = threadIdx.x % SLOTS;
  for (u64 base = first; base + warp_group < last; base += GROUPS) {
    Entry from = {0, 0};
    Step step = {0, UNREACHED};
    bool some = base + group < last;
    if (some) {
      from.node = __ldcg(s.queue[w.turn.near] + base + group);
      if (k == 0) unmark(s.marks, from.node, w.turn.parity);
      from.label = __ldcg(s.labels + from.node);
      step = s.slots[(u64)from.node * SLOTS + k];
    }
    serve(s, w, f, 0, w.counts, some, from, step, tally);
  }
}

// Sorts far nodes first..last-1: below the threshold they go into list 0, below the one before they
// are settled.
__device__ __forceinline__ void sort_far(const RoadNearFar& s, NodeWork& w, const Filled& f, u64 first, u64 last,
                                         NodeTally& tally) {
  u32 warp_first = threadIdx.x / 32 * 32;
  for (u64 base = first; base + warp_first < last; base += THREADS) {
    Entry entry = {0, 0};
    bool near = false, far = false;
    Steps steps = no_steps();
    if (base + threadIdx.x < last) {
      entry.node = __ldcg(s.queue[w.turn.far] + base + threadIdx.x);
      entry.label = __ldcg(s.labels + entry.node);
      far = entry.label >= w.turn.threshold;
      near = !far && entry.label >= w.turn.settled_below;
    }
    if (near) steps = steps_of(s, entry.node);
    put(s, w, f, 0, w.counts, near, far, entry, steps);
    if (far) tally.nearest = min(tally.nearest, entry.label);
  }
}

// Serves the lists in turn, up to `most` times or until nothing is near; returns which list is left.
__device__ __forceinline__ u32 serve_lists(const RoadNearFar& s, NodeWork& w, const Filled& f, u32 most, bool alone,
                                           u32& left, NodeTally& tally) {
  u32 group = threadIdx.x / SLOTS, warp_group = threadIdx.x / 32 * (32 / SLOTS), k = threadIdx.x % SLOTS;
  for (u32 round = 1, list = 0;; round++, list ^= 1) {
    __syncthreads();
    u32 n = left = min(w.counts[(round - 1) % 3], PLACES);
    if (threadIdx.x == 0) w.counts[(round + 1) % 3] = 0;
    if (n == 0 || round > most || (alone && n > GROUPS)) return list;
    for (u32 base = 0; base + warp_group < n; base += GROUPS) {
      u32 i = min(base + group, n - 1);
      Step step = ((const Step*)w.steps[list][i])[k];
      serve(s, w, f, list ^ 1, w.counts + round % 3, base + group < n, w.entry[list][i], step, tally);
    }
  }
}

// Hands what is left in the lists to the queues, each with one push of the whole block.
__device__ __forceinline__ void push_lists(const RoadNearFar& s, NodeWork& w, const Filled& f, u32 list, u32 left) {
  u32* nodes = (u32*)w.entry[list ^ 1]; // nobody needs this list any more
  for (u32 base = 0; base < left; base += THREADS) {
    u32 i = base + threadIdx.x;
    bool due = i < left && mark(s.marks, w.entry[list][i].node, f.parity);
    u32 place = take_places(&w.nears, due);
    if (due) nodes[place] = w.entry[list][i].node;
  }
  __syncthreads();
  u32 nears = w.nears, fars = min(w.fars, PLACES);
  if (threadIdx.x == 0 && nears) w.near_base = atomicAdd(s.control->counts + f.near, (u64)nears);
  if (threadIdx.x == 32 && fars) w.far_base = atomicAdd(s.control->counts + f.far, (u64)fars);
  if (threadIdx.x == 64 && w.served) atomicAdd(&s.control->visits, (u64)w.served);
  if (threadIdx.x == 96 && w.fresh) atomicAdd(&s.control->reached, (u64)w.fresh);
  __syncthreads();
  for (u32 i = threadIdx.x; i < nears; i += THREADS) s.queue[f.near][w.near_base + i] = nodes[i];
  for (u32 i = threadIdx.x; i < fars; i += THREADS) s.queue[f.far][w.far_base + i] = w.far[i];
}

// This block's share of a round.
__device__ void take_share(const RoadNearFar& s, NodeWork& w) {
  bool alone = is_alone(w.turn);
  u64 count = w.turn.count, share = alone ? count : max((count + gridDim.x - 1) / gridDim.x, (u64)LEAST);
  u64 first = blockIdx.x * share, last = min(first + share, count);
  if (first >= last) return;
  if (threadIdx.x < 3) w.counts[threadIdx.x] = 0;
  if (threadIdx.x == 0) w.nears = w.fars = w.served = w.fresh = 0;
  __syncthreads();
  Filled f = filled_by(w.turn);
  NodeTally tally = {0, 0, UNREACHED};
  u32 left;
  if (w.turn.kind == STEP) serve_queue(s, w, f, first, last, tally);
  else sort_far(s, w, f, first, last, tally);
  u32 list = serve_lists(s, w, f, alone ? ALONE_ROUNDS : s.rounds, alone, left, tally);
  u32 served = warp_sum(tally.served), fresh = warp_sum(tally.fresh), nearest = warp_min(tally.nearest);
  if ((threadIdx.x & 31) == 0) {
    if (served) atomicAdd(&w.served, served);
    if (fresh) atomicAdd(&w.fresh, fresh);
    if (nearest < UNREACHED) atomicMin(&s.control->nearest, nearest);
  }
  push_lists(s, w, f, list, left);
}

// What comes after a round; one thread runs it while all others wait.
__device__ void decide(const RoadNearFar& s, long long began) {
  Control& c = *s.control;
  Turn t = c.turn;
  bool advanced = t.kind == ADVANCE;
  u32 filled = t.following, emptied = advanced ? t.far : t.near;
  t.following = emptied; // its memory takes what comes next
  (advanced ? t.far : t.near) = filled;
  c.counts[emptied] = 0;
  if (s.records) record_round(c, s.records, t.kind, t.count, c.counts[t.far], t.threshold);
  u64 near = c.counts[t.near], far = c.counts[t.far];
  if (advanced) follow(c, c.reached - min(near + far, c.reached), s.aim);
  else t.parity ^= 1;
  t.kind = near ? STEP : far ? ADVANCE : DONE;
  t.count = near ? near : far;
  if (t.kind == ADVANCE) {
    t.settled_below = t.threshold;
    u32 reaches = c.nearest < UNREACHED ? max(c.nearest, t.threshold) : t.threshold;
    t.threshold = min(reaches + c.delta, UNREACHED);
    c.nearest = UNREACHED;
  }
  c.rounds++;
  t.paused = pauses(s, began);
  c.turn = t;
}

extern "C" __global__ void __launch_bounds__(THREADS, RESIDENT) solve(const __grid_constant__ RoadNearFar s) {
  __shared__ NodeWork w;
  long long began = clock64();
  u32 serial = load_relaxed(&s.control->serial);
  if (s.records && blockIdx.x == 0 && threadIdx.x == 0) s.control->clock = nanoseconds();
  read_turn(s.control, w.turn);
  do {
    if (!is_alone(w.turn)) {
      take_share(s, w);
      grid_barrier(s.control, serial, [&] { decide(s, began); });
    } else {
      if (blockIdx.x == 0) {
        bool others_met = false;
        do {
          take_share(s, w);
          __syncthreads();
          if (threadIdx.x == 0) {
            // A block that has not read this turn yet must not find the next in its place.
            while (!others_met) others_met = load_acquire(&s.control->arrived) == gridDim.x - 1;
            fence();
            decide(s, began);
          }
          __syncthreads();
          read_turn(s.control, w.turn);
        } while (is_alone(w.turn) && !w.turn.paused && w.turn.kind != DONE);
      }
      grid_barrier(s.control, serial, [] {});
    }
    read_turn(s.control, w.turn);
  } while (!w.turn.paused && w.turn.kind != DONE);
}
