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

#define STALE 0xffffffffu // score of a node of which steps have changed since

#define DROPPED 1 // of `dropped`: before scores were asked for
#define UNDERCUT 2 // while they were

#define BINS 8192        // of scores
#define RECENT 16        // iterations of which records are kept
#define ROW_PADDING 4    // steps: rows begin where a sector of memory does

struct StepRow {
  u32 first, count;
};

struct RowStep {
  u32 other, cost;
};

struct ShrinkingGraph {
  StepRow* rows;      // 2 * node + IN or OUT
  RowStep* steps;
  u32* middle;    // of each step: the place of the contracted state that it leads over, or ORIGINAL
  u8* dropped;    // of each step: whether a path of more steps is shorter; it goes with the next overlay
  u32* state;     // of each node
  u32* score;     // of each node: as the iteration before found it, or STALE
};

// Where what is left of a contracted node lies.
struct Spot {
  u32 up, down, bits;
};

// A step into a contracted node, by its place in the row, for which shortcuts are needed still.
struct FarSearch {
  u32 node, index;
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
  u32 far;             // searches for witnesses of many steps
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
  FarSearch* far;
  u32* bits;           // by contracted node and step out of it: bits of the steps into it
  RowStep *up, *down;  // filled from the end
  u32 *up_middle, *down_middle, *up_first, *down_first; // first by place
  u32 *state_at, *place_of;
  u32 room, up_room, down_room, bits_room;
  u32 states, core, fraction; // fraction : of nodes that are candidates, in 65536ths
  u32 coarse;          // low bits of scores that Luby's rounds do not look at
  u32 by_paths;        // whether scores know of witnesses of two steps, too
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

// -- witness searches
//
// Witness searches around a node: which pairs of a step in and a step out need a shortcut over it.
//
// Source: Karimi, Koppelman, Michael, "GPU road network graph contraction and SSSP query", ICS 2019, sections 3.4
// and 3.5. Ours differs: the table of the ends of the steps in is made once a node, with linear probing, so that
// it loses nobody, and all paths are read backwards from the ends of the steps out, each row by a few lanes.
//
// A path of one step is a witness if it is no longer than the way over the node: its step stays. One of two steps
// must be shorter, since others contract what lies between at the same time (figure 2a); by induction on the length there
// is a way that stays.
#ifndef SPREAD
#define SPREAD 0x9e3779b1u // of nodes over the table; 0 makes all collide
#endif

#define ROW_LANES 4  // that read a row together
#define LONGEST 512u // rows that paths of two steps go through: longer ones are hubs, passed over
#define TABLE 4      // places of the table for each of the nodes in it

template <u32 MOST>
struct Hood {
  u32 from[MOST], from_cost[MOST], to[MOST], to_cost[MOST];
  u32 table[TABLE * MOST];             // index in `from`, or NOBODY
  u32 bits[MOST * ((MOST + 31) / 32)]; // by step out: of the steps in that still need a shortcut
  u32 reach[MOST];                     // by step out: no path as long as that is a witness; 0 if none is sought
  u32 longest_in, pairs, replaced, needed; // pairs : that need one before any search. replaced : dearer steps
  u32 one_hop, busiest, largest;           // one_hop : pairs that no step is a witness of
  u64 costs;
};

template <bool WHOLE>
__device__ __forceinline__ void together() {
  if (WHOLE) {
    __syncthreads();
  } else {
    __syncwarp();
  }
}

template <u32 MOST>
__device__ __forceinline__ u32 place_in_table(u32 node) {
  return (u32)((u64)(node * SPREAD) * (TABLE * MOST) >> 32);
}

// Index in `from` of a node, or NOBODY.
template <u32 MOST>
__device__ __forceinline__ u32 index_from(const Hood<MOST>& hood, u32 node) {
  for (u32 at = place_in_table<MOST>(node);; at = (at + 1) % (TABLE * MOST)) {
    const u32 i = hood.table[at];
    if (i == NOBODY || hood.from[i] == node) return i;
  }
}

// The steps at a node, brought to shared memory, and all pairs taken to need a shortcut but those back to where
// they come from and those as dear as no way. All threads of the group call, with rows of no steps where
// there is no node. Ways over steps that are to go need no shortcut, either.
template <bool WHOLE, u32 GROUP, u32 MOST>
__device__ __forceinline__ void bring(Hood<MOST>& hood, const ShrinkingGraph& graph, StepRow in, StepRow out, u32 lane,
                                      bool scoring) {
  // Scores do not depend on who is scored first.
  const auto leaves = [=](u8 dropped) { return dropped == DROPPED || (dropped && !scoring); };
  for (u32 k = lane; k < TABLE * MOST; k += GROUP) hood.table[k] = NOBODY;
  if (lane == 0) {
    hood.longest_in = hood.pairs = hood.replaced = hood.needed = hood.one_hop = hood.busiest = hood.largest = 0;
    hood.costs = 0;
  }
  for (u32 i = lane; i < in.count; i += GROUP) {
    const RowStep step = graph.steps[in.first + i];
    hood.from[i] = step.other;
    hood.from_cost[i] = leaves(graph.dropped[in.first + i]) ? UNREACHED : step.cost;
  }
  for (u32 q = lane; q < out.count; q += GROUP) {
    const RowStep step = graph.steps[out.first + q];
    hood.to[q] = step.other;
    hood.to_cost[q] = leaves(graph.dropped[out.first + q]) ? UNREACHED : step.cost;
  }
  together<WHOLE>();
  for (u32 i = lane; i < in.count; i += GROUP) {
    atomicMax(&hood.longest_in, hood.from_cost[i]);
    u32 at = place_in_table<MOST>(hood.from[i]);
    while (atomicCAS(&hood.table[at], NOBODY, i) != NOBODY) at = (at + 1) % (TABLE * MOST);
  }
  together<WHOLE>();
  const u32 words = words_of(in.count);
  u32 pairs = 0;
  for (u32 q = lane; q < out.count; q += GROUP) {
    u32* column = hood.bits + q * words;
    for (u32 k = 0; k < words; k++) column[k] = in.count - 32 * k < 32 ? (1u << (in.count - 32 * k)) - 1 : ALL_LANES;
    const u32 back = index_from(hood, hood.to[q]);
    if (back != NOBODY) column[back / 32] &= ~(1u << back % 32);
    if (hood.longest_in + hood.to_cost[q] >= UNREACHED)
      for (u32 i = 0; i < in.count; i++)
        if (hood.from_cost[i] + hood.to_cost[q] >= UNREACHED) column[i / 32] &= ~(1u << i % 32);
    for (u32 k = 0; k < words; k++) pairs += __popc(column[k]);
  }
  if (pairs) atomicAdd(&hood.pairs, pairs);
  together<WHOLE>();
}

// A step into `to` at a place of its row is to go, in both rows that have it.
__device__ __forceinline__ void drop(const ShrinkingGraph& graph, u32 from, u32 to, u32 place) {
  if (!graph.dropped[place]) graph.dropped[place] = UNDERCUT;
  const StepRow row = graph.rows[2 * from + OUT];
  for (u32 k = 0; k < row.count; k++)
    if (graph.steps[row.first + k].other == to && !graph.dropped[row.first + k])
      graph.dropped[row.first + k] = UNDERCUT;
}

// Takes back the pairs of which the step from one end to the other is as short. A longer step is of no use:
// the way over the node is shorter, or what is shorter still. All that are found at a time may go, since each of a way's
// steps is shorter than the step that it stands for.
template <bool DROP, u32 GROUP, u32 MOST>
__device__ __forceinline__ void seek_steps(Hood<MOST>& hood, const ShrinkingGraph& graph, StepRow in, StepRow out, u32 lane) {
  const u32 words = words_of(in.count);
  for (u32 q = lane / ROW_LANES; q < out.count; q += GROUP / ROW_LANES) {
    u32* column = hood.bits + q * words;
    u32 any = 0;
    for (u32 k = 0; k < words; k++) any |= column[k];
    if (!any) continue;
    const StepRow row = graph.rows[2 * hood.to[q] + IN];
    for (u32 k = lane % ROW_LANES; k < row.count; k += ROW_LANES) {
      const RowStep step = graph.steps[row.first + k];
      const u32 i = index_from(hood, step.other);
      if (i == NOBODY) continue;
      const u32 over = hood.from_cost[i] + hood.to_cost[q];
      if (step.cost <= over) {
        atomicAnd(&column[i / 32], ~(1u << i % 32));
      } else if (over < UNREACHED) {
        atomicAdd(&hood.replaced, 1u);
        if (DROP) drop(graph, step.other, hood.to[q], row.first + k);
      }
    }
  }
}

// Of each step out, how long the longest of the ways over the node is that still need a shortcut. `one_hop` becomes
// the number of those.
template <u32 GROUP, u32 MOST>
__device__ __forceinline__ void measure_reach(Hood<MOST>& hood, StepRow in, StepRow out, u32 lane) {
  const u32 words = words_of(in.count);
  u32 after = 0;
  for (u32 q = lane; q < out.count; q += GROUP) {
    u32 reach = 0;
    for (u32 k = 0; k < words; k++) {
      const u32 bits = hood.bits[q * words + k];
      for (u32 left = bits; left; left &= left - 1)
        reach = max(reach, hood.from_cost[32 * k + __ffs((int)left) - 1] + hood.to_cost[q]);
      after += __popc(bits);
    }
    hood.reach[q] = reach;
  }
  if (after) atomicAdd(&hood.one_hop, after);
}

// Takes back the pairs with one step out between which a path of two steps is shorter, a few lanes a row of those before
// its end.
template <u32 OWN, u32 MOST>
__device__ __forceinline__ void seek_through(Hood<MOST>& hood, const ShrinkingGraph& graph, u32 node, u32 q, u32* column,
                                             StepRow into, u32 lane) {
  const u32 reach = hood.reach[q];
  for (u32 e = lane / ROW_LANES; e < into.count; e += OWN / ROW_LANES) {
    const RowStep last = graph.steps[into.first + e];
    if (last.other == node || last.cost >= reach) continue;
    const StepRow row = graph.rows[2 * last.other + IN];
    if (row.count > LONGEST) continue;
    for (u32 k = lane % ROW_LANES; k < row.count; k += ROW_LANES) {
      const RowStep step = graph.steps[row.first + k];
      const u32 length = step.cost + last.cost;
      if (length >= reach) continue;
      const u32 i = index_from(hood, step.other);
      if (i != NOBODY && length < hood.from_cost[i] + hood.to_cost[q]) atomicAnd(&column[i / 32], ~(1u << i % 32));
    }
  }
}

#define PAIR_LANES 4     // that look for a witness of one pair together
#define LAST_STEPS 256u // places of a table

// Steps into one node.
struct LastSteps {
  u32 node[LAST_STEPS], cost[LAST_STEPS];
};

__device__ __forceinline__ u32 place_among(u32 node, u32 size) { return node * SPREAD >> 16 & (size - 1); }

// The same by a warp, which looks only around the ends of the steps in of which a pair is left.
template <u32 MOST>
__device__ __forceinline__ void seek_from(Hood<MOST>& hood, LastSteps& table, const ShrinkingGraph& graph, u32 node, u32 q,
                                          u32* column, u32 words, StepRow into, u32 lane) {
  const u32 reach = hood.reach[q];
  u32 size = 32;
  while (size < 2 * into.count && size < LAST_STEPS) size *= 2;
  for (u32 k = lane; k < size; k += 32) table.node[k] = NOBODY;
  __syncwarp();
  for (u32 e = lane; e < into.count; e += 32) {
    const RowStep last = graph.steps[into.first + e];
    if (last.other == node || last.cost >= reach) continue;
    u32 at = place_among(last.other, size);
    while (atomicCAS(&table.node[at], NOBODY, last.other) != NOBODY) at = (at + 1) & (size - 1);
    table.cost[at] = last.cost;
  }
  __syncwarp();
  const u32 teams = 32 / PAIR_LANES, team = lane / PAIR_LANES;
  for (u32 word = 0; word < words; word++) {
    u32 own = column[word];
    __syncwarp(); // all have seen the same
    // Each team finds its next pair by itself, so that all teams then read at the same time.
    for (u32 k = 0; k < team; k++) own &= own - 1;
    while (own) {
      const u32 bit = own & (0u - own), i = 32 * word + __ffs((int)own) - 1;
      for (u32 k = 0; k < teams; k++) own &= own - 1;
      const u32 over = hood.from_cost[i] + hood.to_cost[q];
      const StepRow row = graph.rows[2 * hood.from[i] + OUT];
      if (row.count > LONGEST) continue;
      for (u32 k = lane % PAIR_LANES; k < row.count && *(volatile const u32*)&column[word] & bit; k += PAIR_LANES) {
        const RowStep step = graph.steps[row.first + k];
        if (step.cost >= over) continue;
        for (u32 at = place_among(step.other, size); table.node[at] != NOBODY; at = (at + 1) & (size - 1))
          if (table.node[at] == step.other) {
            if (step.cost + table.cost[at] < over) atomicAnd(&column[word], ~bit);
            break;
          }
      }
    }
  }
  __syncwarp();
}

// Takes back the pairs between which a path of two steps is shorter. tables : one for each warp of the group.
template <u32 GROUP, u32 MOST>
__device__ __forceinline__ void seek_paths(Hood<MOST>& hood, LastSteps* tables, const ShrinkingGraph& graph, u32 node,
                                           StepRow in, StepRow out, u32 lane) {
  const u32 words = words_of(in.count), team = GROUP < 32 ? GROUP : 32;
  for (u32 q = lane / team; q < out.count; q += GROUP / team) {
    if (!hood.reach[q]) continue;
    u32* column = hood.bits + q * words;
    const StepRow into = graph.rows[2 * hood.to[q] + IN];
    if (into.count > LONGEST) continue;
    if (team == 32 && into.count <= LAST_STEPS / 4 * 3)
      seek_from(hood, tables[lane / team], graph, node, q, column, words, into, lane % team);
    else
      seek_through<team>(hood, graph, node, q, column, into, lane % team);
  }
}
