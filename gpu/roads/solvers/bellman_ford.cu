// All states looked at again and again: the twin of road/solvers/bellman_ford.py.
//
// States with news offer their labels to the heads of their steps, by an atomic minimum; a head
// that fell has news for the next round. The rounds end when no label fell in one of them.
//
// Contract: news of a round is read and wiped by the one thread that looks at the state; that of
// the next round is only set, by anybody. So a label that falls is always offered on afterwards.
//
// Allowed race: a label is read while it falls. Either value is the length of a path, and whoever
// lowered it leaves news for the next round.
#include "rounds.cuh"
#include "csr.cuh"

struct RoadBellmanFord : Solve {
  Csr graph;
  u32* news[2]; // a byte a state, by parity of the round; padded to words
};

struct StateTally {
  u32 served, fell, reached;
};

__device__ __forceinline__ void offer(const RoadBellmanFord& s, u8* next_news, u32 state, StateTally& tally) {
  u32 label = __ldcg(s.labels + state);
  tally.served++;
  each_batch(s.graph, state, [&](const Step(&steps)[BATCH]) {
    u32 known[BATCH];
#pragma unroll
    for (u32 j = 0; j < BATCH; j++) {
      u32 arrival = label + steps[j].cost;
      known[j] = arrival <= s.limit ? atomicMin(s.labels + steps[j].head, arrival) : 0;
    }
#pragma unroll
    for (u32 j = 0; j < BATCH; j++) {
      if (label + steps[j].cost >= known[j]) continue;
      next_news[steps[j].head] = 1;
      tally.fell++;
      tally.reached += known[j] >= UNREACHED;
    }
  });
}

__device__ void decide(const RoadBellmanFord& s, long long began) {
  Control& c = *s.control;
  u64 fell = c.counts[0], served = c.counts[1];
  if (s.records) record_round(c, s.records, STEP, served, 0, 0);
  c.counts[0] = c.counts[1] = 0;
  c.visits += served;
  c.rounds++;
  c.turn.parity ^= 1;
  c.turn.kind = fell ? STEP : DONE;
  c.turn.paused = pauses(s, began);
}

extern "C" __global__ void __launch_bounds__(THREADS, 1024 / THREADS) solve(const __grid_constant__ RoadBellmanFord s) {
  __shared__ StateTally sums;
  __shared__ Turn turn;
  long long began = clock64();
  u32 serial = load_relaxed(&s.control->serial);
  if (s.records && blockIdx.x == 0 && threadIdx.x == 0) s.control->clock = nanoseconds();
  read_turn(s.control, turn);
  do {
    if (threadIdx.x == 0) sums = {0, 0, 0};
    __syncthreads();
    StateTally tally = {0, 0, 0};
    u32* news = s.news[turn.parity];
    u8* next_news = (u8*)s.news[turn.parity ^ 1];
    auto take = [&](u32 word) {
      u32 bytes = __ldcg(news + word);
      if (bytes) news[word] = 0;
      return bytes;
    };
    each_marked(s.graph.states, take, [&](u32 state) { offer(s, next_news, state, tally); });
    u32 served = warp_sum(tally.served), fell = warp_sum(tally.fell), reached = warp_sum(tally.reached);
    if ((threadIdx.x & 31) == 0 && served) {
      atomicAdd(&sums.served, served);
      atomicAdd(&sums.fell, fell);
      atomicAdd(&sums.reached, reached);
    }
    __syncthreads();
    if (threadIdx.x == 0 && sums.served) {
      atomicAdd(s.control->counts, (u64)sums.fell);
      atomicAdd(s.control->counts + 1, (u64)sums.served);
      atomicAdd(&s.control->reached, (u64)sums.reached);
    }
    grid_barrier(s.control, serial, [&] { decide(s, began); });
    read_turn(s.control, turn);
  } while (!turn.paused && turn.kind != DONE);
}
