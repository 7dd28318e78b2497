// A query as its launches share it. The counterpart of gpu/roads/crp/query/upward.py.
#pragma once
#include "crp_level.cuh"

// Written before the launches; `lost` and `looked` by them.
struct Query {
  u32* labels; // states; several columns each in a table
  u64* looked; // by level: inner states that the sweep looked at; null where nobody asks
  u32 limit;   // ticks; no label past it is written
  u32 alarm;   // where a label is that or more, `lost` becomes 1
  u32 lost, unused;
};
