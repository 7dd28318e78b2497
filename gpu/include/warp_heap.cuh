// A priority queue for each warp: a 32-ary heap of sorted arrays of 32 items, a lane for each.
//
// An item is 64 bits: its key, which orders it, above what it stands for. A key is below 2^32 - 1. Arrays in
// the heap are full, and none begins with a smaller key than the array above it does; how they go on
// does not matter. Keys at which arrays begin, their tops, lie side by side in shared memory, so that 32
// children are compared at once. Arrays past those in shared memory lie in memory of the device, in chunks
// each twice as large as the one before, from a pool that all warps share: there is no most. Where the pool
// has no more, `full` says so, and what the heap holds is worth nothing: search again with a larger pool.
//
// Two more arrays are kept in registers: `front`, where the next items are taken from, and `rest`,
// where items wait until there are 32 for an array. Lanes without an item have EMPTY.
//
// Source: CUPQ, "A CUDA implementation of a priority queue applied to the many-to-many shortest path
// problem" (one heap for each warp, arrays of 32 items in its nodes, tops in shared memory, insertion by
// ballot and shuffle). Ours differs in moving whole arrays: 32 items are taken or inserted together, by
// merging sorted arrays, as in Deo and Prasad, "Parallel heap: an optimal parallel priority queue", 1992, but
// by the tops alone; and in having no most.
#pragma once
#include "memory.cuh"

#define LANES 32
#define EMPTY (~0ull) // in place of an item; comes after all of them
#define NO_KEY (~0u)

#ifndef ARRAYS
#define ARRAYS 48 // of a heap that lie in shared memory
#endif
#ifndef TOPS
#define TOPS 512 // of a heap that lie in shared memory, ARRAYS or more
#endif
#ifndef FIRST_CHUNK
#define FIRST_CHUNK 64 // arrays
#endif
#define CHUNKS 27      // more than there can be: items are numbered with 32 bits

// Memory of the device for all heaps of a launch.
struct HeapPool {
  u64* words;
  u64 size;
  u64* taken; // words of the pool that are, or would be if there were as many
};

// Shared memory of a heap.
struct HeapRoom {
  u64 arrays[ARRAYS][LANES];
  u64* chunks[CHUNKS]; // each holds its arrays, and then their tops
  u32 tops[TOPS];
};

__device__ __forceinline__ u32 key_of(u64 item) { return (u32)(item >> 32); }
__device__ __forceinline__ u64 item_of(u32 key, u32 value) { return (u64)key << 32 | value; }
__device__ __forceinline__ u32 lane_of_warp() { return threadIdx.x & (LANES - 1); }
__device__ __forceinline__ u64 first_of(u64 array) { return __shfl_sync(ALL_LANES, array, 0); }
__device__ __forceinline__ u64 last_of(u64 array) { return __shfl_sync(ALL_LANES, array, LANES - 1); }
__device__ __forceinline__ u32 first_key(u64 array) { return __shfl_sync(ALL_LANES, key_of(array), 0); }
__device__ __forceinline__ u32 last_key(u64 array) { return __shfl_sync(ALL_LANES, key_of(array), LANES - 1); }
__device__ __forceinline__ bool is_empty(u64 array) { return first_key(array) == NO_KEY; }

// Exchanges items with the lane so far away; the lane that is to have the larger one keeps it. Of equal keys
// both keep their own. Keys need not wait for what they stand for, so that the next exchange can begin.
__device__ __forceinline__ u64 exchange(u64 item, u32 away, bool larger) {
  u32 key = key_of(item), value = (u32)item;
  u32 other_key = __shfl_xor_sync(ALL_LANES, key, away), other = __shfl_xor_sync(ALL_LANES, value, away);
  u32 kept = larger ? max(key, other_key) : min(key, other_key);
  return item_of(kept, kept == key ? value : other);
}

// Sorts 32 items by their keys (Batcher's bitonic sorter).
__device__ __forceinline__ u64 sorted(u64 item) {
  u32 lane = lane_of_warp();
#pragma unroll
  for (u32 size = 2; size <= LANES; size *= 2)
#pragma unroll
    for (u32 away = size / 2; away; away /= 2) item = exchange(item, away, !(lane & away) == !!(lane & size & (LANES - 1)));
  return item;
}

// Of two sorted arrays the 32 smallest items and the 32 largest, sorted. (Two bitonic mergers.)
__device__ __forceinline__ void merge(u64& low, u64& high) {
  u32 lane = lane_of_warp();
  u64 turned = __shfl_sync(ALL_LANES, high, LANES - 1 - lane);
  bool turn = key_of(turned) < key_of(low);
  u64 smaller = turn ? turned : low, larger = turn ? low : turned;
#pragma unroll
  for (u32 away = LANES / 2; away; away /= 2) {
    smaller = exchange(smaller, away, lane & away);
    larger = exchange(larger, away, lane & away);
  }
  low = smaller, high = larger;
}

// A sorted array with another item in its order; the last one falls out.
__device__ __forceinline__ u64 with_item(u64 array, u64 item) {
  u32 place = __popc(__ballot_sync(ALL_LANES, key_of(array) <= key_of(item))), lane = lane_of_warp();
  u64 before = __shfl_up_sync(ALL_LANES, array, 1);
  return lane < place ? array : lane == place ? item : before;
}

// An array without its first item.
__device__ __forceinline__ u64 without_first(u64 array) {
  u64 after = __shfl_down_sync(ALL_LANES, array, 1);
  return lane_of_warp() == LANES - 1 ? EMPTY : after;
}

// All lanes of the warp call what follows, and keep the same numbers in it.
struct WarpHeap {
  HeapRoom* room;
  HeapPool pool;
  u64 front, rest; // sorted
  u32 count, chunks; // arrays in the heap, chunks taken
  bool full;

  // A heap in this shared memory, which keeps its chunks when it is emptied.
  __device__ __forceinline__ WarpHeap(HeapRoom* room, const HeapPool& pool) : room(room), pool(pool), chunks(0) { empty(); }

  __device__ __forceinline__ void empty() {
    front = rest = EMPTY;
    count = 0;
    full = false;
  }

  // -- memory

  __device__ __forceinline__ u64 first_in(u32 chunk) const { return FIRST_CHUNK * ((1ull << chunk) - 1); }
  __device__ __forceinline__ u32 chunk_of(u64 beyond) const { return 63 - __clzll(beyond / FIRST_CHUNK + 1); }

  __device__ __forceinline__ u64* spilled(u32 place) const {
    u64 beyond = place - ARRAYS;
    u32 chunk = chunk_of(beyond);
    return room->chunks[chunk] + (beyond - first_in(chunk)) * LANES;
  }

  __device__ __forceinline__ u64 array_at(u32 place) const {
    u32 lane = lane_of_warp();
    return place < ARRAYS ? room->arrays[place][lane] : spilled(place)[lane];
  }

  __device__ __forceinline__ u32* spilled_top(u32 place) const {
    u64 beyond = place - ARRAYS;
    u32 chunk = chunk_of(beyond);
    u64* tops = room->chunks[chunk] + ((u64)FIRST_CHUNK << chunk) * LANES;
    return (u32*)tops + (beyond - first_in(chunk));
  }

  __device__ __forceinline__ u32 top_at(u32 place) const { return place < TOPS ? room->tops[place] : *spilled_top(place); }

  __device__ __forceinline__ void write(u32 place, u64 array, u32 top) {
    u32 lane = lane_of_warp();
    __syncwarp(); // all have read what was there
    if (place < ARRAYS) room->arrays[place][lane] = array;
    else spilled(place)[lane] = array;
    if (lane == 0) {
      if (place < TOPS) room->tops[place] = top;
      else *spilled_top(place) = top;
    }
    __syncwarp();
  }

  // Whether there is memory for one more array; a chunk is taken where there was none.
  __device__ __forceinline__ bool has_room() {
    if (count < ARRAYS + first_in(chunks)) return true;
    u64 arrays = (u64)FIRST_CHUNK << chunks, words = arrays * LANES + arrays / 2, begin = 0;
    u32 lane = lane_of_warp();
    if (lane == 0) begin = atomicAdd(pool.taken, words);
    begin = first_of(begin);
    full = begin + words > pool.size;
    if (full) return false;
    if (lane == 0) room->chunks[chunks] = pool.words + begin;
    __syncwarp();
    chunks++;
    return true;
  }

  // -- arrays in the heap

  // Inserts a full array.
  __device__ __forceinline__ void place(u64 array) {
    if (full || !has_room()) return;
    u32 top = first_key(array), hole = count++;
    while (hole) {
      u32 parent = (hole - 1) / LANES, above = top_at(parent);
      if (above <= top) break;
      write(hole, array_at(parent), above);
      hole = parent;
    }
    write(hole, array, top);
  }

  // Puts a full array in the place of the one that begins with the smallest key.
  __device__ __forceinline__ void replace_first(u64 array) {
    u32 top = first_key(array), hole = 0;
    for (;;) {
      u64 child = (u64)hole * LANES + 1 + lane_of_warp();
      u32 key = child < count ? top_at((u32)child) : NO_KEY, least = warp_min(key);
      if (least >= top) break;
      u32 chosen = hole * LANES + __ffs(__ballot_sync(ALL_LANES, key == least));
      write(hole, array_at(chosen), least);
      hole = chosen;
    }
    write(hole, array, top);
  }

  // Puts a sorted array, full or not, to the rest. True where there were more than 32 items; `array` is then
  // full, of the smaller ones, and to be placed.
  __device__ __forceinline__ bool put_by(u64& array) {
    if (is_empty(array)) return false;
    if (is_empty(rest)) {
      rest = array;
      return false;
    }
    merge(rest, array);
    if (is_empty(array)) return false;
    u64 larger = array;
    array = rest, rest = larger;
    return true;
  }

  // Merges the array with the smallest top into the front, if that is below a key.
  __device__ __forceinline__ bool fetch(u32 below) {
    if (count == 0 || top_at(0) >= below) return false;
    u64 array = array_at(0);
    merge(front, array);
    bool due = put_by(array);
    if (!due) {
      count--;
      array = array_at(count);
    }
    if (count) replace_first(array);
    return true;
  }

  // -- items

  // Inserts up to 32 items, EMPTY for none.
  __device__ __forceinline__ void push_all(u64 item) {
    u64 array = sorted(item);
    if (is_empty(front)) {
      front = array;
      return;
    }
    merge(front, array);
    if (put_by(array)) place(array);
  }

  // Takes up to 32 items, sorted; EMPTY in all lanes where there is none. The first is the smallest of all,
  // the others are small: with `most` arrays looked at, up to as many as there are, they are the
  // smallest ones.
  __device__ __forceinline__ u64 pop_all(u32 most) {
    merge(front, rest);
    for (u32 k = 0; k < most && fetch(last_key(front)); k++) {
    }
    u64 popped = front;
    front = EMPTY;
    return popped;
  }

  // Inserts one item, the same in all lanes, which must not be EMPTY.
  __device__ __forceinline__ void push(u64 item) {
    u64 last = last_of(front);
    if (key_of(item) < key_of(last)) {
      front = with_item(front, item);
      if (last == EMPTY) return;
      item = last;
    }
    if (last_key(rest) != NO_KEY) {
      place(rest);
      rest = EMPTY;
    }
    rest = with_item(rest, item);
  }

  // Takes the smallest item, EMPTY where there is none.
  __device__ __forceinline__ u64 pop() {
    fetch(min(first_key(front), first_key(rest)));
    u64 item = first_of(front), other = first_of(rest);
    if (item <= other) front = without_first(front);
    else rest = without_first(rest);
    return min(item, other);
  }
};
