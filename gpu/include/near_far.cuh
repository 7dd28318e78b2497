// What near and far queues of cells and of nodes have in common: marks that keep an entry from being
// queued twice, and a Δ that follows the work.
#pragma once
#include "rounds.cuh"

#define SLACK 15 // visits in 100 settled entries off the aim that leave Δ as it is

// Marks: two bits an entry, one for each parity of the steps. True for the first who sets one.
template <class Entry>
__device__ __forceinline__ bool mark(u32* marks, Entry entry, u32 parity) {
  u32 bit = 1u << ((u32)(entry & 15) * 2 + parity);
  return !(atomicOr(marks + entry / 16, bit) & bit);
}

template <class Entry>
__device__ __forceinline__ void unmark(u32* marks, Entry entry, u32 parity) {
  atomicAnd(marks + entry / 16, ~(1u << ((u32)(entry & 15) * 2 + parity)));
}

// Adapts Δ to how often the entries settled since the threshold rose were served.
// aim : visits in 100 of them; 0 where Δ stays.
__device__ __forceinline__ void follow(Control& c, u64 settled, u64 aim) {
  u64 visits = (c.visits - c.visits_before) * 100, entries = settled - c.settled_before;
  c.visits_before = c.visits;
  c.settled_before = settled;
  if (!aim) return;
  if (visits > entries * (aim + SLACK)) c.delta = max(c.delta / 5 * 4, 1u);
  else if (visits < entries * (aim - SLACK)) c.delta = min(c.delta / 4 * 5 + 1, UNREACHED);
}
