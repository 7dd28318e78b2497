// Which candidates are contracted: an independent set, by two of Luby's rounds. And the numbers of all nodes after that.
//
// Source: Karimi, Koppelman, Michael, ICS 2019; Luby, "A simple parallel algorithm for the maximal independent set
// problem", STOC 1985. Ours differs: nodes are compared by score, and by a hash of the state where scores are about equal: scores
// that fall along a road would let one node of it through.
#include "ch_contraction.cuh"

#ifndef THREADS
#define THREADS 256
#endif
#ifndef SMALL
#define SMALL 4
#endif
#ifndef MIDDLE
#define MIDDLE 16
#endif
#ifndef CHUNK
#define CHUNK 1024 // threads, too
#endif

#define LANES 8 // of a node

#define PLAIN 0
#define CANDIDATE 1
#define CHOSEN 2

__device__ __forceinline__ bool is_candidate(const ContractionState& s, u32 key) {
  const u32 bin = min(key >> 12, BINS - 1u);
  return key != NEVER && (bin < s.cut || (bin == s.cut && (key & 4095) < s.share));
}

// Calls use(node, at_work, what): `what` is whether `test` holds for any node beside it, for eight lanes a node.
template <class Test, class Use>
__device__ __forceinline__ void any_beside(const Contraction& c, const u8* mark, Test test, Use use) {
  const ShrinkingGraph graph = overlay_of(c);
  const u32 nodes = c.state->nodes, lane = threadIdx.x % LANES, part = threadIdx.x % 32 / LANES * LANES;
  const u32 together = THREADS / LANES;
  for (u64 base = (u64)blockIdx.x * together; base < nodes; base += (u64)gridDim.x * together) {
    const u32 node = (u32)base + threadIdx.x / LANES;
    const bool at_work = node < nodes && (mark ? mark[node] == CANDIDATE : is_candidate(*c.state, c.key[node]));
    bool found = false;
    if (at_work)
      for (u32 direction = 0; direction < 2; direction++) {
        const StepRow row = graph.rows[2 * node + direction];
        for (u32 k = lane; k < row.count && !found; k += LANES) found = test(node, graph.steps[row.first + k].other);
      }
    const u32 all = __ballot_sync(ALL_LANES, found) >> part & ((1u << LANES) - 1);
    if (node < nodes && !lane) use(node, at_work, all != 0);
  }
}

__device__ __forceinline__ bool better(const Contraction& c, u32 a, u32 b) {
  const u32 score_a = c.key[a] >> (12 + c.coarse), score_b = c.key[b] >> (12 + c.coarse);
  if (score_a != score_b) return score_a < score_b;
  const u32 hash_a = c.key[a] & 4095, hash_b = c.key[b] & 4095;
  return hash_a < hash_b || (hash_a == hash_b && a < b);
}

// Candidates that are better than all candidates beside them.
extern "C" __global__ void choose_first(Contraction c) {
  const ContractionState& s = *c.state;
  if (s.status != GOING) return;
  any_beside(
      c, nullptr, [&](u32 node, u32 other) { return is_candidate(s, c.key[other]) && better(c, other, node); },
      [&](u32 node, bool at_work, bool beaten) { c.mark[node] = at_work ? (beaten ? CANDIDATE : CHOSEN) : PLAIN; });
}

// Those beside a chosen one are no candidates any more.
extern "C" __global__ void drop_neighbors(Contraction c) {
  if (c.state->status != GOING) return;
  any_beside(
      c, c.mark, [&](u32, u32 other) { return c.mark[other] == CHOSEN; },
      [&](u32 node, bool at_work, bool dropped) { c.next_mark[node] = at_work ? (dropped ? PLAIN : CANDIDATE) : PLAIN; });
}

// Again, among those that are left; and the sums over all that are chosen.
extern "C" __global__ void choose_second(Contraction c) {
  if (c.state->status != GOING) return;
  const ShrinkingGraph graph = overlay_of(c);
  any_beside(
      c, c.next_mark, [&](u32 node, u32 other) { return c.next_mark[other] == CANDIDATE && better(c, other, node); },
      [&](u32 node, bool at_work, bool beaten) {
        if (at_work && !beaten) c.mark[node] = CHOSEN;
        if (c.mark[node] != CHOSEN) return;
        const StepRow in = graph.rows[2 * node + IN], out = graph.rows[2 * node + OUT];
        Taken* sum = c.chunks + node / CHUNK;
        atomicAdd(&sum->nodes, 1u);
        atomicAdd(&sum->up, out.count);
        atomicAdd(&sum->down, in.count);
        atomicAdd(&sum->bits, out.count * words_of(in.count));
      });
}

__device__ __forceinline__ void add(Taken& to, const Taken& other) {
  to.nodes += other.nodes;
  to.up += other.up;
  to.down += other.down;
  to.bits += other.bits;
}

// Sums over the threads before this one, of a block of CHUNK; all call. `all` becomes the sum of all.
__device__ __forceinline__ Taken before_me(const Taken& own, Taken& all) {
  __shared__ Taken warps[CHUNK / 32 + 1];
  const u32 lane = threadIdx.x % 32, warp = threadIdx.x / 32;
  Taken sum = own;
  for (u32 away = 1; away < 32; away *= 2) {
    const Taken other = {__shfl_up_sync(ALL_LANES, sum.nodes, away), __shfl_up_sync(ALL_LANES, sum.up, away),
                         __shfl_up_sync(ALL_LANES, sum.down, away), __shfl_up_sync(ALL_LANES, sum.bits, away)};
    if (lane >= away) add(sum, other);
  }
  if (lane == 31) warps[warp] = sum;
  __syncthreads();
  if (threadIdx.x == 0) {
    Taken total = {0, 0, 0, 0};
    for (u32 k = 0; k < CHUNK / 32; k++) {
      const Taken own = warps[k];
      warps[k] = total;
      add(total, own);
    }
    warps[CHUNK / 32] = total;
  }
  __syncthreads();
  add(sum, warps[warp]);
  all = warps[CHUNK / 32];
  __syncthreads();
  return {sum.nodes - own.nodes, sum.up - own.up, sum.down - own.down, sum.bits - own.bits};
}

// One block: what was chosen before each chunk, and whether there is room for what becomes of all.
extern "C" __global__ void plan(Contraction c) {
  ContractionState& s = *c.state;
  if (s.status != GOING) return;
  const u32 chunks = (s.nodes + CHUNK - 1) / CHUNK;
  Taken total = {0, 0, 0, 0};
  for (u32 base = 0; base < chunks; base += CHUNK) {
    const u32 k = base + threadIdx.x;
    Taken own = {0, 0, 0, 0}, all;
    if (k < chunks) own = c.chunks[k];
    Taken before = before_me(own, all);
    add(before, total);
    if (k < chunks) c.chunks[k] = before;
    add(total, all);
  }
  __syncthreads(); // all have seen that it goes on
  if (threadIdx.x) return;
  s.taken = total;
  if (!total.nodes) s.status = FINISHED;
  if ((u64)s.up_used + total.up > c.up_room || (u64)s.down_used + total.down > c.down_room || total.bits > c.bits_room)
    s.status = SHORT;
}

// Where everything goes: nodes that stay their number in the next overlay, others their place.
extern "C" __global__ void number(Contraction c) {
  ContractionState& s = *c.state;
  if (s.status != GOING) return;
  const ShrinkingGraph graph = overlay_of(c);
  const u32 first_place = c.states - s.contracted - s.taken.nodes;
  const u32 first_up = c.up_room - s.up_used - s.taken.up, first_down = c.down_room - s.down_used - s.taken.down;
  for (u32 chunk = blockIdx.x; chunk < (s.nodes + CHUNK - 1) / CHUNK; chunk += gridDim.x) {
    const u32 node = chunk * CHUNK + threadIdx.x;
    const bool chosen = node < s.nodes && c.mark[node] == CHOSEN;
    StepRow in = {0, 0}, out = {0, 0};
    if (chosen) in = graph.rows[2 * node + IN], out = graph.rows[2 * node + OUT];
    Taken all, before = before_me({chosen, out.count, in.count, out.count * words_of(in.count)}, all);
    if (node >= s.nodes) continue; // the next one, together with the others
    add(before, c.chunks[chunk]);
    if (!chosen) {
      c.moved[node] = node - before.nodes;
      c.overlay[1 - s.parity].score[node - before.nodes] = c.key[node] == NEVER ? STALE : c.key[node] >> 12;
      c.extra[2 * node] = c.extra[2 * node + 1] = 0;
      continue;
    }
    const u32 place = first_place + before.nodes, state = graph.state[node], most = max(in.count, out.count);
    c.moved[node] = TAKEN | place;
    c.spots[node] = {first_up + before.up, first_down + before.down, before.bits};
    c.up_first[place] = first_up + before.up;
    c.down_first[place] = first_down + before.down;
    c.state_at[place] = state;
    c.place_of[state] = place;
    c.lists[before.nodes] = node;
    if (most > MIDDLE) {
      c.lists[2 * (u64)c.states + atomicAdd(&s.large, 1u)] = node;
    } else if (most > SMALL) {
      c.lists[c.states + atomicAdd(&s.middle, 1u)] = node;
    }
  }
}
