// Witnesses of more than two steps for the shortcuts that are still needed: a search from each state before a
// contracted one, in shared memory.
//
// Source: Geisberger, Sanders, Schultes, Delling, "Contraction hierarchies", WEA 2008 (searches limited by steps). A warp
// goes HOPS steps forwards, every step of a round at once, and knows at most KNOWN nodes; one step more is looked up
// backwards from the ends. As of two steps, a witness is shorter than the way that it stands for.
#include "ch_contraction.cuh"

#ifndef THREADS
#define THREADS 256
#endif
#ifndef HOPS
#define HOPS 3
#endif
#ifndef WIDE_HOPS
#define WIDE_HOPS 6
#endif
#ifndef BALL
#define BALL 256 // places of the table
#endif
#ifndef WIDE_BALL
#define WIDE_BALL 1024
#endif

// Nodes within some steps of one. At most 7/8 of SIZE less 32 are known: all lanes may add one more, and places
// stay free. In a round no more than SIZE / 2 are gone on from.
template <u32 SIZE>
struct Ball {
  u32 node[SIZE], label[SIZE];
  u32 front[2][SIZE / 2]; // places in the table
  u32 count[2], known;
};

template <u32 SIZE>
__device__ __forceinline__ u32 place_in_ball(u32 node) {
  return (u32)((u64)(node * SPREAD) * SIZE >> 32);
}

// A way of that length to a node; in the next round if it is the shortest known.
template <u32 SIZE>
__device__ __forceinline__ void reach_node(Ball<SIZE>& ball, u32 node, u32 length, u32 next) {
  for (u32 at = place_in_ball<SIZE>(node);; at = (at + 1) % SIZE) {
    u32 known = atomicMin(&ball.node[at], NOBODY);
    if (known == NOBODY) {
      if (atomicAdd(&ball.known, 0u) >= SIZE - SIZE / 8 - 32) return;
      known = atomicCAS(&ball.node[at], NOBODY, node);
      if (known == NOBODY) {
        atomicAdd(&ball.known, 1u);
        known = node;
      }
    }
    if (known != node) continue;
    if (atomicMin(&ball.label[at], length) <= length) return;
    const u32 k = atomicAdd(&ball.count[next], 1u);
    if (k < SIZE / 2) ball.front[next][k] = at;
    return;
  }
}

// The length of the shortest way found to a node, UNREACHED if none was.
template <u32 SIZE>
__device__ __forceinline__ u32 label_of(const Ball<SIZE>& ball, u32 node) {
  for (u32 at = place_in_ball<SIZE>(node);; at = (at + 1) % SIZE) {
    if (ball.node[at] == node) return ball.label[at];
    if (ball.node[at] == NOBODY) return UNREACHED;
  }
}

// All nodes within some steps of one and nearer than `limit`, past `node`, as far as there is room.
template <u32 STEPS, u32 SIZE>
__device__ __forceinline__ void search(Ball<SIZE>& ball, const ShrinkingGraph& graph, u32 from, u32 node, u32 limit,
                                       u32 lane) {
  for (u32 k = lane; k < SIZE; k += 32) ball.node[k] = NOBODY, ball.label[k] = UNREACHED;
  if (lane == 0) ball.known = ball.count[0] = ball.count[1] = 0;
  __syncwarp();
  if (lane == 0) reach_node(ball, from, 0, 0);
  __syncwarp();
  for (u32 hop = 0; hop < STEPS; hop++) {
    const u32 own = hop & 1, next = 1 - own, count = min(ball.count[own], SIZE / 2);
    if (!count) break;
    for (u32 f = lane / ROW_LANES; f < count; f += 32 / ROW_LANES) {
      const u32 at = ball.front[own][f], label = atomicMin(&ball.label[at], UNREACHED);
      const StepRow row = graph.rows[2 * atomicMin(&ball.node[at], NOBODY) + OUT];
      if (row.count > LONGEST) continue;
      for (u32 k = lane % ROW_LANES; k < row.count; k += ROW_LANES) {
        const RowStep step = graph.steps[row.first + k];
        const u32 length = label + step.cost;
        if (step.other != node && length < limit) reach_node(ball, step.other, length, next);
      }
    }
    __syncwarp();
    if (lane == 0) ball.count[own] = 0;
    __syncwarp();
  }
}

// A warp for each step into a contracted node over which a shortcut is still needed.
extern "C" __global__ void seek_far(Contraction c) {
  __shared__ Ball<BALL> balls[THREADS / 32];
  ContractionState& s = *c.state;
  if (s.status != GOING) return;
  const ShrinkingGraph graph = overlay_of(c);
  const u32 lane = threadIdx.x % 32, warps = THREADS / 32;
  Ball<BALL>& ball = balls[threadIdx.x / 32];
  for (u64 number = (u64)blockIdx.x * warps + threadIdx.x / 32; number < s.far; number += (u64)gridDim.x * warps) {
    const u32 node = c.far[number].node, i = c.far[number].index;
    const StepRow in = graph.rows[2 * node + IN], out = graph.rows[2 * node + OUT];
    const RowStep first = graph.steps[in.first + i];
    const u32 words = words_of(in.count), bit = 1u << i % 32;
    u32* bits = c.bits + c.spots[node].bits + i / 32;
    u32 limit = 0;
    for (u32 q = lane; q < out.count; q += 32)
      if (bits[q * words] & bit) limit = max(limit, first.cost + graph.steps[out.first + q].cost);
    limit = ~warp_min(~limit);
    search<HOPS>(ball, graph, first.other, node, limit, lane);
    for (u32 q = lane / ROW_LANES; q < out.count; q += 32 / ROW_LANES) {
      if (!(load_relaxed(&bits[q * words]) & bit)) continue;
      const RowStep second = graph.steps[out.first + q];
      const StepRow row = graph.rows[2 * second.other + IN];
      if (row.count > LONGEST) continue;
      bool found = false;
      for (u32 k = lane % ROW_LANES; k < row.count && !found; k += ROW_LANES) {
        const RowStep step = graph.steps[row.first + k];
        found = step.other != node && label_of(ball, step.other) + step.cost < first.cost + second.cost;
      }
      // Of the lanes of a row the first to take the bit counts.
      if (found && atomicAnd(&bits[q * words], ~bit) & bit) {
        atomicSub(&c.extra[2 * first.other + OUT], 1u);
        atomicSub(&c.extra[2 * second.other + IN], 1u);
        atomicSub(&s.shortcuts, 1u);
        atomicAdd(&s.two_hops, 1u);
      }
    }
    __syncwarp();
  }
}

// Steps out of each node that a longer way undercuts are to go: a U-turn that costs much is longer than the way around some
// blocks. Before the first iteration; a block, which is a warp, for each node.
extern "C" __global__ void thin_far(Contraction c) {
  __shared__ Ball<WIDE_BALL> ball;
  if (c.state->status != GOING) return;
  const ShrinkingGraph graph = overlay_of(c);
  const u32 lane = threadIdx.x, nodes = c.state->nodes;
  for (u32 node = blockIdx.x; node < nodes; node += gridDim.x) {
    const StepRow out = graph.rows[2 * node + OUT];
    if (out.count < 2 || out.count > LONGEST) continue;
    u32 limit = 0;
    for (u32 k = lane; k < out.count; k += 32) limit = max(limit, graph.steps[out.first + k].cost);
    limit = ~warp_min(~limit);
    search<WIDE_HOPS>(ball, graph, node, NOBODY, limit, lane);
    for (u32 k = lane; k < out.count; k += 32) {
      const RowStep step = graph.steps[out.first + k];
      if (label_of(ball, step.other) >= step.cost) continue;
      graph.dropped[out.first + k] = DROPPED;
      const StepRow row = graph.rows[2 * step.other + IN];
      for (u32 j = 0; j < row.count; j++)
        if (graph.steps[row.first + j].other == node) graph.dropped[row.first + j] = DROPPED;
    }
    __syncwarp();
  }
}
