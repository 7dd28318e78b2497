// One to all in a contracted search graph, in one launch: upward from the seeds, across the core, downward.
//
// Downward no level waits for another. Each place has its row of steps from places before it and waits for
// their labels alone: a label is written once, and NOT_YET until then. Warps take places in their order, the
// highest first, and all warps are there at once; the first place that has no label therefore always waits for
// none. Places of a warp lie in one level and so never wait for each other.
#include "rounds.cuh"
#include "ch_upward.cuh"

#define SEEDS 32             // that are told with the launch
#ifndef AHEAD
#define AHEAD 4              // steps of a row whose labels a thread asks for side by side
#endif
#define NOT_YET 0xffffffffu
#ifndef NAP
#define NAP 100              // nanoseconds between two looks at a label that is awaited
#endif

// Places from `first` up to `end`, of one level; `lanes` of a warp for each, a power of two.
struct SweptPlaces {
  u32 first, end, lanes, level;
};

// `overflowed` holds the number of the last query whose seeds did.
struct PhastControl : Control {
  u32 overflowed, unused;
};

struct OneToAll {
  Csr up, down;              // steps out of places, steps into them; from and to higher levels
  const u32* core;           // (core_size, core_width), row j of what leads to place j; the rest UNREACHED
  const u32 *state_at, *place_of;
  const SweptPlaces* swept;  // all below the core, in their order
  const u32* first_place;    // of levels
  u32 *labels, *later;       // places: NOT_YET; of this query, and of the next: being cleared
  u32 *risen, *later_risen;  // places: UNREACHED, and as much as the core is padded; the same
  u32* times;                // states: the result
  PhastControl* control;
  u64* ended;                // by level, when its last label was there; then when the climb was over, and when it
                             // began; null where nobody asks
  u32* lost;                 // of the host: becomes 1
  const u32 *seed_states, *seed_ticks; // null where they are few: then in `states` and `ticks`
  u32 seeds, climbing;       // blocks that climb
  u32 core_size, core_width, swept_count, levels;
  u32 limit, alarm;          // no label past the limit is told; where one is the alarm or more, it is lost
  u32 number;                // of the query, from 1
  u32 states[SEEDS], ticks[SEEDS];
};

// Each seed by one block of those that climb.
__device__ bool climb_from_seeds(const OneToAll& s, const Ascent& ascent, Rising& rising) {
  return climb(ascent, rising, [&] {
    for (u32 k = blockIdx.x + threadIdx.x * s.climbing; k < s.seeds; k += THREADS * s.climbing) {
      const u32 state = s.seed_states ? s.seed_states[k] : s.states[k];
      offer(ascent, rising, 0, s.place_of[state], s.seed_ticks ? s.seed_ticks[k] : s.ticks[k]);
    }
  });
}

// The whole grid, level by level: for seeds whose places fit no queue.
__device__ void climb_by_levels(const OneToAll& s, const Ascent& ascent, u32& serial) {
  for (u32 level = s.levels - 1; level; level--) {
    pass_on_all(ascent, s.first_place[level], s.first_place[level + 1], (u64)blockIdx.x * THREADS + threadIdx.x,
                (u64)gridDim.x * THREADS);
    grid_barrier(s.control, serial, [] {});
  }
}

// A label is there.
__device__ __forceinline__ void settle(const OneToAll& s, u32 place, u32 label) {
  label = label > s.limit ? UNREACHED : label;
  store_relaxed(s.labels + place, label);
  s.later[place] = NOT_YET;
  s.times[__ldg(s.state_at + place)] = label;
  if (label < UNREACHED && label >= s.alarm) *s.lost = 1;
}

// For a trace, by one lane of a warp whose labels are there.
__device__ __forceinline__ void note_end(const OneToAll& s, u32 level) {
  const u64 now = nanoseconds();
  if (now > load_relaxed(s.ended + level)) atomicMax(s.ended + level, now);
}

// A warp.
__device__ __forceinline__ void settle_of_core(const OneToAll& s, u32 place) {
  const u32 lane = threadIdx.x & 31;
  const uint4* row = (const uint4*)(s.core + (u64)place * s.core_width);
  const uint4* from = (const uint4*)s.risen;
  u32 best = UNREACHED;
#pragma unroll 4
  for (u32 i = lane; i < s.core_width / 4; i += 32) {
    const uint4 cost = __ldg(row + i), label = __ldcg(from + i);
    best = min(min(best, min(label.x + cost.x, label.y + cost.y)), min(label.z + cost.z, label.w + cost.w));
  }
  best = warp_min(best);
  if (lane == 0) {
    s.later_risen[place] = UNREACHED; // others still read this one's
    settle(s, place, best);
    if (s.ended) note_end(s, 0);
  }
}

// Steps of a row that a lane looks at together, and the labels that they set out from.
struct Reach {
  uint2 step[AHEAD]; // place and cost; missing ones cost UNREACHED
  u32 label[AHEAD];
};

// Every lanes-th of the steps from `begin` up to `end`. Returns the last place among them and 1, or 0 for none.
__device__ __forceinline__ u32 take_steps(const OneToAll& s, Reach& reach, u32 begin, u32 end, u32 lanes) {
  u32 last = 0;
#pragma unroll
  for (u32 j = 0; j < AHEAD; j++) {
    const u32 x = begin + j * lanes;
    reach.step[j] = make_uint2(0, UNREACHED);
    if (x < end) reach.step[j] = __ldg((const uint2*)s.down.steps + x);
    if (x < end) last = max(last, reach.step[j].x + 1);
  }
  return last;
}

__device__ __forceinline__ u32 await(const u32* label) {
  u32 found;
  while ((found = load_relaxed(label)) == NOT_YET) __nanosleep(NAP);
  return found;
}

__device__ __forceinline__ u32 least(const OneToAll& s, Reach& reach) {
  u32 best = UNREACHED;
#pragma unroll
  for (u32 j = 0; j < AHEAD; j++)
    reach.label[j] = reach.step[j].y < UNREACHED ? load_relaxed(s.labels + reach.step[j].x) : 0;
#pragma unroll
  for (u32 j = 0; j < AHEAD; j++) {
    if (reach.label[j] == NOT_YET) reach.label[j] = await(s.labels + reach.step[j].x);
    best = min(best, reach.label[j] + reach.step[j].y);
  }
  return best;
}

// A warp. Of all labels that it needs it first waits for the one of the last place, by one lane: when that is there
// the others usually are, and a device full of waiting warps leaves memory to those that work.
__device__ __forceinline__ void settle_swept(const OneToAll& s, const SweptPlaces& some) {
  const u32 lane = threadIdx.x & 31, part = lane & (some.lanes - 1), place = some.first + lane / some.lanes;
  const bool here = place < some.end;
  Reach reach;
  u32 k = 0, end = 0;
  if (here) {
    k = __ldg(s.down.first_out + place) + part;
    end = __ldg(s.down.first_out + place + 1);
  }
  const u32 last = ~warp_min(~take_steps(s, reach, k, end, some.lanes));
  if (last && lane == 0) await(s.labels + (last - 1));
  __syncwarp();
  u32 best = least(s, reach);
  while ((k += AHEAD * some.lanes) < end) {
    take_steps(s, reach, k, end, some.lanes);
    best = min(best, least(s, reach));
  }
  for (u32 away = some.lanes / 2; away; away /= 2) best = min(best, __shfl_xor_sync(ALL_LANES, best, away));
  if (here && !part) {
    const u32 own = __ldcg(s.risen + place);
    if (own < UNREACHED) s.risen[place] = UNREACHED;
    settle(s, place, min(best, own));
  }
  __syncwarp();
  if (s.ended && lane == 0) note_end(s, some.level);
}

// Launched cooperatively. Races: labels are words, lowered by atomics until the barrier, then written once.
extern "C" __global__ void __launch_bounds__(THREADS) one_to_all(OneToAll s) {
  __shared__ Rising rising;
  u32 serial = load_relaxed(&s.control->serial);
  const Ascent ascent = {s.up, s.risen, 1, s.limit};
  if (s.ended && blockIdx.x == 0 && threadIdx.x == 0) s.ended[s.levels + 1] = nanoseconds();
  if (blockIdx.x < s.climbing && !climb_from_seeds(s, ascent, rising) && threadIdx.x == 0)
    s.control->overflowed = s.number;
  grid_barrier(s.control, serial, [&] {
    if (s.ended) s.ended[s.levels] = nanoseconds();
  });
  if (load_relaxed(&s.control->overflowed) == s.number) climb_by_levels(s, ascent, serial);
  const u32 warps = gridDim.x * (THREADS / 32), warp = threadIdx.x / 32 * gridDim.x + blockIdx.x;
  for (u32 place = warp; place < s.core_size; place += warps) settle_of_core(s, place);
  for (u32 i = (warp + warps - s.core_size % warps) % warps; i < s.swept_count; i += warps) {
    const uint4 some = __ldg((const uint4*)s.swept + i);
    settle_swept(s, {some.x, some.y, some.z, some.w});
  }
}
