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
