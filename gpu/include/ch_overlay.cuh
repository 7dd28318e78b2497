// The overlay that a contraction works on, and all else that its kernels share. The counterpart of
// gpu/roads/ch/contraction/memory.py.
//
// A node has two rows, of the steps into it and of those out of it, each step in two rows. No two steps of a
// row have the same other end. Contraction takes nodes out in iterations; each leaves a new overlay, whose nodes
// are numbered in the order of their states.
#pragma once
#include "memory.cuh"

#define IN 0u
#define OUT 1u
#define TAKEN (1u << 31) // of `moved`: the node is contracted, the rest is its place
#define ORIGINAL 0xffffffffu
#define NOBODY 0xffffffffu
#define NEVER 0xffffffffu // key of a node with more steps than a search can hold

#define GOING 0u
#define FINISHED 1u // few enough nodes are left, or none that could be contracted
#define SHORT 2u    // memory did not suffice: nothing of this iteration counts

#define BINS 8192        // of scores
#define RECENT 16        // iterations of which records are kept
#define ROW_PADDING 4    // steps: rows begin where a sector of memory does

struct Row {
  u32 first, count;
};

struct RowStep {
  u32 other, cost;
};

struct ShrinkingGraph {
  Row* rows;      // 2 * node + IN or OUT
  RowStep* steps;
  u32* middle;    // of each step: the place of the contracted state that it leads over, or ORIGINAL
  u8* dropped;    // of each step: whether a path of two steps is shorter; it goes with the next overlay
  u32* state;     // of each node
};

// Where what is left of a contracted node lies.
struct Spot {
  u32 up, down, bits;
};

// Sums of a contracted node, or of some.
struct Taken {
  u32 nodes, up, down, bits;
};

// What an iteration did; see road.ch.report.
struct IterationRecord {
  u32 nodes, steps, largest, candidates, taken, shortcuts, one_hop, two_hops;
};

struct ContractionState {
  u32 nodes, parity;   // of the overlay, and which of the two it is
  u32 iteration, status;
  u32 contracted, up_used, down_used; // in iterations before
  u32 steps;           // of the overlay, each once
  u64 costs;           // their sum
  // Of this iteration.
  u32 middle_scored, large_scored;
  u32 cut, share;      // candidates: keys in bins before `cut`, and of it those with a hash below `share`
  u32 candidates;
  Taken taken;
  u32 middle, large;   // nodes taken whose searches a warp, or a block, does
  u32 long_rows;
  u32 used;            // of the memory of the next overlay
  u32 shortcuts, one_hop, two_hops; // ways that need one; that have a witness
  u32 largest, next_largest; // row
  u32 next_steps;
  u64 next_costs;
  IterationRecord recent[RECENT];
};

struct Contraction {
  ShrinkingGraph overlay[2];
  ContractionState* state;
  u32* key;            // nodes: score, and a hash of the state below
  u8 *mark, *next_mark; // nodes
  u32* bins;
  Taken* chunks;       // sums over CHUNK nodes each, then over all before them
  u32* lists;          // three of `states`
  u32* moved;          // nodes: the number in the next overlay, or TAKEN with the place
  Spot* spots;         // nodes
  u32* extra;          // rows: bounds of what shortcuts add
  u32* bits;           // by contracted node and step out of it: bits of the steps into it
  RowStep *up, *down;  // filled from the end
  u32 *up_middle, *down_middle, *up_first, *down_first; // first by place
  u32 *state_at, *place_of;
  u32 room, up_room, down_room, bits_room;
  u32 states, core, fraction; // fraction : of nodes that are candidates, in 65536ths
  u32 coarse;          // low bits of scores that Luby's rounds do not look at
  double by_difference, by_degree, by_busiest, by_mean, by_largest; // what each weighs in a score
};

__device__ __forceinline__ u32 padded(u32 count) { return (count + ROW_PADDING - 1) / ROW_PADDING * ROW_PADDING; }

// Words of bits for one step out of a node with so many steps in.
__device__ __forceinline__ u32 words_of(u32 steps_in) { return (steps_in + 31) / 32; }

__device__ __forceinline__ u32 mixed(u32 v) {
  v = (v ^ v >> 16) * 0x7feb352du;
  v = (v ^ v >> 15) * 0x846ca68bu;
  return v ^ v >> 16;
}

__device__ __forceinline__ ShrinkingGraph overlay_of(const Contraction& c) { return c.overlay[c.state->parity]; }
