// One block feeds the ring: its first warp decides which bucket is due, the others move tiles.
//
// A bucket is released while fewer than `wanted` tiles wait in the ring; `wanted` is usually
// negative, so that a bucket is released when that many warps stand idle. Little by little, because
// a tile served too early is served again.
#pragma once
#include "tile_queue.cuh"

#define WINDOW 64 // buckets looked at, LATE of them behind the current one
#define CHUNK 128 // tiles moved by one warp at a time
#define JOBS 256

// A step of the manager, for the trace.
struct Record {
  u64 nanoseconds;
  u32 threshold, active, waiting, reached, visits, step;
};

struct Jobs {
  volatile u32 slot[JOBS], from[JOBS], to[JOBS], current[JOBS], serial[JOBS];
  u32 next, moving;
  volatile u32 stop;
  u32 assigned[BUCKETS], moved[BUCKETS];
};

// Moves entries from..to of a bucket's slot into the ring, leaving out outdated ones. An entry is
// due where its tile's key is. One whose key lies in a later bucket has another entry there, unless
// that bucket shares this slot a whole turn ahead: then it is served early.
__device__ void move_due(const Queue& queue, u32 slot, u32 from, u32 to, u32 current, int lane) {
  const int each = CHUNK / 32;
  u32 tile[each];
  bool due[each];
#pragma unroll
  for (int i = 0; i < each; i++) {
    u32 place = from + i * 32 + lane;
    tile[i] = EMPTY;
    if (place < to) tile[i] = load_relaxed(queue.filed + (u64)slot * queue.bucket_places + place);
  }
#pragma unroll
  for (int i = 0; i < each; i++) {
    u32 place = from + i * 32 + lane;
    if (place >= to) continue;
    u32* entry = queue.filed + (u64)slot * queue.bucket_places + place;
    while (tile[i] == EMPTY) tile[i] = load_relaxed(entry); // counted, not yet written
    *entry = EMPTY;
  }
  fence();
#pragma unroll
  for (int i = 0; i < each; i++) {
    due[i] = false;
    if (tile[i] == EMPTY) continue;
    u32 key = load_relaxed(queue.words + 2 * (u64)tile[i]);
    u32 bucket = key / queue.width;
    due[i] = key < UNREACHED && (bucket <= current || bucket % BUCKETS == slot);
  }
#pragma unroll
  for (int i = 0; i < each; i++)
    if (due[i]) due[i] = mark_near(queue, tile[i]);
#pragma unroll
  for (int i = 0; i < each; i++) push(queue, due[i], tile[i], lane);
}

__device__ void move_jobs(const Queue& queue, Jobs& jobs, int lane) {
  while (true) {
    u32 job = 0;
    if (lane == 0) job = atomicAdd(&jobs.next, 1u);
    job = __shfl_sync(ALL_LANES, job, 0);
    u32 at = job % JOBS;
    bool quit = false;
    while (jobs.serial[at] != job + 1 && !quit) {
      quit = jobs.stop;
      __nanosleep(20);
    }
    if (__any_sync(ALL_LANES, quit)) return;
    __threadfence_block();
    u32 slot = jobs.slot[at], from = jobs.from[at], to = jobs.to[at], current = jobs.current[at];
    __syncwarp();
    if (lane == 0) jobs.serial[at] = 0; // free for the next job
    move_due(queue, slot, from, to, current, lane);
    if (lane == 0) {
      fence();
      atomicAdd(&jobs.moved[slot], to - from);
      atomicSub(&jobs.moving, to - from);
    }
    __syncwarp();
  }
}

// Hands the entries of a slot up to `to` to the moving warps.
__device__ __forceinline__ u32 assign(Jobs& jobs, u32 given, u32 slot, u32 to, u32 current,
                                      int lane) {
  u32 from = jobs.assigned[slot];
  __syncwarp();
  u32 parts = (to - from + CHUNK - 1) / CHUNK;
  if (lane == 0) {
    atomicAdd(&jobs.moving, to - from);
    jobs.assigned[slot] = to;
  }
  for (u32 part = lane; part < parts; part += 32) {
    u32 at = (given + part) % JOBS;
    while (jobs.serial[at] != 0) __nanosleep(20);
    jobs.slot[at] = slot;
    jobs.from[at] = from + part * CHUNK;
    jobs.to[at] = min(from + (part + 1) * CHUNK, to);
    jobs.current[at] = current;
    __threadfence_block();
    jobs.serial[at] = given + part + 1;
  }
  __syncwarp();
  return given + parts;
}

__device__ void record_step(const Queue& queue, Record* records, u32 capacity, u32 step, u32 active,
                            u32 waiting, u32 current) {
  u32 at = queue.control->records;
  if (at >= capacity) return;
  Record r;
  asm volatile("mov.u64 %0, %globaltimer;" : "=l"(r.nanoseconds));
  u32 finished = load_relaxed(&queue.control->finished);
  r.active = active;
  r.threshold = (current + 1) * queue.width;
  r.waiting = waiting;
  r.reached = load_relaxed(&queue.control->reached);
  r.visits = finished;
  r.step = step;
  records[at] = r;
  fence();
  store_release(&queue.control->records, at + 1);
}

__device__ void schedule(const Queue& queue, Jobs& jobs, int wanted, Record* records, u32 capacity,
                         int lane) {
  Control* control = queue.control;
  u32 current = 0, given = 0, steps = 0;
  while (true) {
    u32 near_slot = (current + BUCKETS - LATE + lane) % BUCKETS, far_slot = (near_slot + 32) % BUCKETS;
    u32 near_count = min(load_relaxed(queue.counts + near_slot), queue.bucket_places);
    u32 far_count = min(load_relaxed(queue.counts + far_slot), queue.bucket_places);
    u32 tail = load_relaxed(&control->tail), head = load_relaxed(&control->head);
    u32 stopping = load_relaxed(&control->cancel);
    u32 near_open = near_count - jobs.assigned[near_slot];
    u32 far_open = far_count - jobs.assigned[far_slot];
    u32 near_lanes = __ballot_sync(ALL_LANES, near_open != 0);
    u32 far_lanes = __ballot_sync(ALL_LANES, far_open != 0);
    u32 late = near_lanes & ((2u << LATE) - 1);
    u64 ahead = ((u64)far_lanes << 32 | near_lanes) >> (LATE + 1);
    u32 moving = *(volatile u32*)&jobs.moving;
    if (stopping) break;
    if (ahead && (int)(tail - head) + (int)moving < wanted) {
      u32 forward = __ffsll(ahead);
      for (u32 i = lane; i < forward; i += 32) { // slots that leave the window become free
        u32 slot = (current + BUCKETS - LATE + i) % BUCKETS, used = jobs.assigned[slot];
        bool idle = used && *(volatile u32*)&jobs.moved[slot] == used;
        if (idle && atomicCAS(queue.counts + slot, used, 0u) == used)
          jobs.assigned[slot] = jobs.moved[slot] = 0;
      }
      __syncwarp();
      current += forward;
      steps++;
      if (lane == 0) store_release(&control->threshold, (current + 1) * queue.width);
      u32 place = LATE + forward;
      u32 to = place < 32 ? __shfl_sync(ALL_LANES, near_count, place)
                          : __shfl_sync(ALL_LANES, far_count, place & 31);
      given = assign(jobs, given, current % BUCKETS, to, current, lane);
      u32 active = max((int)((gridDim.x - 1) * (blockDim.x / 32) + tail - head), 0);
      u32 waiting = warp_sum(near_open + far_open);
      if (records && lane == 0) record_step(queue, records, capacity, steps, active, waiting, current);
      late = 0; // counted before the step: seen again in the next turn
      __syncwarp();
    }
    for (; late; late &= late - 1) {
      int place = __ffs(late) - 1;
      u32 slot = (current + BUCKETS - LATE + place) % BUCKETS;
      given = assign(jobs, given, slot, __shfl_sync(ALL_LANES, near_count, place), current, lane);
    }
    if (ahead || near_lanes || moving) continue;
    // Nothing in sight. `finished` is read first: equal to a later `tail`, nobody was at work.
    u32 finished = load_acquire(&control->finished);
    tail = load_acquire(&control->tail);
    u32 nearest = BUCKETS;
    for (int slot = lane; slot < BUCKETS; slot += 32)
      if (min(load_acquire(queue.counts + slot), queue.bucket_places) > jobs.assigned[slot]) {
        u32 distance = (slot + BUCKETS - current % BUCKETS) % BUCKETS;
        nearest = min(nearest, distance >= BUCKETS - LATE ? 0 : distance);
      }
    nearest = warp_min(nearest);
    if (finished != tail) continue;
    if (nearest == BUCKETS) break;
    if (nearest > 0) current += nearest - 1; // so that the window's first bucket ahead is due
  }
  if (lane == 0) {
    control->steps = steps;
    store_release(&control->done, 1u);
    jobs.stop = 1;
  }
}

__device__ void manage(const Queue& queue, int wanted, Record* records, u32 capacity) {
  __shared__ Jobs jobs;
  int lane = threadIdx.x & 31;
  for (int i = threadIdx.x; i < BUCKETS; i += blockDim.x) jobs.assigned[i] = jobs.moved[i] = 0;
  for (int i = threadIdx.x; i < JOBS; i += blockDim.x) jobs.serial[i] = 0;
  if (threadIdx.x == 0) jobs.next = jobs.moving = jobs.stop = 0;
  __syncthreads();
  if (threadIdx.x < 32) schedule(queue, jobs, wanted, records, capacity, lane);
  else move_jobs(queue, jobs, lane);
}
