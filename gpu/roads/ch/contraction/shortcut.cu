// Which shortcuts contracted nodes leave behind, and their steps as the hierarchy keeps them.
//
// Source: Karimi, Koppelman, Michael, ICS 2019, steps SHORTCUT and UPDATE. Ours differs: shortcuts are bits beside the
// contracted node, which the next overlay's rows are made with, so that no list of them is written.
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
#ifndef LARGE
#define LARGE 256
#endif

// The row as the hierarchy has it, with states in place of nodes.
template <u32 GROUP>
__device__ __forceinline__ void keep(const ShrinkingGraph& graph, StepRow row, u32 lane, RowStep* steps, u32* middle) {
  for (u32 k = lane; k < row.count; k += GROUP) {
    const RowStep step = graph.steps[row.first + k];
    steps[k] = {graph.state[step.other], step.cost};
    middle[k] = graph.middle[row.first + k];
  }
}

template <bool WHOLE, u32 GROUP, u32 MOST>
__device__ __forceinline__ void shortcut(const Contraction& c, Hood<MOST>* hoods, LastSteps* all_tables, const u32* list, u32 count) {
  const ShrinkingGraph graph = overlay_of(c);
  const u32 groups = WHOLE ? 1 : THREADS / GROUP, group = WHOLE ? 0 : threadIdx.x / GROUP;
  const u32 lane = WHOLE ? threadIdx.x : threadIdx.x % GROUP;
  Hood<MOST>& hood = hoods[group];
  LastSteps* tables = all_tables + (WHOLE ? 0 : group);
  for (u64 base = (u64)blockIdx.x * groups; base < count; base += (u64)gridDim.x * groups) {
    const u32 node = base + group < count ? list[base + group] : NOBODY;
    StepRow in = {0, 0}, out = {0, 0};
    Spot spot = {0, 0, 0};
    if (node != NOBODY) {
      in = graph.rows[2 * node + IN];
      out = graph.rows[2 * node + OUT];
      spot = c.spots[node];
      if (max(in.count, out.count) > MOST) in.count = out.count = 0; // on another list
    }
    bring<WHOLE, GROUP>(hood, graph, in, out, lane, false);
    seek_steps<false, GROUP>(hood, graph, in, out, lane);
    keep<GROUP>(graph, out, lane, c.up + spot.up, c.up_middle + spot.up);
    keep<GROUP>(graph, in, lane, c.down + spot.down, c.down_middle + spot.down);
    together<WHOLE>();
    measure_reach<GROUP>(hood, in, out, lane);
    together<WHOLE>();
    seek_paths<GROUP>(hood, tables, graph, node, in, out, lane);
    together<WHOLE>();
    const u32 words = words_of(in.count);
    u32 needed = 0;
    for (u32 q = lane; q < out.count; q += GROUP) {
      u32 own = 0;
      for (u32 k = 0; k < words; k++) {
        const u32 bits = hood.bits[q * words + k];
        c.bits[spot.bits + q * words + k] = bits;
        own += __popc(bits);
      }
      if (own) atomicAdd(&c.extra[2 * hood.to[q] + IN], own);
      needed += own;
    }
    for (u32 i = lane; i < in.count; i += GROUP) {
      u32 own = 0;
      for (u32 q = 0; q < out.count; q++) own += hood.bits[q * words + i / 32] >> i % 32 & 1;
      if (own) {
        atomicAdd(&c.extra[2 * hood.from[i] + OUT], own);
        c.far[atomicAdd(&c.state->far, 1u)] = {node, i};
      }
    }
    if (needed) atomicAdd(&hood.needed, needed);
    together<WHOLE>();
    if (!lane && hood.pairs) {
      atomicAdd(&c.state->shortcuts, hood.needed);
      atomicAdd(&c.state->one_hop, hood.pairs - hood.one_hop);
      atomicAdd(&c.state->two_hops, hood.one_hop - hood.needed);
    }
    together<WHOLE>();
  }
}

// All that are contracted, eight lanes each; larger ones are left to the kernels below.
extern "C" __global__ void shortcut_small(Contraction c) {
  __shared__ Hood<SMALL> hoods[THREADS / 8];
  if (c.state->status != GOING) return;
  shortcut<false, 8>(c, hoods, nullptr, c.lists, c.state->taken.nodes);
}

extern "C" __global__ void shortcut_middle(Contraction c) {
  __shared__ Hood<MIDDLE> hoods[THREADS / 32];
  __shared__ LastSteps tables[THREADS / 32];
  if (c.state->status != GOING) return;
  shortcut<false, 32>(c, hoods, tables, c.lists + c.states, c.state->middle);
}

extern "C" __global__ void shortcut_large(Contraction c) {
  __shared__ Hood<LARGE> hood;
  __shared__ LastSteps tables[THREADS / 32];
  if (c.state->status != GOING) return;
  shortcut<true, THREADS>(c, &hood, tables, c.lists + 2 * (u64)c.states, c.state->large);
}
