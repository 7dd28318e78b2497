// A query as its launches share it. The counterpart of gpu/roads/crp/query/upward.py.
#pragma once
#include "crp/level.cuh"

// As in road/crp/device_layout/open_cells.py.
struct OpenCell {
  u32 cell, level, above;
  u32 awaited; // counted down as cells inside are done; 0 where there is only one
  u32 column, first_seed, last_seed;
};

// Written before the launches; `listed`, what `lost` and `looked` lead to, and what open cells await by them. Launches
// know where it lies and how many blocks may be needed, nothing else of a query, so that they are recorded once.
struct Query {
  u32* labels; // states; several columns each in a table
  u64* looked; // by level: inner states that the sweep looked at; null where nobody asks
  u32* lost;   // in host memory
  OpenCell* open;
  const u32 *seed_state, *seed_ticks;
  u32 open_cells, lowest; // how many are open, and how many of these, which come first, where the search begins
  u32 limit;   // ticks; no label past it is written
  u32 alarm;   // where a label is that or more, what `lost` leads to becomes 1
  u32 number; // of the query, never 0: what marks of its cells are
  u32 listed; // bundles of cells that may have something to do, see sweep_bundles.cu
};

// Which cells of a level a query has to do with. A cell is *marked* if it is open or if a state enters it
// within the limit, by the number of the query, so that nobody clears marks.
struct Gates {
  const u32* gate; // by cell, by inner state, or several by run: whose mark is waited for; null where all are looked at
  u32* marks;      // cells of several levels
  u64 first;       // where those of this level begin
};

// What the trace wants of an open cell: nanoseconds, and slots whose label was passed on.
struct ClimbRecord {
  u64 began, ended, served;
};

struct Upward {
  const CrpLevel* levels; // the lowest first
  CrpGround ground;
  CrpCosts costs;
  Query* query;
  ClimbRecord* records; // null where nobody asks
  u32* const* spare; // by level: room for cells that do not fit shared memory; null where all fit
  u32 columns;       // of labels
  u32 shared_words;          // words of shared memory
  u32* marks;                // see Gates: open cells are marked; null where nobody asks
  const u32* first_mark;     // by level: where the marks of its cells begin, NONE where they have none
  const u32* first_lowest;   // by cell of the level where a search begins: its first cell of the lowest; null if it is that
};

// A cell as a sweep by inner states reads it: where its entries, inner states and costs begin.
struct __align__(16) SweptCell {
  u32 entry, entries, inner, down;
};

#define TOUCHED 32 // labels that are looked at as known, or not, together

// Without a limit every label is written, and only those in open cells are known before: where labels lie in the
// order in which they are written, nobody clears the others. Those are taken for known that lie
// beside one of an open cell: they were cleared with it, and bear the number of the query together.
__device__ __forceinline__ u32 known_label(const Query& query, const u32* touched, u32 place) {
  return touched[place / TOUCHED] == query.number ? query.labels[place] : UNREACHED;
}
