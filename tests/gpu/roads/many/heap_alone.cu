// The heap of gpu/include/warp_heap.cuh by itself: each block does what it is told, with a heap of its own.
#include "warp_heap.cuh"

#define PUSH 0u
#define POP 1u
#define PUSH_ALL 2u
#define POP_ALL 3u

// told : kind of what is to be done, and a number above its lowest 8 bits: of items to be pushed together, of
//   arrays to be looked at.
// items : those to be pushed, in order. popped : of each block, those popped in order, 32 for POP_ALL.
// left : by block, how much of `told` was left when the heap was full.
extern "C" __global__ void play(const u32* told, u32 count, const u64* items, u64* popped, u32 most, u32* left,
                                const HeapPool pool) {
  __shared__ HeapRoom room;
  WarpHeap heap(&room, pool);
  u64* out = popped + (u64)blockIdx.x * most;
  u32 lane = lane_of_warp(), k = 0;
  for (; k < count && !heap.full; k++) {
    u32 kind = told[k] & 0xff, number = told[k] >> 8;
    if (kind == PUSH) heap.push(*items++);
    if (kind == PUSH_ALL) {
      heap.push_all(lane < number ? items[lane] : EMPTY);
      items += number;
    }
    if (kind == POP) {
      u64 item = heap.pop();
      if (lane == 0) *out = item;
      out++;
    }
    if (kind == POP_ALL) {
      out[lane] = heap.pop_all(number);
      out += LANES;
    }
  }
  if (lane == 0) left[blockIdx.x] = heap.full ? count - k + 1 : 0;
}
