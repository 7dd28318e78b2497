// How well each node of an overlay is contracted next, and which of them are candidates.
//
// Source: Karimi, Koppelman, Michael, ICS 2019, section 3.3: edge difference after a witness search of one step, degree,
// largest degree around, mean and largest cost. Ours differs: candidates are found by counting scores in bins, not by sorting;
// a score is kept until a node beside it is contracted, or a step of it goes.
#include "ch_contraction.cuh"

#ifndef THREADS
#define THREADS 256
#endif
#ifndef SMALL
#define SMALL 4   // steps in, and out, of nodes that eight lanes search around
#endif
#ifndef MIDDLE
#define MIDDLE 16 // that a warp does
#endif
#ifndef LARGE
#define LARGE 256 // that a block does; nodes with more are not contracted
#endif
#ifndef CHUNK
#define CHUNK 1024
#endif

#define ZERO_SCORE (256 * 16) // key of score 0: a score counts 16ths, and below 0 it is good
#define MOST_SCORE ((1 << 20) - 2)

template <u32 MOST>
__device__ __forceinline__ u32 score_of(const Contraction& c, const Hood<MOST>& hood, u32 node, u32 degree) {
  const ContractionState& s = *c.state;
  const float mean = s.steps ? max((float)s.costs / s.steps, 1.0f) : 1.0f;
  const float own = degree ? (float)hood.costs / degree / mean : 0.0f;
  const int difference = (int)hood.needed - (int)hood.replaced - (int)degree;
  const float score = (float)c.by_difference * difference + (float)c.by_degree * degree +
                      (float)c.by_busiest * hood.busiest + (float)c.by_mean * min(own, 16.0f) +
                      (float)c.by_largest * min(hood.largest / mean, 16.0f);
  return (u32)min(max((int)(16.0f * score) + ZERO_SCORE, 0), MOST_SCORE);
}

__device__ __forceinline__ void rank(const Contraction& c, u32 node, u32 score) {
  // Drawn anew each time: who is no candidate by it once would never be.
  c.key[node] = score << 12 | mixed(overlay_of(c).state[node] + c.state->iteration * 0x9e3779b9u) >> 20;
  atomicAdd(&c.bins[min(score, BINS - 1u)], 1u);
}

// Nodes of `list`, or all, by groups of threads. longer : of a list where larger nodes are put, null if
// they are given up.
template <bool WHOLE, u32 GROUP, u32 MOST>
__device__ __forceinline__ void score(const Contraction& c, Hood<MOST>* hoods, LastSteps* all_tables, const u32* list, u32 count) {
  const ShrinkingGraph graph = overlay_of(c);
  const u32 groups = WHOLE ? 1 : THREADS / GROUP, group = WHOLE ? 0 : threadIdx.x / GROUP;
  const u32 lane = WHOLE ? threadIdx.x : threadIdx.x % GROUP;
  Hood<MOST>& hood = hoods[group];
  LastSteps* tables = all_tables + (WHOLE ? 0 : group);
  for (u64 base = (u64)blockIdx.x * groups; base < count; base += (u64)gridDim.x * groups) {
    const u32 node = base + group < count ? (list ? list[base + group] : (u32)base + group) : NOBODY;
    StepRow in = {0, 0}, out = {0, 0};
    bool at_work = node != NOBODY;
    if (at_work && !list && graph.score[node] != STALE) {
      if (!lane) rank(c, node, graph.score[node]);
      at_work = false;
    }
    if (at_work) {
      in = graph.rows[2 * node + IN];
      out = graph.rows[2 * node + OUT];
      const u32 most = max(in.count, out.count);
      if (most > MOST) {
        if (!lane && most > LARGE) c.key[node] = NEVER;
        if (!lane && most <= LARGE && most > MIDDLE) c.lists[c.states + atomicAdd(&c.state->large_scored, 1u)] = node;
        if (!lane && most <= MIDDLE) c.lists[atomicAdd(&c.state->middle_scored, 1u)] = node;
        at_work = false;
        in.count = out.count = 0;
      }
    }
    bring<WHOLE, GROUP>(hood, graph, in, out, lane, true);
    seek_steps<true, GROUP>(hood, graph, in, out, lane);
    if (c.by_paths) {
      together<WHOLE>();
      measure_reach<GROUP>(hood, in, out, lane);
      together<WHOLE>();
      seek_paths<GROUP>(hood, tables, graph, node, in, out, lane);
    }
    u32 busiest = 0, largest = 0;
    u64 costs = 0;
    for (u32 k = lane; k < in.count + out.count; k += GROUP) {
      const bool enters = k < in.count;
      const u32 other = enters ? hood.from[k] : hood.to[k - in.count];
      const u32 cost = enters ? hood.from_cost[k] : hood.to_cost[k - in.count];
      busiest = max(busiest, graph.rows[2 * other].count + graph.rows[2 * other + 1].count);
      largest = max(largest, cost);
      costs += cost;
    }
    if (costs) atomicAdd(&hood.costs, costs);
    if (busiest) atomicMax(&hood.busiest, busiest);
    if (largest) atomicMax(&hood.largest, largest);
    together<WHOLE>();
    u32 needed = 0;
    for (u32 k = lane; k < out.count * words_of(in.count); k += GROUP) needed += __popc(hood.bits[k]);
    if (needed) atomicAdd(&hood.needed, needed);
    together<WHOLE>();
    if (at_work && !lane) {
      rank(c, node, score_of(c, hood, node, in.count + out.count));
    }
    together<WHOLE>();
  }
}

// Eight lanes for each node; larger ones are listed.
extern "C" __global__ void score_small(Contraction c) {
  __shared__ Hood<SMALL> hoods[THREADS / 8];
  if (c.state->status != GOING) return;
  score<false, 8>(c, hoods, nullptr, nullptr, c.state->nodes);
}

extern "C" __global__ void score_middle(Contraction c) {
  __shared__ Hood<MIDDLE> hoods[THREADS / 32];
  __shared__ LastSteps tables[THREADS / 32];
  if (c.state->status != GOING) return;
  score<false, 32>(c, hoods, tables, c.lists, c.state->middle_scored);
}

extern "C" __global__ void score_large(Contraction c) {
  __shared__ Hood<LARGE> hood;
  __shared__ LastSteps tables[THREADS / 32];
  if (c.state->status != GOING) return;
  score<true, THREADS>(c, &hood, tables, c.lists + c.states, c.state->large_scored);
}

// One block: up to which score the best `fraction` of the nodes are. Clears bins, sums and lists.
extern "C" __global__ void choose(Contraction c) {
  __shared__ u32 sums[THREADS], before[THREADS];
  ContractionState& s = *c.state;
  if (s.status != GOING) return;
  const u32 each = BINS / THREADS, first = threadIdx.x * each;
  u32 own = 0;
  for (u32 k = 0; k < each; k++) own += c.bins[first + k];
  sums[threadIdx.x] = own;
  __syncthreads();
  if (threadIdx.x == 0) {
    u32 sum = 0;
    for (u32 t = 0; t < THREADS; t++) before[t] = sum, sum += sums[t];
    sums[0] = sum;
  }
  __syncthreads();
  const u32 all = sums[0], wanted = max((u32)((u64)all * c.fraction >> 16), 1u);
  for (u32 k = 0, sum = before[threadIdx.x]; k < each; k++) {
    const u32 count = c.bins[first + k];
    if (sum < wanted && wanted <= sum + count) {
      s.cut = first + k;
      // The whole bin where it alone makes a candidate: there must be one.
      s.share = sum ? (u32)(((u64)(wanted - sum) * 4096 + count - 1) / count) : 4096;
      s.candidates = wanted;
    }
    sum += count;
    c.bins[first + k] = 0;
  }
  for (u32 k = threadIdx.x; k < (s.nodes + CHUNK - 1) / CHUNK; k += THREADS) c.chunks[k] = {0, 0, 0, 0};
  if (threadIdx.x == 0 && !all) s.cut = s.share = s.candidates = 0;
}
