// Cells of a level of the overlay, and the steps that the lowest level is put together from.
// The arrays are those of road/crp/overlay/overlay.py; offsets have 32 bits here.
#pragma once
#include "memory.cuh"

#define NO_INDEX 0xffffu

struct CrpLevel {
  const u32 *first_slot, *first_below; // cells + 1: slots, cells of the level below
  const u32 *first_entry, *first_exit, *first_inner; // cells + 1
  const u32 *first_shortcut, *first_down;            // cells + 1: matrices (entries, exits), (inner, entries)
  const u32 *entering, *leaving; // where the labels of these states lie
  const u32* inner;              // the same; null where they lie side by side, from `first_label` on
  const u16* slot_inner; // by slot: place among inner states
  const u16* exit_place; // by position in `leaving` below: place among inner states, then exits
  u32 *shortcuts, *down; // costs
  u32 cells, first_label;
};

// Where the label of an inner state lies.
__device__ __forceinline__ u32 inner_label(const CrpLevel& level, u32 inner) {
  return level.inner ? level.inner[inner] : level.first_label + inner;
}

// States in the order of the lowest cells, and their steps.
struct CrpGround {
  const u32* first_step; // states + 1
  const u32* state;      // where the labels of states lie
  const u32* arc;        // steps: the arc that each drives along
  const u8* turn;        // steps: the code of the turn before it; null where turns are free
};

// What the metric decoder made.
struct CrpCosts {
  const u32* arc;  // arcs
  const u32* turn; // 16 codes
};

__device__ __forceinline__ u32 step_cost(const CrpGround& ground, const CrpCosts& costs, u32 step) {
  u32 cost = costs.arc[ground.arc[step]];
  if (ground.turn) cost += costs.turn[ground.turn[step]];
  return min(cost, UNREACHED);
}
