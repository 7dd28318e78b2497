// Which tile is worked on next: a ring of tiles to serve now and buckets of tiles for later.
//
// Every tile has a 64-bit word. Low half: its key, the smallest label a neighbour could give one of
// its cells since it was last taken up, UNREACHED where nobody could. High half: NEAR (in the ring
// or due for it), RUNNING (a warp works on it), STARTED (holds a start).
//
// Contract that no wake-up is lost:
//  1. A waker stores labels, fences, lowers the key, and when that has answered sets NEAR or files
//     the tile. (Both halves of a word lie in one sector, so the halves' updates keep that order.)
//  2. Who takes a tile up replaces both halves of its word at once and reads labels afterwards.
//     So either the waker's key was there before and its labels are read, or the key stays and
//     the tile is taken up again. (Clearing the halves one after the other lost 1 in 50 solves.)
//  3. A key that is set implies a visit to come: it is in the ring, in the bucket of its key, or
//     NEAR and RUNNING, and then the warp that finishes puts it into the ring.
//  4. Two warps never work on one tile: only who turns "neither NEAR nor RUNNING" into NEAR pushes.
#pragma once
#include "memory.cuh"

#define EMPTY 0xffffffffu
#define NEAR 1u
#define RUNNING 2u
#define STARTED 4u
#ifndef BUCKETS
#define BUCKETS 256
#endif
#define SECTOR 4 // 64-bit words: waiting warps poll places in sectors of their own
#define LATE 16 // buckets behind the current one that are still looked after

struct Control {
  u32 head, pad0[31];     // tickets given to warps
  u32 tail, pad1[31];     // places filled in the ring
  u32 finished, pad2[31]; // visits ended
  u32 threshold;          // keys below are served now
  u32 done, cancel, reached;
  u32 label_bits, steps, crowded, records;
  u32 pad3[24];
};

struct Queue {
  u32* words;  // 2 × tiles: key, state
  u64* ring;   // ring_mask + 1 places of SECTOR words: tile, and the slot of its bucket above
  u32* filed;  // BUCKETS × bucket_places
  u32* counts; // BUCKETS, entries ever filed in each; then BUCKETS, tiles of each at work
  Control* control;
  u32 ring_mask, bucket_places;
  u32 width; // ticks of a bucket
  u32 limit; // largest label wanted
};

__device__ __forceinline__ void put_in_ring(const Queue& queue, u32 place, u32 tile, u32 slot) {
  u64* at = queue.ring + (u64)(place & queue.ring_mask) * SECTOR;
  while ((u32)load_relaxed(at) != EMPTY) __nanosleep(20); // its last reader is about to clear it
  store_release(at, (u64)slot << 32 | tile);
}

// The slot under which a tile with this key is at work: of the key's bucket, or of the oldest
// bucket the manager still looks at.
__device__ __forceinline__ u32 work_slot(const Queue& queue, u32 key, u32 threshold) {
  u32 bucket = key / queue.width, current = threshold / queue.width - 1;
  u32 oldest = current > LATE ? current - LATE : 0;
  return min(max(bucket, oldest), current) % BUCKETS;
}

// Puts the tiles of the lanes with `due` into the ring; all lanes must call.
__device__ __forceinline__ void push(const Queue& queue, bool due, u32 tile, u32 slot, int lane) {
  u32 lanes = __ballot_sync(ALL_LANES, due);
  if (!lanes) return;
  if (due) atomicAdd(queue.counts + BUCKETS + slot, 1u);
  u32 base = 0, leader = __ffs(lanes) - 1;
  if (lane == leader) base = atomicAdd(&queue.control->tail, (u32)__popc(lanes));
  base = __shfl_sync(ALL_LANES, base, leader);
  if (due) put_in_ring(queue, base + __popc(lanes & ((1u << lane) - 1)), tile, slot);
  __syncwarp();
}

// True where the caller has to push the tile.
__device__ __forceinline__ bool mark_near(const Queue& queue, u32 tile) {
  return (atomicOr(queue.words + 2 * (u64)tile + 1, NEAR) & (NEAR | RUNNING)) == 0;
}

// Lowers the key of `tile` to `key` and files it for later if need be. Returns mark_near's answer
// where it is to be served now.
__device__ __forceinline__ bool wake(const Queue& queue, u32 tile, u32 key, u32 threshold) {
  u32 old = atomicMin(queue.words + 2 * (u64)tile, key);
  if (key >= old) return false; // whoever set the smaller key sees to it
  if (key < threshold) return mark_near(queue, tile);
  u32 bucket = key / queue.width;
  if (old < UNREACHED && bucket == old / queue.width) return false; // already filed there
  u32 slot = bucket % BUCKETS;
  u32 place = atomicAdd(queue.counts + slot, 1u);
  if (place < queue.bucket_places) {
    store_release(queue.filed + (u64)slot * queue.bucket_places + place, tile);
    return false;
  }
  atomicExch(&queue.control->crowded, 1u); // no room: served early, which is always right
  return mark_near(queue, tile);
}

// What a warp keeps between visits; lane 0 alone reads and writes it.
struct Worker {
  u32 slot;       // under which its tile is at work
  u32 unreported; // finished visits that `finished` does not count yet
};

__device__ __forceinline__ void report(const Queue& queue, Worker& worker) {
  if (!worker.unreported) return;
  fence(); // what the visits filed is counted before they are
  atomicAdd(&queue.control->finished, worker.unreported);
  worker.unreported = 0;
}

// Draws a ticket and waits for its tile; EMPTY when the solve is over. All lanes call and poll the
// same word: where lane 0 polls alone, the compiler takes the warp for split ever after, and every
// shuffle of the visit pays for it (a fifth of the whole solve, measured).
__device__ __forceinline__ u32 next_tile(const Queue& queue, Worker& worker, int lane) {
  u32 ticket = 0;
  if (lane == 0) ticket = atomicAdd(&queue.control->head, 1u);
  ticket = __shfl_sync(ALL_LANES, ticket, 0);
  u64* place = queue.ring + (u64)(ticket & queue.ring_mask) * SECTOR;
  while (true) {
    u64 waiting = load_relaxed(place);
    u32 done = load_relaxed(&queue.control->done);
    u32 tile = __shfl_sync(ALL_LANES, (u32)waiting, 0);
    if (tile != EMPTY) {
      worker.slot = (u32)(waiting >> 32);
      if (lane == 0) *place = EMPTY;
      return tile;
    }
    if (__shfl_sync(ALL_LANES, done, 0)) return EMPTY;
    if (lane == 0) report(queue, worker);
    __syncwarp();
    __nanosleep(32);
  }
}

// Clears the tile's key and makes it RUNNING; returns its state before. Labels read afterwards are
// no older than the wake-ups cleared. Lane 0 calls.
__device__ __forceinline__ u32 take_up(const Queue& queue, u32 tile) {
  u64 old, taken = ((u64)RUNNING << 32) | UNREACHED;
  asm volatile("atom.acquire.gpu.global.exch.b64 %0, [%1], %2;"
               : "=l"(old)
               : "l"(queue.words + 2 * (u64)tile), "l"(taken)
               : "memory");
  return (u32)(old >> 32);
}
