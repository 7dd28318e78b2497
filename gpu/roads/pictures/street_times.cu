// Times of streets out of labels of states, as `road.results.travel_times` and `road.maps.drawing_times` find them.
#include "memory.cuh"

#define NO_ARC 0xffffffffu // see road/turns.py
#define OPEN 1             // bits of `kind`, see road/maps/drawing_times.py
#define REACHED 2
#define STARTED 4
#define SHUT 8

// States that are arcs, and the steps out of them; see road.search.search_graph.
struct ArcStates {
  const u32* arc;     // of each state
  const u32* far;     // vertex at the end of each arc
  const u32* first;   // step of each state
  const u32* head;    // state that each step leads to
  const u8* turn;     // of each step
  const u32* turn_costs;
  u32 states, arcs;
};

// Lowers the time at which an arc is entered. A state's label less its arc's cost says it, without a look at the states
// before; not on arcs where a start lies or that are entered beside one, and not where a step enters an arc within the
// limit but does not come to its end: labels up to `surely_within` do. There, the steps are looked at. order : where the
// label of each state lies; null where each lies at the state's number.
extern "C" __global__ void enter_arcs(const __grid_constant__ ArcStates s, const u32* labels, const u32* order,
                                      const u32* costs, const u8* begun, const u8* before, int surely_within, u32 limit, u32* entered) {
  u32 state = blockIdx.x * blockDim.x + threadIdx.x;
  if (state >= s.states) return;
  u32 label = labels[order ? order[state] : state];
  if (label >= UNREACHED) return;
  u32 arc = s.arc[state];
  if (!begun[arc]) atomicMin(entered + arc, label - costs[arc]);
  if ((int)label <= surely_within && !before[s.far[arc]]) return;
  for (u32 step = s.first[state]; step < s.first[state + 1]; step++) {
    u32 into = s.arc[s.head[step]], turned = s.turn_costs[s.turn[step]];
    if (label + turned <= limit && turned + costs[into] < UNREACHED) atomicMin(entered + into, label + turned);
  }
}

// The same where states are vertices. near : vertex where each arc is entered.
extern "C" __global__ void enter_from_vertices(const u32* labels, const u32* near, const u32* costs, u32 arcs,
                                               u32* entered) {
  u32 arc = blockIdx.x * blockDim.x + threadIdx.x;
  if (arc < arcs) entered[arc] = costs[arc] < UNREACHED ? labels[near[arc]] : UNREACHED;
}

// Arcs out of starts at vertices.
extern "C" __global__ void enter_at_starts(const u32* arcs, const u32* ticks, u32 count, const u32* costs, u32* entered) {
  u32 k = blockIdx.x * blockDim.x + threadIdx.x;
  if (k < count && costs[arcs[k]] < UNREACHED) atomicMin(entered + arcs[k], ticks[k]);
}

// Rays of starts that lie on arcs: origin, way and ticks of each become origin, way, time and cost. Those on closed arcs never
// begin. Marks the streets of the others with `bits`.
extern "C" __global__ void time_rays(u32 count, const u32* arcs, const double* beams, const u32* costs, double scale,
                                     const u32* streets, u32 bits, u8* kind, double* rays) {
  if (blockIdx.x || threadIdx.x) return; // two rays of a street mark it both
  for (u32 k = 0; k < count; k++) {
    const double* beam = beams + 3 * k;
    double* ray = rays + 4 * k;
    bool open = costs[arcs[k]] < UNREACHED;
    ray[0] = beam[0], ray[1] = beam[1];
    ray[2] = open ? beam[2] * scale : (double)__int_as_float(0x7f800000);
    ray[3] = open ? costs[arcs[k]] * scale : 0;
    if (open) kind[streets[k]] |= (u8)bits;
  }
}

// Streets as they are drawn: how each is entered at its two ends, and what it costs from there. shut : streets that are
// closed by hand; started : those that a start lies on.
extern "C" __global__ void time_streets(const u32* arcs, const u32* backs, u32 streets, const u32* entered,
                                        const u32* costs, double scale, int forwards, u8* kind, float* up,
                                        float* up_cost, float* down, float* down_cost) {
  u32 k = blockIdx.x * blockDim.x + threadIdx.x;
  if (k >= streets) return;
  float infinite = __int_as_float(0x7f800000), clock[2] = {infinite, infinite}, cost[2] = {0, 0};
  u8 found = 0;
  for (int turn = 0; turn < 2; turn++) {
    u32 arc = turn ? backs[k] : arcs[k];
    if (arc == NO_ARC || costs[arc] >= UNREACHED) continue;
    found |= OPEN;
    if (entered[arc] >= UNREACHED) continue;
    found |= REACHED;
    int way = (turn == 0) == (forwards != 0) ? 0 : 1;
    clock[way] = (float)(entered[arc] * scale);
    cost[way] = (float)(costs[arc] * scale);
  }
  kind[k] = found;
  up[k] = clock[0], up_cost[k] = cost[0], down[k] = clock[1], down_cost[k] = cost[1];
}

extern "C" __global__ void mark_streets(const u32* streets, u32 count, u32 bits, u8* kind) {
  u32 k = blockIdx.x * blockDim.x + threadIdx.x;
  if (k < count) kind[streets[k]] |= (u8)bits;
}
