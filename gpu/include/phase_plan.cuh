// Between two pieces of a phase: the blocks synchronize, the last one to come times the phase and decides
// how the next one goes. See core/parallel/phase_switch.py for the rule. The counterpart of gpu/phases.py.
//
// The kernel must be launched cooperatively, so that all blocks are there at once. It pauses after
// a while, between two phases; launched again it goes on where it was.
#pragma once
#include "rounds.cuh"

// A phase looks at all elements or at listed ones, and gathers them first where it comes from the
// other kind. On roads one over all has a second piece, and marks are spread before the first.
enum Piece { ALL, LISTED, GATHER, PAUSE, UPDATE_ALL, SPREAD };

// What the blocks do next. They wait for it to change, so it is one word: elements in the list, the
// piece, which copy of the labels is the source, and a serial number.
typedef u64 Plan;
#define COUNT_BITS 40

__device__ __forceinline__ Plan plan_of(u32 serial, u32 parity, u32 piece, u64 count) {
  return (u64)serial << (COUNT_BITS + 4) | (u64)(parity << 3 | piece) << COUNT_BITS | count;
}
__device__ __forceinline__ u64 count_in(Plan plan) { return plan & ((1ull << COUNT_BITS) - 1); }
__device__ __forceinline__ u32 piece_in(Plan plan) { return (u32)(plan >> COUNT_BITS) & 7; }
__device__ __forceinline__ u32 parity_in(Plan plan) { return (u32)(plan >> (COUNT_BITS + 3)) & 1; }
__device__ __forceinline__ u32 serial_in(Plan plan) { return (u32)(plan >> (COUNT_BITS + 4)); }

// What stays from phase to phase, beside the control block that all solvers have.
struct Ledger {
  u64 plan, pad0[15];    // what everybody waits for
  u32 arrived, pad1[31]; // blocks that arrived at the barrier
  u64 listed, pad2[15];  // elements entered in the next list
  u64 resume;            // the plan that a paused kernel goes on with
  u64 since;             // nanoseconds when the phase began
  u64 served;            // elements, in this phase; for the trace
  u32 previous;          // nanoseconds of the phase before
  u32 fell;              // whether any label fell in this phase
};

// What follows it begins on eight bytes, whatever a compiler does with padding.
struct PhaseSolve : Solve {
  u32* spare; // the second copy of the labels
  Ledger* ledger;
  u32 to_all, to_listed; // nanoseconds, mean of two phases
  u32 calibrating;       // phases to run, both kernels in turn; 0 in a solve
};

// What a thread found in a phase.
struct PhaseTally {
  u32 served, reached;
  bool fell;
};

// Both kernels in turn in a calibration; else as core/parallel/phase_switch.py says. `phase` is the next one.
__device__ __forceinline__ u32 next_kernel(const PhaseSolve& s, u32 kernel, u32 phase, u32 took, u32 previous) {
  if (s.calibrating) return phase % 4 == 1 || phase % 4 == 2 ? ALL : LISTED;
  u64 mean = ((u64)took + (phase == 1 ? took : previous)) / 2;
  if (kernel == LISTED && mean > s.to_all) return ALL;
  if (kernel == ALL && mean < s.to_listed) return LISTED;
  return kernel;
}

// What the threads of a block found in a phase, for the trace. Empty between two phases.
struct Sums {
  u32 served, reached;
};

__device__ __forceinline__ Plan plan_after(const Ledger* ledger, Plan done) {
  Plan next;
  do {
    asm volatile("ld.acquire.gpu.global.u64 %0, [%1];" : "=l"(next) : "l"(&ledger->plan) : "memory");
  } while (serial_in(next) == serial_in(done));
  return next;
}

// All threads of all blocks come here between two pieces, and learn what is next. The last block
// sees what every other did, and every block sees what it decided. `decide` returns a plan, in one
// thread.
template <class Decide>
__device__ __forceinline__ Plan conclude(const PhaseSolve& s, Plan done, const PhaseTally& tally, Sums& sums,
                                         Decide decide) {
  __shared__ Plan next;
  if (s.records) {
    u32 served = warp_sum(tally.served), reached = warp_sum(tally.reached);
    if ((threadIdx.x & 31) == 0 && served) atomicAdd(&sums.served, served);
    if ((threadIdx.x & 31) == 0 && reached) atomicAdd(&sums.reached, reached);
  }
  bool fell = __syncthreads_or(tally.fell);
  if (threadIdx.x == 0) {
    if (fell) *(volatile u32*)&s.ledger->fell = 1;
    if (sums.served) atomicAdd(&s.ledger->served, (u64)sums.served);
    if (sums.reached) atomicAdd(&s.control->reached, (u64)sums.reached);
    sums.served = sums.reached = 0;
    fence();
    if (atomicAdd(&s.ledger->arrived, 1u) == gridDim.x - 1) {
      fence();
      s.ledger->arrived = 0;
      next = decide();
      store_release(&s.ledger->plan, next);
    } else {
      next = plan_after(s.ledger, done);
    }
  }
  __syncthreads();
  return next;
}
