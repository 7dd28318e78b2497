// Near and far queue: the twin of raster/solvers/near_far.py.
//
// `solve` runs rounds of two kinds until both queues are empty. A step serves the near cells, eight
// threads a cell, one for each neighbour; what they bring near is served by the same block at once,
// up to `rounds` times, before the blocks synchronize. Advance sorts the far cells under a new threshold.
//
// Contract that no cell is forgotten: a label falls by an atomic minimum, and the thread whose
// minimum it was sees to the cell. Below the threshold it puts the cell with the label into the
// block's list, and the block serves it, finds the label fallen again (then somebody else sees to
// it), or hands it to the near queue of the next step. Above, the first to reach the cell puts it
// into the far queue, where it stays until advance finds it below the threshold.
//
// Contract that queues cannot overflow: a cell is in the far queue once, since only one thread sees
// it unreached; and in the near queue once, since its mark is set once. Marks of the coming step are
// not those of the running one, so none is set and cleared in the same round.
//
// Contract that no wedge is forgotten (straight lines): an offer depends on two labels, of A and of D.
// Whoever serves a cell reads the other's label after the minimum that lowered the cell's own has come
// back. Of two that fell side by side the one that is served for the later minimum sees both.
//
// Allowed race: labels are read while others lower them. Either value is the length of a path.
#include "grid8.cuh"
#include "near_far.cuh"

#ifndef STRAIGHT
#define STRAIGHT 0 // 1: straight lines between the eight directions
#endif
#if STRAIGHT
#include "straight/wedges.cuh"
#endif

#define GROUPS (THREADS / 8)    // cells served at a time
#define PLACES (2 * THREADS)    // of a block's lists; what does not fit goes to the queue at once
#define LEAST 8                 // near cells that a block takes at least
#define ALONE 512               // rounds that a block which has all near cells does by itself
// Visits in 100 settled cells that Δ aims at: a second visit is cheap while threads stand idle.
#define WHILE_IDLE 155
#define WHEN_FULL 125
#if __CUDA_ARCH__ >= 800
#define RESIDENT 3 // blocks that the registers of a multiprocessor must suffice for
#else
#define RESIDENT 2
#endif

struct GridNearFar : Solve {
  Grid grid;
  u32* marks;       // tiles × CELLS / 16
  cell_t* queue[3]; // as many places as cells
  u32 rounds;       // of a block between two grid barriers
  u32 adapts;       // whether Δ follows the work
};

struct CellWork {
  Turn turn;
  cell_t cell[2][PLACES], far[PLACES];
  u32 label[2][PLACES];
  u32 counts[3]; // lengths of the lists, in turn
  u32 nears, fars, served, fresh;
  u64 near_base, far_base;
};

__device__ __forceinline__ void clear(CellWork& w) {
  if (threadIdx.x < 3) w.counts[threadIdx.x] = 0;
  if (threadIdx.x == 0) w.nears = w.fars = w.served = w.fresh = 0;
  __syncthreads();
}

__device__ __forceinline__ void append(const GridNearFar& s, u32 queue, cell_t cell) {
  s.queue[queue][atomicAdd(s.control->counts + queue, 1ull)] = cell;
}

#if STRAIGHT
// What the cell, with its half costs, gives its neighbour k through the two wedges in which it is A, where k
// lies along an axis, or D. The other one of each, D or A, lies along an axis from the cell: its lane knows
// it. All lanes of the warp call, `known` and `half` being the neighbour's.
__device__ __forceinline__ u32 through_wedges(const Grid& grid, u32 best, int k, u32 label, const HalfCost& own, u32 known,
                                              const HalfCost& half) {
  bool axis = kind_of(k) != 2;
#pragma unroll
  for (int which = 0; which < 2; which++) {
    int place = (which ? 0x64666443u : 0x43311131u) >> 4 * k & 7, other = place | (threadIdx.x & 24);
    u32 there = __shfl_sync(ALL_LANES, known, other), cost = __shfl_sync(ALL_LANES, half.vertical, other);
    WedgeShape shape;
#if OBLONG
    // Along columns, where this is A above or below, or D with A beside it in its row.
    int kind = axis ? kind_of(k) : 1 - kind_of(place);
    u32 across = __shfl_sync(ALL_LANES, half.horizontal, other);
    cost = kind ? max(cost, own.vertical) + half.vertical : max(across, own.horizontal) + half.horizontal;
    shape = {grid.share[kind], grid.reach[kind], grid.along[kind]};
#else
    cost = max(cost, own.vertical) + half.vertical;
#endif
    best = past_wedge(best, axis ? label : there, axis ? there : label, cost, shape);
  }
  return best;
}
#endif

// Serves a cell with eight lanes, one for each neighbour; all lanes of the warp must call. A label
// that fell below `least` is somebody else's to see to. What the cell brings near goes into list
// `into`, what it reaches beyond the threshold into the far list.
__device__ __forceinline__ void serve(const GridNearFar& s, CellWork& w, u32 into, u32* count, bool some,
                                      cell_t cell, u32 least) {
  bool current = false, near = false, fresh = false;
  cell_t target = 0;
  u32 arrival = 0;
#if STRAIGHT
  u32 label = UNREACHED, known = UNREACHED;
  HalfCost own = barrier(), half = barrier();
  int k = threadIdx.x & 7;
  arrival = UNREACHED;
  if (some) {
    label = __ldcg(s.labels + cell);
    current = label >= least;
    Place at = place_of(s.grid, cell);
    int row = at.row + neighbour_row(k), col = at.col + neighbour_col(k);
    own = cost_of(s.grid, at.row, at.col);
    if (inside(s.grid, row, col)) {
      target = (cell_t)label_address(s.grid, row, col);
      known = __ldcg(s.labels + target);
      half = cost_of(s.grid, row, col);
      arrival = min(label + half_towards(own, k) + half_towards(half, k), UNREACHED);
    }
  }
  arrival = through_wedges(s.grid, arrival, k, label, own, known, half);
  if (current && arrival < known && arrival <= s.limit) {
    known = atomicMin(s.labels + target, arrival);
    fresh = known >= UNREACHED;
    near = arrival < known && arrival < w.turn.threshold;
  }
#else
  if (some) {
    int k = threadIdx.x & 7, kind = kind_of(k);
    u32 label = __ldcg(s.labels + cell);
    current = label >= least;
    Place at = place_of(s.grid, cell);
    int row = at.row + neighbour_row(k), col = at.col + neighbour_col(k);
    if (inside(s.grid, row, col)) {
      target = (cell_t)label_address(s.grid, row, col);
      u32 known = __ldcg(s.labels + target);
      arrival = label + half_at(s.grid, at.row, at.col, kind) + half_at(s.grid, row, col, kind);
      if (current && arrival < known && arrival <= s.limit) {
        known = atomicMin(s.labels + target, arrival);
        fresh = known >= UNREACHED;
        near = arrival < known && arrival < w.turn.threshold;
      }
    }
  }
#endif
  u32 place = take_places(count, near);
  if (near && place < PLACES) {
    w.cell[into][place] = target;
    w.label[into][place] = arrival;
  } else if (near && mark(s.marks, target, w.turn.parity ^ 1)) {
    append(s, w.turn.following, target);
  }
  bool far = fresh && !near;
  place = take_places(&w.fars, far);
  if (far && place < PLACES) w.far[place] = target;
  else if (far) append(s, w.turn.far, target);
  u32 served = __popc(__ballot_sync(ALL_LANES, current)) / 8;
  u32 news = __popc(__ballot_sync(ALL_LANES, fresh));
  if ((threadIdx.x & 31) == 0) {
    if (served) atomicAdd(&w.served, served);
    if (news) atomicAdd(&w.fresh, news);
  }
}

// Appends `nears` and `fars` collected cells to two queues, each with one push of the whole block.
__device__ __forceinline__ void push_block(const GridNearFar& s, CellWork& w, const cell_t* cells,
                                           u32 near_queue, u32 far_queue) {
  __syncthreads();
  u32 nears = w.nears, fars = min(w.fars, PLACES);
  if (threadIdx.x == 0 && nears) w.near_base = atomicAdd(s.control->counts + near_queue, (u64)nears);
  if (threadIdx.x == 32 && fars) w.far_base = atomicAdd(s.control->counts + far_queue, (u64)fars);
  if (threadIdx.x == 64 && w.served) atomicAdd(&s.control->visits, (u64)w.served);
  if (threadIdx.x == 96 && w.fresh) atomicAdd(&s.control->reached, (u64)w.fresh);
  __syncthreads();
  for (u32 i = threadIdx.x; i < nears; i += THREADS) s.queue[near_queue][w.near_base + i] = cells[i];
  for (u32 i = threadIdx.x; i < fars; i += THREADS) s.queue[far_queue][w.far_base + i] = w.far[i];
}

__device__ void step(const GridNearFar& s, CellWork& w) {
  const Turn& t = w.turn;
  bool alone = t.count <= GROUPS;
  u64 share = alone ? GROUPS : max((t.count + gridDim.x - 1) / gridDim.x, (u64)LEAST);
  u64 first = blockIdx.x * share, last = min(first + share, t.count);
  if (first >= last) return;
  clear(w);
  u32 group = threadIdx.x / 8, warp_group = threadIdx.x / 32 * 4;
  for (u64 base = first; base + warp_group < last; base += GROUPS) {
    cell_t cell = 0;
    bool some = base + group < last;
    if (some) cell = __ldcg(s.queue[t.near] + base + group);
    if (some && (threadIdx.x & 7) == 0) unmark(s.marks, cell, t.parity);
    serve(s, w, 0, w.counts, some, cell, 0);
  }
  u32 list = 0, n, most = alone ? ALONE : s.rounds;
  for (u32 round = 1;; round++, list ^= 1) {
    __syncthreads();
    n = min(w.counts[(round - 1) % 3], PLACES);
    if (threadIdx.x == 0) w.counts[(round + 1) % 3] = 0;
    if (n == 0 || round >= most || (alone && n > GROUPS)) break;
    for (u32 base = 0; base + warp_group < n; base += GROUPS) {
      u32 i = min(base + group, n - 1);
      serve(s, w, list ^ 1, w.counts + round % 3, base + group < n, w.cell[list][i], w.label[list][i]);
    }
  }
  for (u32 base = 0; base < n; base += THREADS) {
    u32 i = base + threadIdx.x;
    bool due = i < n && mark(s.marks, w.cell[list][i], t.parity ^ 1);
    u32 place = take_places(&w.nears, due);
    if (due) w.cell[list ^ 1][place] = w.cell[list][i];
  }
  push_block(s, w, w.cell[list ^ 1], t.following, t.far);
}

// Sorts the far cells: below the threshold they are near, below the one before they are settled.
__device__ void advance(const GridNearFar& s, CellWork& w) {
  const Turn& t = w.turn;
  u64 share = max((t.count + gridDim.x - 1) / gridDim.x, (u64)THREADS);
  u64 first = blockIdx.x * share, last = min(first + share, t.count);
  if (first >= last) return;
  u32 nearest = UNREACHED;
  for (u64 base = first; base < last; base += THREADS) {
    clear(w);
    cell_t cell = 0;
    bool near = false, far = false;
    if (base + threadIdx.x < last) {
      cell = __ldcg(s.queue[t.far] + base + threadIdx.x);
      u32 label = __ldcg(s.labels + cell);
      far = label >= t.threshold;
      near = !far && label >= t.settled_below;
      if (far) nearest = min(nearest, label);
    }
    u32 place = take_places(&w.nears, near);
    if (near) w.cell[0][place] = cell;
    place = take_places(&w.fars, far);
    if (far) w.far[place] = cell;
    push_block(s, w, w.cell[0], t.near, t.following);
    __syncthreads();
  }
  nearest = warp_min(nearest);
  if ((threadIdx.x & 31) == 0 && nearest < UNREACHED) atomicMin(&s.control->nearest, nearest);
}

// Visits in 100 settled cells that Δ aims at, by whether the near queue gave every thread something
// to do since the threshold rose.
__device__ __forceinline__ u64 aim_of(const GridNearFar& s, Control& c) {
  bool idle = c.queued < c.steps * gridDim.x * GROUPS;
  c.queued = c.steps = 0;
  return !s.adapts ? 0 : idle ? WHILE_IDLE : WHEN_FULL;
}

// What comes after a round; one thread runs it while all others wait.
__device__ void decide(const GridNearFar& s, long long began) {
  Control& c = *s.control;
  Turn t = c.turn;
  bool advanced = t.kind == ADVANCE;
  u32 filled = t.following, emptied = advanced ? t.far : t.near;
  t.following = emptied; // its memory takes what comes next
  (advanced ? t.far : t.near) = filled;
  c.counts[emptied] = 0;
  if (s.records) record_round(c, s.records, t.kind, t.count, c.counts[t.far], t.threshold);
  u64 near = c.counts[t.near], far = c.counts[t.far];
  if (advanced) {
    follow(c, c.reached - near - far, aim_of(s, c));
  } else {
    t.parity ^= 1;
    c.queued += t.count;
    c.steps++;
  }
  t.kind = near ? STEP : far ? ADVANCE : DONE;
  t.count = near ? near : far;
  if (t.kind == ADVANCE) {
    t.settled_below = t.threshold;
    u32 reaches = advanced ? c.nearest : t.threshold; // nothing lies between the two
    t.threshold = min(reaches + c.delta, UNREACHED);
    c.nearest = UNREACHED;
  }
  c.rounds++;
  t.paused = pauses(s, began);
  c.turn = t;
}

extern "C" __global__ void __launch_bounds__(THREADS, RESIDENT) solve(const __grid_constant__ GridNearFar s) {
  __shared__ CellWork w;
  long long began = clock64();
  u32 serial = load_relaxed(&s.control->serial);
  if (s.records && blockIdx.x == 0 && threadIdx.x == 0) s.control->clock = nanoseconds();
  read_turn(s.control, w.turn);
  do {
    if (w.turn.kind == STEP) step(s, w);
    else advance(s, w);
    grid_barrier(s.control, serial, [&] { decide(s, began); });
    read_turn(s.control, w.turn);
  } while (!w.turn.paused && w.turn.kind != DONE);
}
