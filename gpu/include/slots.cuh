// A search graph as nodes of four steps each, so that every node is the same small amount of work
// and its steps lie in one sector of memory, found without a look at an index.
//
// A state with up to four steps is one node of the same number. One with more is a tree: its first
// slots lead to further nodes at no cost, and these hold the other steps. In the heap order of a
// tree in which each node has four slots, slot j leads to node j + 1; with n nodes the first n - 1
// slots are taken by that, and the steps fill the rest. Nodes past the states are numbered on.
// Slots that are left over are closed.
//
// Source: Nodehi Sabet, Qiu and Zhao, "Tigr: transforming irregular graphs for GPU-friendly graph
// processing", ASPLOS 2018 (split into trees whose inner arcs cost nothing).
#pragma once
#include "csr.cuh"

#define SLOTS 4 // of a node

// Nodes of a state.
__device__ __forceinline__ u32 nodes_for(u32 degree) { return degree <= SLOTS ? 1 : (degree + 1) / (SLOTS - 1); }

// One thread a state writes its slots.
// first_extra : states + 1; nodes past the states that belong to the states before.
extern "C" __global__ void fill_slots(const long long* first_out, const u32* head, const u32* cost,
                                      const u32* first_extra, u32 states, Step* slots) {
  u64 state = (u64)blockIdx.x * blockDim.x + threadIdx.x;
  if (state >= states) return;
  u64 first = (u64)first_out[state], extra = (u64)states + first_extra[state];
  u32 degree = (u32)((u64)first_out[state + 1] - first), nodes = nodes_for(degree);
  for (u32 slot = 0; slot < nodes * SLOTS; slot++) {
    Step step = {0, UNREACHED};
    u32 arc = slot - (nodes - 1);
    if (slot < nodes - 1) {
      step.head = (u32)(extra + slot);
      step.cost = 0;
    } else if (arc < degree) {
      step.head = head[first + arc];
      step.cost = cost[first + arc];
    }
    u64 node = slot < SLOTS ? state : extra + slot / SLOTS - 1;
    slots[node * SLOTS + slot % SLOTS] = step;
  }
}
