// Customization by searches in global memory: all cells of a level together, a thread a distance.
//
// Source: Delling, Kobitzsch, Werneck, "Customizing driving directions with GPUs", Euro-Par 2014,
// section 3, the global implementation. Ours differs: the rounds run in one launch that ends by
// itself; cells that had no change in a round are left out of the next; mapping, aggregation and
// injection are one kernel; the costs of collection arcs are read where they are, since each
// thread needs them once; threads of the collection are ordered by exit, so that they read
// distances side by side.
//
// Launches, each after the other: price_steps (lowest level only), clear, take_over, search, collect.
#include "crp/level.cuh"
#include "rounds.cuh"

#define AT_ONCE 4     // arcs whose memory is asked for side by side
#define TWO_WORDS 32u // stands for the bits of an entry where an index has a word for each part

// For each value which row it lies in, an inner state or exit of the level, and which entry it is for.
struct Index {
  const u32* words; // row and entry, packed or one word each
  u64 count;        // values
  u32 bits;         // of the entry
};

struct Row {
  u32 number, entry;
};

struct GlobalSearch {
  CrpLevel level;
  const u32* below;      // costs that the level is put together from
  const uint2* mapping;  // position below, position in the level's shortcuts
  const uint2* init;     // position below, position in its distances
  const u32* inner_from; // position below
  uint2* inner_arcs;     // first distance of the tail; cost
  const uint2* collection; // first distance of the tail; position below
  const u32 *first_inner_arc, *first_collection; // inner states + 1, exits + 1: arcs into each
  const u32 *inner_cell, *exit_cell;             // inner states, exits
  u32* stamp;                                    // cells: the last round with a change
  Control* control;
  u64 mapping_count, init_count, inner_count;
  Index distances, shortcuts; // the latter with entries next to each other
};

template <class Work>
__device__ __forceinline__ void each(u64 count, Work work) {
  for (u64 i = (u64)blockIdx.x * blockDim.x + threadIdx.x; i < count; i += (u64)gridDim.x * blockDim.x) work(i);
}

__device__ __forceinline__ Row row_of(const Index& index, u64 value) {
  if (index.bits == TWO_WORDS) {
    uint2 words = ((const uint2*)index.words)[value];
    return {words.x, words.y};
  }
  u32 word = index.words[value];
  return {word >> index.bits, word & ((1u << index.bits) - 1)};
}

// The least of `best` and what `count` arcs bring; the last one may be asked several times.
template <class Arrival>
__device__ __forceinline__ u32 least(const uint2* arcs, u32 count, u32 best, Arrival arrival) {
  for (u32 done = 0; done < count; done += AT_ONCE) {
    uint2 arc[AT_ONCE];
    u32 found[AT_ONCE];
#pragma unroll
    for (u32 j = 0; j < AT_ONCE; j++) arc[j] = arcs[min(done + j, count - 1)];
#pragma unroll
    for (u32 j = 0; j < AT_ONCE; j++) found[j] = arrival(arc[j]);
#pragma unroll
    for (u32 j = 0; j < AT_ONCE; j++) best = min(best, found[j]);
  }
  return best;
}

// Costs of the steps of the ground, which are the shortcuts below the lowest level.
extern "C" __global__ void price_steps(CrpGround ground, CrpCosts costs, u64 count, u32* to) {
  each(count, [&](u64 step) { to[step] = step_cost(ground, costs, (u32)step); });
}

// Nothing is reached, no round has been.
extern "C" __global__ void clear(const __grid_constant__ GlobalSearch s) {
  each(s.distances.count, [&](u64 i) { s.level.down[i] = UNREACHED; });
  each(s.shortcuts.count, [&](u64 i) { s.level.shortcuts[i] = UNREACHED; });
  each(s.level.cells, [&](u64 cell) { s.stamp[cell] = 0; });
  each(sizeof(Control) / 4, [&](u64 word) { ((u32*)s.control)[word] = 0; });
}

// The mapping, injection and aggregation phases: what single shortcuts of the level below offer. A
// thread is an arc. Where states are vertices several arcs may have one target: the least counts.
extern "C" __global__ void take_over(const __grid_constant__ GlobalSearch s) {
  each(s.mapping_count, [&](u64 i) {
    uint2 arc = s.mapping[i];
    atomicMin(s.level.shortcuts + arc.y, s.below[arc.x]);
  });
  each(s.init_count, [&](u64 i) {
    uint2 arc = s.init[i];
    atomicMin(s.level.down + arc.y, s.below[arc.x]);
  });
  each(s.inner_count, [&](u64 i) { s.inner_arcs[i].y = s.below[s.inner_from[i]]; });
}

// Lowers a distance to the least that the arcs into its state offer; says whether it fell.
__device__ __forceinline__ bool lower(const GlobalSearch& s, u64 value, u32 round) {
  const Row row = row_of(s.distances, value);
  u32* const stamp = s.stamp + s.inner_cell[row.number];
  if (__ldcg(stamp) + 1 < round) return false;
  const u32* distance = s.level.down + row.entry;
  const u32 first = s.first_inner_arc[row.number], count = s.first_inner_arc[row.number + 1] - first;
  const u32 known = __ldcg(s.level.down + value);
  const u32 best = least(s.inner_arcs + first, count, known,
                         [&](uint2 arc) { return __ldcg(distance + arc.x) + arc.y; });
  if (best >= known) return false;
  store_relaxed(s.level.down + value, best);
  store_relaxed(stamp, round);
  return true;
}

// The search phase: Bellman-Ford in rounds over all distances, until no cell had a change.
//
// Contract: a distance is written by one thread only, and only lowered. A change in a round stamps
// its cell, and every thread of a stamped cell looks again in the next round; all that was written
// before the blocks met is seen then. So a cell is left alone only after a round that read what all
// of its distances are, and changed none.
//
// Allowed races: a distance is read while it falls. Either value is the length of a way, and the
// fall is stamped. A stamp is read while it changes: from the last round's number to this one's,
// and both say that the cell is to be looked at; the stamp of a cell that is left alone stays.
extern "C" __global__ void __launch_bounds__(THREADS, 1024 / THREADS)
    search(const __grid_constant__ GlobalSearch s) {
  __shared__ Turn turn;
  u32 serial = 0;
  for (u32 round = 1;; round++) {
    bool fell = false;
    each(s.distances.count, [&](u64 value) { fell |= lower(s, value, round); });
    if (__syncthreads_or(fell) && threadIdx.x == 0) atomicAdd(s.control->counts, (u64)1);
    grid_barrier(s.control, serial, [&] {
      Control& c = *s.control;
      c.rounds = round;
      c.turn.kind = c.counts[0] ? STEP : DONE;
      c.counts[0] = 0;
    });
    read_turn(s.control, turn);
    if (turn.kind == DONE) return;
  }
}

// The collection phase: shortcuts that lead over inner states. A thread is a shortcut.
extern "C" __global__ void collect(const __grid_constant__ GlobalSearch s) {
  each(s.shortcuts.count, [&](u64 value) {
    const Row row = row_of(s.shortcuts, value);
    const u32 cell = s.exit_cell[row.number], exit = s.level.first_exit[cell];
    const u32 exits = s.level.first_exit[cell + 1] - exit;
    u32* to = s.level.shortcuts + (s.level.first_shortcut[cell] + row.entry * exits + (row.number - exit));
    const u32* distance = s.level.down + row.entry;
    const u32 first = s.first_collection[row.number], count = s.first_collection[row.number + 1] - first;
    const u32 known = *to;
    const u32 best = least(s.collection + first, count, known,
                           [&](uint2 arc) { return distance[arc.x] + s.below[arc.y]; });
    if (best < known) *to = best;
  });
}
