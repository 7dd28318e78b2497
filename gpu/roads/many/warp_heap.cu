// Searches from many origins at once: a warp for each, with a heap of its own.
//
// Warps take origins from a counter until none is left. Labels of an origin are seen by its warp alone. A
// state whose label falls is inserted once more; of what is popped, entries that lag behind their label
// are dropped. 32 states are popped and served together (`search`), though the later ones among them may
// fall again: they are then served again, and labels end as Dijkstra's.
#ifndef WARPS
#define WARPS 4 // of a block, which do not wait for one another
#endif
#define THREADS (32 * WARPS)
#include "slots.cuh"
#include "warp_heap.cuh"

#define BATCHES_A_LOOK 64 // batches between two looks at whether a search is to go on
#define LOOKS_OF_HOST 64  // of these looks, one goes to memory of the host

struct ManySearch {
  const Step* slots;
  u32* labels;           // rows of `places` labels, one for each row of the launch
  u64 places;            // a multiple of 4
  const u32* first_seed; // by row, and one more
  const Step* seeds;     // states, and the ticks that they begin with
  const u32* rows;       // those to be searched
  const u32* first_asked; // destinations + 1; states of a destination in `asked`
  const u32* asked;
  u32* taken;            // rows taken; rows given up; whether the host wants no more; numbers of those given up
  u64* totals;           // batches, states served
  const u32* stop;       // in memory of the host
  HeapPool pool;
  u32 count, destinations; // rows; no destinations where all states are wanted
  u32 limit, arrays_popped;
};

// Shared memory of a warp. found : what is to be inserted, and what was left of the batch before.
struct WarpRoom {
  HeapRoom heap;
  u64 found[LANES * SLOTS + LANES];
};

#ifndef ROOM_BYTES
#define ROOM_BYTES sizeof(WarpRoom)
#endif
static_assert(sizeof(WarpRoom) == ROOM_BYTES, "shared memory that the host gives to a warp");

// Places in `taken` and in `totals`.
#define ROWS_TAKEN 0
#define GIVEN_UP 1
#define STOPPED 2
#define LIST 3
#define BATCHES 0
#define SERVED 1

// The least label of a destination's states.
__device__ __forceinline__ u32 time_at(const u32* first, const u32* states, u32 destination, const u32* labels) {
  u32 best = UNREACHED;
  for (u32 s = first[destination]; s < first[destination + 1]; s++) best = min(best, labels[states[s]]);
  return best;
}

// The largest time of a destination so far: nothing from there on lowers one. UNREACHED where one has none.
__device__ __forceinline__ u32 latest(const ManySearch& s, const u32* labels) {
  u32 largest = 0;
  for (u32 d = lane_of_warp(); d < s.destinations; d += LANES)
    largest = max(largest, time_at(s.first_asked, s.asked, d, labels));
  return ~warp_min(~largest);
}

// Labels of heads; without a branch, so that all are asked for at once. wanted : which; of others any.
__device__ __forceinline__ void look_up(const u32* labels, const Step (&step)[SLOTS], const bool (&wanted)[SLOTS],
                                        u32 (&found)[SLOTS]) {
#pragma unroll
  for (u32 k = 0; k < SLOTS; k++) found[k] = labels[wanted[k] ? step[k].head : 0];
}

// Writes arrivals to the labels of heads where they are less (`falls`). Lanes may lower one label side by side:
// who finds a larger one there than its own writes again, who finds a smaller one has not lowered it.
__device__ __forceinline__ void lower(u32* labels, const Step (&step)[SLOTS], const u32 (&arrival)[SLOTS],
                                      bool (&falls)[SLOTS]) {
  bool again[SLOTS], any = false;
  u32 now[SLOTS];
#pragma unroll
  for (u32 k = 0; k < SLOTS; k++) any |= again[k] = falls[k];
  while (__any_sync(ALL_LANES, any)) {
#pragma unroll
    for (u32 k = 0; k < SLOTS; k++)
      if (again[k]) labels[step[k].head] = arrival[k];
    __syncwarp();
    look_up(labels, step, again, now);
    any = false;
#pragma unroll
    for (u32 k = 0; k < SLOTS; k++) {
      falls[k] &= !again[k] || now[k] >= arrival[k];
      any |= again[k] = again[k] && now[k] > arrival[k];
    }
    __syncwarp();
  }
}

// Relaxes the steps out of a node, by each lane that has an entry which is not outdated; appends what is to be
// inserted to the first `count` in `found` and returns how much that is then. ceiling : what all labels are
// to stay below.
__device__ __forceinline__ u32 relax(const ManySearch& s, u32* labels, u64 entry, u32 ceiling, u64* found, u32 count,
                                     u32& served) {
  u32 node = (u32)entry, ticks = key_of(entry), arrival[SLOTS], known[SLOTS];
  Step step[SLOTS] = {};
  bool some = ticks < ceiling, falls[SLOTS];
  if (some) {
    const uint4* nodes = (const uint4*)(s.slots + (u64)node * SLOTS);
    u32 label = labels[node];
    uint4 front = __ldcg(nodes), back = __ldcg(nodes + 1);
    step[0] = {front.x, front.y}, step[1] = {front.z, front.w};
    step[2] = {back.x, back.y}, step[3] = {back.z, back.w};
    some = label >= ticks;
  }
  // Where two lanes lowered a label to the same value, the state was inserted twice. Served twice in one batch,
  // it would lower labels twice to the same value again, and so on.
  u32 serving = __ballot_sync(ALL_LANES, some), alike = serving & __match_any_sync(ALL_LANES, node);
  some = some && __ffs(alike) - 1 == lane_of_warp();
  served += __popc(__ballot_sync(ALL_LANES, some));
#pragma unroll
  for (u32 k = 0; k < SLOTS; k++) {
    arrival[k] = ticks + step[k].cost;
    falls[k] = some && arrival[k] < ceiling;
  }
  look_up(labels, step, falls, known);
#pragma unroll
  for (u32 k = 0; k < SLOTS; k++) falls[k] &= arrival[k] < known[k];
  lower(labels, step, arrival, falls);
#pragma unroll
  for (u32 k = 0; k < SLOTS; k++) {
    u32 lanes = __ballot_sync(ALL_LANES, falls[k]), place = count + __popc(lanes & ((1u << lane_of_warp()) - 1));
    if (falls[k]) found[place] = item_of(arrival[k], step[k].head);
    count += __popc(lanes);
  }
  __syncwarp();
  return count;
}

// Inserts what was found, 32 at a time; returns how much of it is left for the next batch, since few together
// cost as much as 32.
__device__ __forceinline__ u32 insert(WarpHeap& heap, u64* found, u32 count) {
  u32 lane = lane_of_warp(), k = 0;
  do {
    heap.push_all(k + lane < count ? found[k + lane] : EMPTY);
    k += LANES;
  } while (k + LANES <= count);
  u32 left = k < count ? count - k : 0;
  u64 item = lane < left ? found[k + lane] : EMPTY;
  __syncwarp(); // all have read what was there
  if (lane < left) found[lane] = item;
  __syncwarp();
  return left;
}

// Whether the host wants no more. Its memory answers one warp after the other, a microsecond each: it is asked
// rarely, by warps at different times, and who hears of it tells the others.
__device__ __forceinline__ bool stopped(const ManySearch& s, u32 looks) {
  u32 stop = 0;
  if (lane_of_warp() == 0) {
    stop = load_relaxed(s.taken + STOPPED);
    if (!stop && looks % LOOKS_OF_HOST == 0 && load_of_host(s.stop)) store_relaxed(s.taken + STOPPED, stop = 1);
  }
  return __shfl_sync(ALL_LANES, stop, 0);
}

// Searches one row to its end, or until the host wants no more; false where the heap had no room left.
// AT_ONCE : whether 32 states are popped together, or one after the other as in the source.
template <bool AT_ONCE>
__device__ __forceinline__ bool search_row(const ManySearch& s, u32 row, WarpHeap& heap, u64* found) {
  u32 lane = lane_of_warp(), ceiling = s.limit + 1, batches = 0, served = 0, look = BATCHES_A_LOOK;
  u32 looks = blockIdx.x * WARPS + threadIdx.x / LANES;
  u32* labels = s.labels + row * s.places;
  for (u64 k = lane; k < s.places / 4; k += LANES)
    ((uint4*)labels)[k] = make_uint4(UNREACHED, UNREACHED, UNREACHED, UNREACHED);
  __syncwarp();
  heap.empty();
  for (u32 k = s.first_seed[row]; k < s.first_seed[row + 1]; k += LANES) {
    u64 item = EMPTY;
    if (k + lane < s.first_seed[row + 1]) {
      Step seed = s.seeds[k + lane];
      labels[seed.head] = seed.cost; // each state once
      item = item_of(seed.cost, seed.head);
    }
    heap.push_all(item);
  }
  u32 left = 0;
  for (bool wanted = true; wanted && !heap.full; batches++) {
    u64 entry = AT_ONCE ? heap.pop_all(s.arrays_popped) : heap.pop();
    if (first_key(entry) >= ceiling) {
      if (!left) break;
      left = insert(heap, found, left);
      continue;
    }
    if (!AT_ONCE && lane) entry = EMPTY;
    u32 count = relax(s, labels, entry, ceiling, found, left, served);
    if (AT_ONCE) left = insert(heap, found, count);
    else
      for (u32 k = 0; k < count; k++) heap.push(found[k]);
    __syncwarp();
    if (batches % BATCHES_A_LOOK) continue;
    wanted = !stopped(s, ++looks);
    if (!s.destinations || batches < look) continue;
    ceiling = min(ceiling, latest(s, labels));
    look = batches + s.destinations / 8; // so that looking stays a small part
  }
  if (lane == 0) {
    atomicAdd(s.totals + BATCHES, (u64)batches);
    atomicAdd(s.totals + SERVED, (u64)served);
  }
  return !heap.full;
}

template <bool AT_ONCE> __device__ __forceinline__ void search_rows(const ManySearch& s) {
  extern __shared__ u64 shared_words[];
  WarpRoom& room = ((WarpRoom*)shared_words)[threadIdx.x / LANES];
  WarpHeap heap(&room.heap, s.pool);
  for (;;) {
    u32 at = 0;
    if (lane_of_warp() == 0) at = atomicAdd(s.taken + ROWS_TAKEN, 1u);
    at = __shfl_sync(ALL_LANES, at, 0);
    if (at >= s.count) return;
    u32 row = s.rows[at];
    if (!search_row<AT_ONCE>(s, row, heap, room.found) && lane_of_warp() == 0)
      s.taken[LIST + atomicAdd(s.taken + GIVEN_UP, 1u)] = row;
  }
}

extern "C" __global__ void __launch_bounds__(THREADS) search(const ManySearch s) { search_rows<true>(s); }

extern "C" __global__ void __launch_bounds__(THREADS) search_one_by_one(const ManySearch s) { search_rows<false>(s); }

// Times at the destinations, one row after the other: times, (rows, destinations). A row of blocks for each.
extern "C" __global__ void gather(const ManySearch s, u32* times) {
  const u64 row = blockIdx.y;
  u32 d = blockIdx.x * blockDim.x + threadIdx.x;
  if (d < s.destinations) times[row * s.destinations + d] = time_at(s.first_asked, s.asked, d, s.labels + row * s.places);
}
