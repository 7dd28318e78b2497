// What steps of a search graph cost: the arc after a turn, and the turn. The twin of SearchGraph.cost.
#include "memory.cuh"

// arc_of : the arc of each step, by its head in `of_state` where that is given, else itself.
// turns : null where turns cost nothing. seen : two words, 0 beforehand; open steps and their sum.
extern "C" __global__ void gather_costs(u64 steps, const u32* arc_of, const u32* of_state, const u8* turns,
                                       const u32* arc_costs, const u32* turn_costs, u32* cost, u64* seen) {
  u64 stride = (u64)gridDim.x * blockDim.x, sum = 0;
  u32 open = 0;
  for (u64 step = (u64)blockIdx.x * blockDim.x + threadIdx.x; step < steps; step += stride) {
    u64 arc = arc_of ? arc_of[step] : step;
    if (of_state) arc = of_state[arc];
    u64 ticks = arc_costs[arc];
    if (turns) ticks += turn_costs[turns[step]];
    cost[step] = (u32)min(ticks, (u64)UNREACHED);
    if (ticks >= UNREACHED) continue;
    open++;
    sum += ticks;
  }
  for (int away = 16; away; away >>= 1) sum += __shfl_xor_sync(ALL_LANES, sum, away);
  open = warp_sum(open);
  if ((threadIdx.x & 31) == 0 && open) {
    atomicAdd(seen, (u64)open);
    atomicAdd(seen + 1, sum);
  }
}
