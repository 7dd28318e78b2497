// Rounds on the device: the blocks of one kernel work side by side and synchronize between two rounds; a
// control block says what the next round is. The counterpart of gpu/rounds.py.
//
// The kernel must be launched cooperatively, so that all its blocks are there at once. It pauses
// after a while, between two rounds; launched again it goes on where it was.
#pragma once
#include "memory.cuh"

#ifndef THREADS
#define THREADS 512 // of a block
#endif

#define STEP 0u
#define ADVANCE 1u
#define DONE 2u

// What a round is. Written between rounds only. Entries are cells or nodes.
struct Turn {
  u64 count;                // entries to work on
  u32 kind;
  u32 near, following, far; // which of the three queues has which role
  u32 parity;               // of the marks of the entries in `near`
  u32 settled_below, threshold;
  u32 paused;               // the kernel is to end now and be launched again
};

struct Control {
  u32 arrived, pad0[31];
  u32 serial, pad1[31];     // rounds begun; who waits looks here
  u64 counts[3];            // entries in the queues
  u64 visits, reached;      // entries served, cells or states reached
  u64 visits_before, settled_before; // when the threshold rose
  u64 clock;                // nanoseconds at the launch
  u32 nearest;              // smallest label put off; each solver says since when
  u32 delta;                // ticks
  u32 rounds, records;
  Turn turn;
  u64 queued, steps;        // since the threshold rose: near cells summed over the steps, and the steps
};

// A round, for the trace.
struct RoundRecord {
  u64 nanoseconds, active, waiting, reached;
  u32 threshold, kind;
};

// What the argument of every solver begins with.
struct Solve {
  u32* labels;
  Control* control;
  RoundRecord* records; // null where nobody listens
  u64 slice;       // clock cycles after which the kernel pauses
  u32 record_places;
  u32 limit; // largest label wanted
};

// A barrier of the whole grid. The last one to come decides what is next, in one thread, while all others
// wait; it sees what every block did, and every block sees what it decided.
// Call with all threads; `serial` counts in thread 0.
template <class Decide>
__device__ __forceinline__ void grid_barrier(Control* control, u32& serial, Decide decide) {
  __syncthreads();
  if (threadIdx.x == 0) {
    fence();
    if (atomicAdd(&control->arrived, 1u) == gridDim.x - 1) {
      fence();
      control->arrived = 0;
      decide();
      store_release(&control->serial, serial + 1);
    } else {
      while (load_acquire(&control->serial) == serial) {
      }
    }
    serial++;
  }
  __syncthreads();
}

// The block's own copy of what is next; all threads call.
__device__ __forceinline__ void read_turn(const Control* control, Turn& turn) {
  if (threadIdx.x < sizeof(Turn) / 4)
    ((u32*)&turn)[threadIdx.x] = __ldcg((const u32*)&control->turn + threadIdx.x);
  __syncthreads();
}

__device__ __forceinline__ void record_round(Control& control, RoundRecord* records, u32 kind, u64 active,
                                             u64 waiting, u32 threshold) {
  RoundRecord r;
  r.nanoseconds = nanoseconds();
  r.active = active;
  r.waiting = waiting;
  r.reached = control.reached;
  r.threshold = threshold;
  r.kind = kind;
  records[control.records++] = r;
}

// Whether the kernel is to end after this round and be launched again. `began`: clock of this
// multiprocessor at the launch.
__device__ __forceinline__ bool pauses(const Solve& s, long long began) {
  return (u64)(clock64() - began) > s.slice || (s.records && s.control->records == s.record_places);
}

// Places for the lanes with `due` in a list of which `count` is the length; all lanes must call.
template <class Count>
__device__ __forceinline__ Count take_places(Count* count, bool due) {
  u32 lanes = __ballot_sync(ALL_LANES, due);
  if (!lanes) return 0;
  u32 lane = threadIdx.x & 31, leader = __ffs(lanes) - 1;
  Count base = 0;
  if (lane == leader) base = atomicAdd(count, (Count)__popc(lanes));
  return __shfl_sync(ALL_LANES, base, leader) + __popc(lanes & ((1u << lane) - 1));
}
