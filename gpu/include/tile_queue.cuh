// Which tile is worked on next: a ring of tiles to serve now and buckets of tiles for later.
//
// Every tile has a 64-bit word. Upper half: its key, the smallest label a neighbour could give one of
// its cells since it was last acquired, UNREACHED where nobody could. Lower half: QUEUED, IDLE,
// RUNNING or LINGERING. A minimum of the whole word lowers the key and sets QUEUED, the smallest state, at once.
//
// Contract that no wake-up is lost:
//  1. A waker stores labels, fences, and then lowers the key. (Halves of a word lie in one sector, so
//     that updates of a half and of the whole follow one another.)
//  2. Who acquires a tile replaces its word at once and reads labels afterwards. So either the
//     waker's key was there before and its labels are read, or the key stays and the tile is
//     acquired again. (Clearing the halves one after the other lost 1 in 50 solves.)
//  3. A key that is set implies a visit to come: the tile is QUEUED, or it is filed in the bucket
//     of its key, which is due once the threshold has passed it.
//  4. Two warps never work on one tile: only who turns IDLE into QUEUED pushes, and who settled a tile
//     pushes it again where RUNNING was turned into QUEUED meanwhile.
//  5. A lingering tile is its warp's: who turns LINGERING into QUEUED counts it in `direct`, as a push is counted in
//     `tail`, and that warp visits it.
#pragma once
#include "memory.cuh"

#define EMPTY 0xffffffffu
#define QUEUED 0u  // in the ring, or being settled and woken meanwhile: whoever has it sees to it
#define IDLE 1u    // neither
#define RUNNING 2u // being settled, and nothing is due since
#define LINGERING 3u // neither, but its warp still has its costs at hand, and serves it if it is woken soon
#define HELD (1ull << 32)
#define FIRST 0x80000000u // with the slot in the ring: the tile holds starts
#ifndef LINGERS
#define LINGERS 0 // 1: warps wait for a while with the tile that they have settled
#endif
#ifndef LINGER
#define LINGER 4 // looks at that tile before it is let go
#endif
#ifndef BUCKETS
#define BUCKETS 256
#endif
#define LONGEST_STEP (1u << 22) // ticks: so seldom has a worker to say that it has a longer label than it had
#define SECTOR 4 // 64-bit words: waiting warps poll places in sectors of their own
#define AHEAD 24 // buckets past the oldest one at work that may be released; a tile is crossed in about three
// Buckets behind the current one that are still looked after. A warp files a tile in a bucket past that
// of the tile it has at work, which is at most AHEAD behind; some more, since the manager reads what is
// at work and what is filed one after the other.
#define LATE 30
static_assert(LATE >= AHEAD && LATE < 31, "late buckets lie in the first of two words of lanes");

struct QueueControl {
  u32 head, pad0[31];     // tickets given to warps
  u32 tail, pad1[31];     // places filled in the ring
  u32 finished, pad2[31]; // visits ended
  u32 reached, pad3[31];  // cells, counted where somebody listens
  u32 direct, pad4[31];   // times that a lingering tile was woken: visits without the ring
  u32 lingering, pad5[31]; // warps that wait with a tile
  u32 longest, pad6[31];  // no label is larger; as coarse as LONGEST_STEP says
  u32 threshold;          // keys below are served now
  u32 crowded;
  u32 unserved; // tiles in the ring that no warp waits for, as the manager last saw it: read together with `over`,
                // so that it lies at a multiple of 8 bytes
  u32 over;     // ENDED or PAUSED: no warp waits for tiles any more
  u32 stop;     // the launch is to end: no warp acquires another tile
  u32 steps, records;
  u32 pad7[25];
};

#define ENDED 1u
#define PAUSED 2u // goes on with the next launch, if the host makes one

// Host memory through which host and running kernel talk. See gpu/grids/tile_queue.py.
struct Mail {
  u32 stop;             // by the host: the launch is to end
  u32 over, longest; // by the kernel as it ends
  u32 pad[29];
};

struct Queue {
  u64* words;  // tiles: key above, state below
  u64* ring;   // ring_mask + 1 places of SECTOR words: tile, and the slot of its bucket above
  u32* filed;  // BUCKETS × bucket_places
  u32* counts; // BUCKETS each: entries ever filed, tiles at work, entries handed on before a pause
  u64* tickets; // of each worker: HELD and the ticket that it waited with when the launch paused, or 0
  QueueControl* control;
  Mail* mail;
  u32 ring_mask, bucket_places;
  u32 width; // ticks of a bucket
  u32 limit; // largest label wanted
};

__device__ __forceinline__ void put_in_ring(const Queue& queue, u32 place, u32 tile, u32 slot) {
  u64* at = queue.ring + (u64)(place & queue.ring_mask) * SECTOR;
  if (place > queue.ring_mask) // else nobody had it in this solve
    while ((u32)load_relaxed(at) != EMPTY) __nanosleep(20); // its last reader is about to clear it
  store_relaxed(at, (u64)slot << 32 | tile); // the tile's word carries what has to be seen with it
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

// State and key are halves of a word, the key above, so that one minimum lowers the key and sets QUEUED.
__device__ __forceinline__ u32* state_of(const Queue& queue, u32 tile) { return (u32*)(queue.words + tile); }
__device__ __forceinline__ u32* key_of(const Queue& queue, u32 tile) { return state_of(queue, tile) + 1; }

// Has the tile served with this key or a smaller one. True where the caller has to push it.
//
// A smaller key that is there already may rely on the caller: whoever set it took the tile for filed in its
// bucket, while the caller had just taken that entry out. So the tile is queued all the same.
__device__ __forceinline__ bool enqueue(const Queue& queue, u32 tile, u32 key) {
  u64 wanted = (u64)key << 32 | QUEUED, old = atomicMin(queue.words + tile, wanted);
  u32 state = (u32)old;
  if (wanted > old && state != QUEUED) state = atomicMin(state_of(queue, tile), QUEUED);
#if LINGERS
  if (state == LINGERING) atomicAdd(&queue.control->direct, 1u);
#endif
  return state == IDLE;
}

// Lowers the key of a tile that is due later, and files it. True where it has to be pushed at once.
__device__ __forceinline__ bool file(const Queue& queue, u32 tile, u32 key) {
  u32 old = atomicMin(key_of(queue, tile), key), bucket = key / queue.width;
  if (key >= old) return false; // whoever set the smaller key sees to it
  if (old < UNREACHED && bucket == old / queue.width) return false; // already filed there
  u32 slot = bucket % BUCKETS;
  u32 place = atomicAdd(queue.counts + slot, 1u);
  if (place < queue.bucket_places) {
    store_relaxed(queue.filed + (u64)slot * queue.bucket_places + place, tile);
    return false;
  }
  atomicExch(&queue.control->crowded, 1u); // no room: served early, which is always right
  return enqueue(queue, tile, key);
}

#ifndef TEAM
#define TEAM 1 // warps that work as one
#endif

// What a warp keeps between visits; lane 0 alone reads and writes it.
struct Worker {
  u32 slot;       // under which its tile is at work
  u32 unreported; // finished visits that `finished` does not count yet
  u32 longest;    // as QueueControl has it, of its tiles
};

__device__ __forceinline__ void report(const Queue& queue, Worker& worker) {
  if (!worker.unreported) return;
  fence(); // what the visits filed is counted before they are
  atomicAdd(&queue.control->finished, worker.unreported);
  worker.unreported = 0;
}

__device__ __forceinline__ u64* ticket_of_warp(const Queue& queue) {
  return queue.tickets + (u64)(blockIdx.x - 1) * (blockDim.x / (32 * TEAM)) + threadIdx.x / (32 * TEAM);
}

__device__ __forceinline__ u32 draw_ticket(const Queue& queue, int lane) {
  u32 ticket = lane == 0 ? atomicAdd(&queue.control->head, 1u) : 0;
  return __shfl_sync(ALL_LANES, ticket, 0);
}

// The ticket that the warp had when the last launch paused, else a new one.
__device__ __forceinline__ u32 first_ticket(const Queue& queue, int lane) {
  u64 held = *ticket_of_warp(queue);
  __syncwarp();
  if (lane == 0) *ticket_of_warp(queue) = 0;
  return held ? (u32)held : draw_ticket(queue, lane);
}

// Waits for the tile of a ticket; EMPTY when the launch is over, with the ticket kept for the next. All
// lanes call and poll the same word: where lane 0 polls alone, the compiler takes the warp for split
// ever after, and every shuffle of the visit pays for it (a fifth of the whole solve, measured).
__device__ __forceinline__ u32 tile_of(const Queue& queue, u32 ticket, Worker& worker, int lane) {
  u64* place = queue.ring + (u64)(ticket & queue.ring_mask) * SECTOR;
  while (true) {
    u64 waiting = load_relaxed(place);
    u32 over = load_relaxed(&queue.control->over);
    u32 tile = __shfl_sync(ALL_LANES, (u32)waiting, 0);
    if (tile != EMPTY) {
      worker.slot = __shfl_sync(ALL_LANES, (u32)(waiting >> 32), 0);
      if (lane == 0) *place = EMPTY;
      return tile;
    }
    if (lane == 0) report(queue, worker);
    if (__shfl_sync(ALL_LANES, over, 0)) {
      if (lane == 0) *ticket_of_warp(queue) = HELD | ticket;
      return EMPTY;
    }
    __syncwarp();
    __nanosleep(32);
  }
}

// Clears the tile's key and makes it RUNNING. Labels read afterwards are no older than the wake-ups
// cleared. Lane 0 calls.
__device__ __forceinline__ void acquire(const Queue& queue, u32 tile) {
  exchange_acquire(queue.words + tile, (u64)UNREACHED << 32 | RUNNING);
}

// Releases the tile. True where it was woken meanwhile and has to be pushed again.
__device__ __forceinline__ bool release(const Queue& queue, u32 tile) {
  return atomicCAS(state_of(queue, tile), RUNNING, IDLE) == QUEUED;
}

#if LINGERS
// Waits with a settled tile. True where it was woken: the warp is to visit it again. False where it waited for long,
// where more tiles are in the ring than warps wait for, of which it takes the first (`drawn`: its ticket), or where the
// launch is over: the tile is let go.
__device__ __forceinline__ bool woken_again(const Queue& queue, u32 tile, Worker& worker, u32& ticket, bool& drawn,
                                            int lane) {
  QueueControl* control = queue.control;
  if (lane == 0) {
    if (atomicCAS(state_of(queue, tile), RUNNING, LINGERING) == QUEUED) atomicAdd(&control->direct, 1u);
    atomicAdd(&control->lingering, 1u);
  }
  __syncwarp();
  bool woken = false;
  for (u32 turn = 0;; turn++) {
    u32 state = load_relaxed(state_of(queue, tile));
    u64 seen = load_relaxed((const u64*)&control->unserved);
    u32 unserved = (u32)seen, over = (u32)(seen >> 32);
    woken = __shfl_sync(ALL_LANES, state, 0) == QUEUED;
    if (woken) break;
    bool leaves = turn == LINGER || over || drawn;
    if (lane == 0) {
      report(queue, worker);
      if (!leaves && !drawn && unserved) {
        u32 head = load_relaxed(&control->head), tail = load_relaxed(&control->tail);
        if ((int)(tail - head) > 0 && atomicCAS(&control->head, head, head + 1) == head)
          ticket = head, leaves = drawn = true;
      }
    }
    if (__shfl_sync(ALL_LANES, leaves, 0)) {
      u32 old = QUEUED;
      if (lane == 0) old = atomicCAS(state_of(queue, tile), LINGERING, IDLE);
      woken = __shfl_sync(ALL_LANES, old, 0) == QUEUED;
      break;
    }
    __syncwarp();
    __nanosleep(32);
  }
  ticket = __shfl_sync(ALL_LANES, ticket, 0), drawn = __shfl_sync(ALL_LANES, drawn, 0);
  if (lane == 0) atomicSub(&control->lingering, 1u);
  return woken;
}

// Takes up a tile that was woken while the warp lingered.
__device__ __forceinline__ void acquire_again(const Queue& queue, u32 tile, Worker& worker) {
  u32 threshold = load_relaxed(&queue.control->threshold);
  u32 key = (u32)(exchange_acquire(queue.words + tile, (u64)UNREACHED << 32 | RUNNING) >> 32);
  worker.slot = work_slot(queue, key, threshold);
  atomicAdd(queue.counts + BUCKETS + worker.slot, 1u);
}
#endif
