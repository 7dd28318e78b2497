// Phases over the states of a road graph: what the kernel is told, and what comes after a piece.
//
// A listed phase is one piece, one over all states two: relax and update. Where the kernels change,
// a piece lies between that turns marks into a list or a list into marks.
#pragma once
#include "phase_plan.cuh"
#include "csr.cuh"

// The labels are padded to four states, the marks to words.
struct RoadPhases : PhaseSolve {
  Csr graph;
  u32* marks;    // a byte a state
  u32* lists[2]; // as many places as states
};

// A phase is over, of one or the other kernel: times it, notes it, returns the next piece.
__device__ u32 end_phase(const RoadPhases& s, u32 kernel, u64 now, u64 listed) {
  Ledger& ledger = *s.ledger;
  Control& control = *s.control;
  u32 took = (u32)min(now - ledger.since, 0xffffffffull), phase = control.rounds + 1;
  u32 next = next_kernel(s, kernel, phase, took, ledger.previous);
  ledger.previous = took;
  control.rounds = phase;
  if (s.records) {
    RoundRecord record = {now, ledger.served, 0, control.reached, 0, kernel};
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
__device__ Plan decide(const RoadPhases& s, Plan done, long long began) {
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
  if (ended) next = end_phase(s, piece == LISTED ? LISTED : ALL, now, count);
  if (piece == GATHER) next = LISTED;
  if (piece == SPREAD) next = ALL;
  Plan plan = plan_of(serial, parity, next, count);
  ledger.resume = plan;
  bool stops = control.turn.kind == DONE || (ended && pauses(s, began));
  if (next == LISTED || next == ALL) ledger.since = nanoseconds();
  return stops ? plan_of(serial, parity, PAUSE, 0) : plan;
}
