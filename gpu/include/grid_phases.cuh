// Phases over the cells of a grid: what the kernel is told, and what comes after a phase.
#pragma once
#include "phase_plan.cuh"
#include "grid8.cuh"

struct GridPhases : PhaseSolve {
  Grid grid;
  u32* marks[2];    // tiles × TILE: a word for each row, a bit for each column
  cell_t* lists[2]; // `places` each
  u64 places;
};

// One thread, while all blocks wait: what it needs is loaded first, to wait for memory once.
// `began`: clock of this multiprocessor at the launch.
__device__ Plan decide(const GridPhases& s, Plan done, long long began) {
  Ledger& ledger = *s.ledger;
  Control& control = *s.control;
  u64 now = nanoseconds(), listed = ledger.listed, since = ledger.since;
  u32 fell = ledger.fell, previous = ledger.previous, phase = control.rounds;
  u64 served = s.records ? ledger.served : 0, reached = s.records ? control.reached : 0;
  u32 records = s.records ? control.records : 0;
  u32 parity = parity_in(done), kernel = piece_in(done), next = LISTED, serial = serial_in(done) + 1;
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
      RoundRecord record = {now, served, 0, reached, 0, kernel};
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
