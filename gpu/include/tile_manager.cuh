// One block feeds the ring: its first warp decides which bucket is due, the others move tiles. The last
// one watches: it ends the launch when the host asks for that or when it has taken long enough, and
// writes down the steps where somebody listens.
//
// A bucket is released while fewer than `wanted` tiles wait in the ring; `wanted` is usually
// negative, so that a bucket is released when that many warps stand idle. Nor is one released more
// than AHEAD buckets past the oldest one at work: on a narrow front warps stand idle for long, and
// what is served too early is served again.
#pragma once
#include "tile_queue.cuh"

#define CHUNK 128 // tiles moved by one warp at a time
#define JOBS 256
#define MOST_AT_WORK 7 // warps of the manager that decide or move

// A step of the manager, for the trace.
struct StepRecord {
  u64 nanoseconds;
  u32 threshold, active, waiting, reached, visits, step;
};

// Handed from the first warp to the others as words that atomics alone touch; 0 is none.
struct Jobs {
  u64 word[JOBS]; // GIVEN, slot, first entry, number of entries
  u32 next, moving, stop;
  u32 assigned[BUCKETS], moved[BUCKETS];
  u64 step, load; // the last step, for the trace: steps and bucket, active and waiting
};

#define GIVEN (1ull << 63)

// Moves entries from..to of a bucket's slot into the ring, leaving out outdated ones. An entry is
// due where its tile's key is. One whose key lies in a later bucket has another entry there, unless
// that bucket shares this slot a whole turn ahead: then it is served early.
__device__ void move_due(const Queue& queue, u32 slot, u32 from, u32 to, int lane) {
  const int each = CHUNK / 32;
  u32 tile[each], key[each];
  bool due[each];
  u32 threshold = load_relaxed(&queue.control->threshold), current = threshold / queue.width - 1;
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
  // No fence here: where a key lies is known by its entry, so it is read after that; whoever finds the slot free again
  // has met the fence behind the job.
#pragma unroll
  for (int i = 0; i < each; i++) {
    due[i] = false;
    if (tile[i] == EMPTY) continue;
    key[i] = load_relaxed(key_of(queue, tile[i]));
    u32 bucket = key[i] / queue.width;
    due[i] = key[i] < UNREACHED && (bucket <= current || bucket % BUCKETS == slot);
  }
#pragma unroll
  for (int i = 0; i < each; i++)
    if (due[i]) due[i] = enqueue(queue, tile[i], key[i]);
#pragma unroll
  for (int i = 0; i < each; i++)
    push(queue, due[i], tile[i], due[i] ? work_slot(queue, key[i], threshold) : 0, lane);
}

__device__ void move_jobs(const Queue& queue, Jobs& jobs, int lane) {
  while (true) {
    u64 job = 0;
    if (lane == 0) {
      u32 at = atomicAdd(&jobs.next, 1u) % JOBS;
      while (!(job = atomicExch(&jobs.word[at], 0ull)) && !atomicOr(&jobs.stop, 0u)) __nanosleep(20);
    }
    job = __shfl_sync(ALL_LANES, job, 0);
    if (!job) return;
    u32 slot = (u32)(job >> 40) & (BUCKETS - 1), from = (u32)(job >> 8), count = (u32)job & 255;
    move_due(queue, slot, from, from + count, lane);
    __syncwarp();
    if (lane == 0) {
      fence();
      atomicAdd(&jobs.moved[slot], count);
      atomicSub(&jobs.moving, count);
    }
    __syncwarp();
  }
}

// Hands the entries of a slot up to `to` to the moving warps; returns the jobs given so far.
__device__ __forceinline__ u32 assign(Jobs& jobs, u32 given, u32 slot, u32 to, int lane) {
  u32 from = jobs.assigned[slot];
  __syncwarp();
  u32 parts = (to - from + CHUNK - 1) / CHUNK;
  if (lane == 0) {
    atomicAdd(&jobs.moving, to - from);
    jobs.assigned[slot] = to;
  }
  for (u32 part = lane; part < parts; part += 32) {
    u32 first = from + part * CHUNK;
    u64 job = GIVEN | (u64)slot << 40 | (u64)first << 8 | min(CHUNK, to - first);
    while (atomicCAS(&jobs.word[(given + part) % JOBS], 0ull, job)) __nanosleep(20);
  }
  __syncwarp();
  return given + parts;
}

// Buckets from the oldest one at work to the current one; -1 where none is.
__device__ __forceinline__ int behind(const Queue& queue, u32 current, int lane) {
  const u32* working = queue.counts + BUCKETS;
  u32 newer = load_relaxed(working + (current + BUCKETS - lane) % BUCKETS);
  u32 older = load_relaxed(working + (current + BUCKETS - 32 - lane) % BUCKETS);
  u32 newer_lanes = __ballot_sync(ALL_LANES, newer != 0), older_lanes = __ballot_sync(ALL_LANES, older != 0);
  return older_lanes ? 63 - __clz(older_lanes) : newer_lanes ? 31 - __clz(newer_lanes) : -1;
}

// What the manager is told besides the queue.
struct Orders {
  StepRecord* records; // null where nobody listens
  u64 slice;       // nanoseconds after which the launch pauses
  u32 record_places;
  int wanted;
};

#define LOOKS 8 // at the steps for one at the host's memory, which is far away

// Ends the launch in time, and writes down the last step again and again; steps that follow one another
// too quickly are told as one.
__device__ void watch(const Queue& queue, Jobs& jobs, const Orders& orders, int lane) {
  if (lane) return;
  u32 count = queue.control->records;
  u64 told = 0, step, until = nanoseconds() + orders.slice;
  for (u32 turn = 0;; turn++, __nanosleep(200)) {
    u32 leaving = atomicOr(&jobs.stop, 0u);
    step = atomicOr(&jobs.step, 0ull);
    if (orders.records && step != told && count < orders.record_places) {
      u64 load = atomicOr(&jobs.load, 0ull);
      StepRecord r;
      r.nanoseconds = nanoseconds();
      r.step = (u32)(step >> 32), r.threshold = ((u32)step + 1) * queue.width;
      r.active = (u32)(load >> 32), r.waiting = (u32)load;
      r.reached = load_relaxed(&queue.control->reached);
      r.visits = load_relaxed(&queue.control->finished);
      orders.records[count++] = r;
      told = step;
    }
    if (leaving) break;
    if (turn % LOOKS == 0 && (load_of_host(&queue.mail->stop) || nanoseconds() >= until))
      store_relaxed(&queue.control->stop, 1u);
  }
  queue.control->records = count;
}

__device__ void schedule(const Queue& queue, Jobs& jobs, int wanted, bool told, int lane) {
  QueueControl* control = queue.control;
  u32 current = control->threshold / queue.width - 1, given = 0, steps = control->steps, over = ENDED;
#if LINGERS
  u32 unserved = control->unserved;
#endif
  while (true) {
    u32 near_slot = (current + BUCKETS - LATE + lane) % BUCKETS, far_slot = (near_slot + 32) % BUCKETS;
    u32 near_count = min(load_relaxed(queue.counts + near_slot), queue.bucket_places);
    u32 far_count = min(load_relaxed(queue.counts + far_slot), queue.bucket_places);
    // Each by one lane, so that all agree.
    const u32* word = lane == 0 ? &control->tail : lane == 1 ? &control->head : &control->stop;
#if LINGERS
    if (lane == 3) word = &control->lingering;
#endif
    u32 found = load_relaxed(word), moving = *(volatile u32*)&jobs.moving;
    u32 tail = __shfl_sync(ALL_LANES, found, 0), head = __shfl_sync(ALL_LANES, found, 1);
    u32 stopping = __shfl_sync(ALL_LANES, found, 2);
    moving = __shfl_sync(ALL_LANES, moving, 0);
#if LINGERS
    int served = (int)(tail - head - __shfl_sync(ALL_LANES, found, 3)); // below 0: so many warps are idle
    if ((u32)max((int)(tail - head), 0) != unserved) {
      unserved = max((int)(tail - head), 0);
      if (lane == 0) store_relaxed(&control->unserved, unserved);
    }
#else
    int served = (int)(tail - head);
#endif
    int lag = behind(queue, current, lane);
    u32 near_open = near_count - jobs.assigned[near_slot];
    u32 far_open = far_count - jobs.assigned[far_slot];
    u32 near_lanes = __ballot_sync(ALL_LANES, near_open != 0);
    u32 far_lanes = __ballot_sync(ALL_LANES, far_open != 0);
    u32 late = near_lanes & ((2u << LATE) - 1);
    u64 ahead = ((u64)far_lanes << 32 | near_lanes) >> (LATE + 1);
    if (stopping) {
      if (moving) continue; // what is on its way comes into the ring first
      over = PAUSED;
      break;
    }
    int room = wanted - served - (int)moving; // tiles that may be released
    for (u32 open = late; open; open &= open - 1) {
      int place = __ffs(open) - 1;
      u32 slot = (current + BUCKETS - LATE + place) % BUCKETS;
      given = assign(jobs, given, slot, __shfl_sync(ALL_LANES, near_count, place), lane);
      room -= (int)__shfl_sync(ALL_LANES, near_open, place);
    }
    // As many buckets as it takes until no more warps are idle than are wanted: one at a time, each would wait for a look
    // at what has become of the one before.
    u32 forward = 0;
    u64 released = 0;
    for (u64 left = ahead; left && room > 0;) {
      u32 more = __ffsll(left);
      if (lag >= 0 && lag + more > AHEAD) break;
      lag = lag < 0 ? 0 : lag + more; // of the bucket that is released now
      forward += more;
      left >>= more;
      released |= 1ull << forward;
      u32 place = LATE + forward;
      room -= (int)(place < 32 ? __shfl_sync(ALL_LANES, near_open, place)
                               : __shfl_sync(ALL_LANES, far_open, place & 31));
    }
    if (forward) {
      for (u32 i = lane; i < forward; i += 32) { // slots that leave the window become free
        u32 slot = (current + BUCKETS - LATE + i) % BUCKETS, used = jobs.assigned[slot];
        bool idle = used && *(volatile u32*)&jobs.moved[slot] == used;
        if (idle && atomicCAS(queue.counts + slot, used, 0u) == used)
          jobs.assigned[slot] = jobs.moved[slot] = 0;
      }
      __syncwarp();
      steps++;
      if (lane == 0) store_release(&control->threshold, (current + forward + 1) * queue.width);
      for (; released; released &= released - 1) {
        u32 more = __ffsll(released) - 1, place = LATE + more;
        u32 to = place < 32 ? __shfl_sync(ALL_LANES, near_count, place)
                            : __shfl_sync(ALL_LANES, far_count, place & 31);
        given = assign(jobs, given, (current + more) % BUCKETS, to, lane);
      }
      current += forward;
      if (told) {
        u32 active = max((int)((gridDim.x - 1) * (blockDim.x / (32 * TEAM))) + served, 0);
        u32 waiting = warp_sum(near_open + far_open);
        if (lane == 0) {
          atomicExch(&jobs.load, (u64)active << 32 | waiting);
          atomicExch(&jobs.step, (u64)steps << 32 | current);
        }
      }
      __syncwarp();
    }
    if (ahead || near_lanes || moving) continue;
    // Nothing in sight. `finished` is read first: equal to a later `tail`, nobody was at work.
    u32 finished = __shfl_sync(ALL_LANES, load_acquire(&control->finished), 0);
    tail = __shfl_sync(ALL_LANES, load_acquire(&control->tail), 0);
#if LINGERS
    tail += __shfl_sync(ALL_LANES, load_acquire(&control->direct), 0);
#endif
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
  for (int slot = lane; slot < BUCKETS; slot += 32) queue.counts[2 * BUCKETS + slot] = jobs.assigned[slot];
  __syncwarp();
  if (lane == 0) {
    control->steps = steps;
    queue.mail->over = over;
    queue.mail->longest = load_relaxed(&control->longest); // all visits have ended if the solve has
    store_release(&control->over, over);
    atomicExch(&jobs.stop, 1u);
  }
}

__device__ void manage(const Queue& queue, const Orders& orders) {
  __shared__ Jobs jobs;
  int lane = threadIdx.x & 31;
  for (int i = threadIdx.x; i < BUCKETS; i += blockDim.x)
    jobs.assigned[i] = jobs.moved[i] = queue.counts[2 * BUCKETS + i];
  for (int i = threadIdx.x; i < JOBS; i += blockDim.x) jobs.word[i] = 0;
  if (threadIdx.x == 0) jobs.next = jobs.moving = jobs.stop = 0, jobs.step = jobs.load = 0;
  __syncthreads();
  if (threadIdx.x < 32) schedule(queue, jobs, orders.wanted, orders.records != nullptr, lane);
  else if (threadIdx.x >= blockDim.x - 32) watch(queue, jobs, orders, lane);
  else if (threadIdx.x < 32 * MOST_AT_WORK) move_jobs(queue, jobs, lane);
}
