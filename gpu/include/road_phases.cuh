// Between two pieces of a phase: the blocks meet, the last one to come times the phase and decides
// how the next one goes. See core/phase_switch.py for the rule.
//
// A listed phase is one piece, one over all states two: relax and update. Where the kernels change,
// a piece lies between that turns marks into a list or a list into marks.
#pragma once
#include "rounds.cuh"
#include "csr.cuh"

enum Piece { RELAX_ALL, LISTED, UPDATE_ALL, GATHER, SPREAD, PAUSE };

// What the blocks do next. They wait for it to change, so it is one word: states in the list, the
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
  u32 arrived, pad1[31]; // blocks that came to the meeting
  u64 listed, pad2[15];  // states entered in the next list
  u64 resume;            // the plan that a paused kernel goes on with
  u64 since;             // nanoseconds when the phase began
  u64 served;            // states, in this phase; for the trace
  u32 previous;          // nanoseconds of the phase before
  u32 fell;              // whether any label fell in this phase
};

struct Phases {
  Csr graph;
  u32* labels;   // states, padded to four
  u32* spare;    // the second copy
  u32* marks;    // a byte a state, padded to words
  u32* lists[2]; // as many places as states
  Ledger* ledger;
  Control* control;
  Record* records; // null where nobody listens
  u64 slice;       // clock cycles after which the kernel pauses
  u32 record_places;
  u32 limit;             // largest label wanted
  u32 to_all, to_listed; // nanoseconds, mean of two phases
  u32 calibrating;       // phases to run, both kernels in turn; 0 in a solve
};

// What a thread found in a phase.
struct Tally {
  u32 served, reached;
  bool fell;
};

// Both kernels in turn in a calibration; else as core/phase_switch.py says. `phase` is the next one.
__device__ __forceinline__ u32 next_kernel(const Phases& s, u32 kernel, u32 phase, u32 took, u32 previous) {
  if (s.calibrating) return phase % 4 == 1 || phase % 4 == 2 ? RELAX_ALL : LISTED;
  u64 mean = ((u64)took + (phase == 1 ? took : previous)) / 2;
  if (kernel == LISTED && mean > s.to_all) return RELAX_ALL;
  if (kernel == RELAX_ALL && mean < s.to_listed) return LISTED;
  return kernel;
}

// A phase is over, of one or the other kernel: times it, notes it, returns the next piece.
__device__ u32 end_phase(const Phases& s, u32 kernel, u64 now, u64 listed) {
  Ledger& ledger = *s.ledger;
  Control& control = *s.control;
  u32 took = (u32)min(now - ledger.since, 0xffffffffull), phase = control.rounds + 1;
  u32 next = next_kernel(s, kernel, phase, took, ledger.previous);
  ledger.previous = took;
  control.rounds = phase;
  if (s.records) {
    Record record = {now, ledger.served, 0, control.reached, 0, kernel};
    s.records[control.records++] = record;
    control.visits += ledger.served;
  }
  bool over = kernel == LISTED ? listed == 0 : !ledger.fell;
  over |= s.calibrating && phase == s.calibrating;
  if (over) control.turn.kind = DONE;
  ledger.served = ledger.fell = 0;
  if (next == kernel) return kernel;
  return next == LISTED ? GATHER : SPREAD;
}

// One thread, while all blocks wait. `began`: clock of this multiprocessor at the launch.
__device__ Plan decide(const Phases& s, Plan done, long long began) {
  Ledger& ledger = *s.ledger;
  Control& control = *s.control;
  u64 now = nanoseconds(), count = count_in(done);
  u32 piece = piece_in(done), parity = parity_in(done), serial = serial_in(done) + 1, next = UPDATE_ALL;
  bool ended = piece == LISTED || piece == UPDATE_ALL;
  if (piece == LISTED || piece == GATHER) {
    count = ledger.listed;
    ledger.listed = 0;
  }
  if (piece == LISTED) parity ^= 1;
  if (ended) next = end_phase(s, piece == LISTED ? LISTED : RELAX_ALL, now, count);
  if (piece == GATHER) next = LISTED;
  if (piece == SPREAD) next = RELAX_ALL;
  Plan plan = plan_of(serial, parity, next, count);
  ledger.resume = plan;
  bool over = control.turn.kind == DONE, full = s.records && control.records == s.record_places;
  bool late = (u64)(clock64() - began) > s.slice;
  bool pauses = over || (ended && (full || late));
  if (next == LISTED || next == RELAX_ALL) ledger.since = nanoseconds();
  return pauses ? plan_of(serial, parity, PAUSE, 0) : plan;
}

// What the threads of a block found in a phase, for the trace. Empty between two pieces.
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
// sees what every other did, and every block sees what it decided.
__device__ __forceinline__ Plan conclude(const Phases& s, Plan done, long long began, const Tally& tally,
                                         Sums& sums) {
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
      next = decide(s, done, began);
      store_release(&s.ledger->plan, next);
    } else {
      next = plan_after(s.ledger, done);
    }
  }
  __syncthreads();
  return next;
}
