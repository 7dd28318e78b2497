// Between two phases: the blocks meet, the last one to come times the phase and decides how the
// next one goes. See raster/phase_switch.py for the rule.
//
// The kernel must be launched cooperatively, so that all blocks are there at once. It pauses after
// a while, between two phases; launched again it goes on where it was.
#pragma once
#include "frontier.cuh"

enum Kernel { ALL, LISTED, GATHER, PAUSE };

// What the blocks do next. They wait for it to change, so it is one word: cells in the list, the
// kernel, which copy of the labels is the source, and a serial number.
typedef u64 Plan;
#define COUNT_BITS 40

__device__ __forceinline__ Plan plan_of(u32 serial, u32 parity, u32 kernel, u64 count) {
  return (u64)serial << (COUNT_BITS + 3) | (u64)(parity << 2 | kernel) << COUNT_BITS | count;
}
__device__ __forceinline__ u64 count_in(Plan plan) { return plan & ((1ull << COUNT_BITS) - 1); }
__device__ __forceinline__ u32 kernel_in(Plan plan) { return (u32)(plan >> COUNT_BITS) & 3; }
__device__ __forceinline__ u32 parity_in(Plan plan) { return (u32)(plan >> (COUNT_BITS + 2)) & 1; }
__device__ __forceinline__ u32 serial_in(Plan plan) { return (u32)(plan >> (COUNT_BITS + 3)); }

// What stays from phase to phase, beside the control block that all solvers have.
struct Ledger {
  u64 plan, pad0[15];    // what everybody waits for
  u32 arrived, pad1[31]; // blocks that came to the meeting
  u64 listed, pad2[15];  // cells entered in the list of the next phase
  u64 resume;            // the plan that a paused kernel goes on with
  u64 since;             // nanoseconds when the phase began
  u64 served;            // cells, in this phase; for the trace
  u32 previous;          // nanoseconds of the phase before
  u32 fell;              // whether any cell fell in this phase
};

struct Phases {
  Grid grid;
  u32* labels;      // tiles × CELLS
  u32* spare;       // the second copy
  u32* marks[2];    // tiles × TILE: a word for each row, a bit for each column
  cell_t* lists[2]; // `places` each
  Ledger* ledger;
  Control* control;
  Record* records; // null where nobody listens
  u64 slice;       // clock cycles after which the kernel pauses
  u64 places;
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

// Both kernels in turn in a calibration; else as raster/phase_switch.py says. `phase` is the next one.
__device__ __forceinline__ u32 next_kernel(const Phases& s, u32 kernel, u32 phase, u32 took, u32 previous) {
  if (s.calibrating) return phase % 4 == 1 || phase % 4 == 2 ? ALL : LISTED;
  u64 mean = ((u64)took + (phase == 1 ? took : previous)) / 2;
  if (kernel == LISTED && mean > s.to_all) return ALL;
  if (kernel == ALL && mean < s.to_listed) return LISTED;
  return kernel;
}

// One thread, while all blocks wait: what it needs is loaded first, to wait for memory once.
// `began`: clock of this multiprocessor at the launch.
__device__ Plan decide(const Phases& s, Plan done, long long began) {
  Ledger& ledger = *s.ledger;
  Control& control = *s.control;
  u64 now = nanoseconds(), listed = ledger.listed, since = ledger.since;
  u32 fell = ledger.fell, previous = ledger.previous, phase = control.rounds;
  u64 served = s.records ? ledger.served : 0, reached = s.records ? control.reached : 0;
  u32 records = s.records ? control.records : 0;
  u32 parity = parity_in(done), kernel = kernel_in(done), next = LISTED, serial = serial_in(done) + 1;
  bool over = false;
  if (kernel != GATHER) {
    u32 took = (u32)min(now - since, 0xffffffffull);
    phase++;
    parity ^= 1;
    next = next_kernel(s, kernel, phase, took, previous);
    over = kernel == ALL ? !fell : listed == 0;
    over |= s.calibrating && phase == s.calibrating;
    if (s.records) {
      if (kernel == LISTED) served = count_in(done);
      Record record = {now, served, 0, reached, 0, kernel};
      s.records[records++] = record;
      control.records = records;
      control.visits += served;
    }
    if (next == LISTED && kernel == ALL) next = GATHER;
    ledger.previous = took;
    control.rounds = phase;
    if (over) control.turn.kind = DONE;
  }
  if (next == LISTED && listed > s.places) next = ALL; // a list without room for all is of no use
  ledger.listed = ledger.served = ledger.fell = 0;
  Plan plan = plan_of(serial, parity, next, listed);
  ledger.resume = plan;
  bool full = s.records && records == s.record_places;
  bool late = (u64)(clock64() - began) > s.slice;
  ledger.since = nanoseconds();
  return over || full || late ? plan_of(serial, parity, PAUSE, 0) : plan;
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

// All threads of all blocks come here between two phases, and learn what is next. The last block
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
      asm volatile("st.release.gpu.global.u64 [%0], %1;" ::"l"(&s.ledger->plan), "l"(next) : "memory");
    } else {
      next = plan_after(s.ledger, done);
    }
  }
  __syncthreads();
  return next;
}
