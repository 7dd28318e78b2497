// Labels of states looked at as a whole.
#include "memory.cuh"

// summary[0] : states below UNREACHED. summary[1] : the largest label of these. Both begin at 0.
extern "C" __global__ void summarise(const u32* labels, u64 states, u64* summary) {
  u64 stride = (u64)gridDim.x * blockDim.x;
  u32 reached = 0, largest = 0;
  for (u64 state = (u64)blockIdx.x * blockDim.x + threadIdx.x; state < states; state += stride) {
    u32 label = labels[state];
    if (label >= UNREACHED) continue;
    reached++;
    largest = max(largest, label);
  }
  reached = warp_sum(reached);
  largest = ~warp_min(~largest);
  if ((threadIdx.x & 31) == 0 && reached) {
    atomicAdd(summary, (u64)reached);
    atomicMax(summary + 1, (u64)largest);
  }
}

// The least label at each vertex, of the states that lead to it. order : where the label of each state lies; null where
// each lies at the state's number. least : begins at UNREACHED.
extern "C" __global__ void least_at_vertices(const u32* labels, const u32* order, u64 states, const u32* arc_of_state,
                                             const u32* far, u32* least) {
  u64 stride = (u64)gridDim.x * blockDim.x;
  for (u64 state = (u64)blockIdx.x * blockDim.x + threadIdx.x; state < states; state += stride) {
    u32 label = labels[order ? order[state] : state];
    if (label < UNREACHED) atomicMin(least + far[arc_of_state[state]], label);
  }
}

// Labels in the order of states.
extern "C" __global__ void in_order(const u32* labels, const u32* order, u64 states, u32* ordered) {
  u64 stride = (u64)gridDim.x * blockDim.x;
  for (u64 state = (u64)blockIdx.x * blockDim.x + threadIdx.x; state < states; state += stride)
    ordered[state] = labels[order[state]];
}

extern "C" __global__ void lower_at(const u32* vertices, const u32* ticks, u32 count, u32* least) {
  u32 k = blockIdx.x * blockDim.x + threadIdx.x;
  if (k < count) atomicMin(least + vertices[k], ticks[k]);
}
