// A query as its launches share it. The counterpart of gpu/roads/crp/query/upward.py.
#pragma once
#include "crp_level.cuh"

// Written before the launches; `lost`, `listed` and `looked` by them.
struct Query {
  u32* labels; // states; several columns each in a table
  u64* looked; // by level: inner states that the sweep looked at; null where nobody asks
  u32 limit;   // ticks; no label past it is written
  u32 alarm;   // where a label is that or more, `lost` becomes 1
  u32 lost;
  u32 number; // of the query, never 0: what marks of its cells are
  u32 listed; // bundles of cells that may have something to do, see sweep_bundles.cu
};

// Which cells of a level a query has to do with. A cell is *marked* if it is open or if a state enters it
// within the limit, by the number of the query, so that nobody clears marks.
struct Gates {
  const u32* gate; // by cell, or by inner state: whose mark the cell waits for; null where all cells are looked at
  u32* marks;      // cells of several levels
  u64 first;       // where those of this level begin
};
