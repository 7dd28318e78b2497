// The sweep of one to all: from what enters cells to the states inside, level by level downward.
//
// When a level's turn comes, each state that enters one of its cells has the least label of all ways
// whose last step crosses the border of that cell: such a step lies within a cell of a higher level and
// between two of the cells below that one, so the state is an inner one there, and had its turn.
//
// Within a limit a cell has a gate: it is looked at only if the nearest cell around it that has inner states is
// marked. No label is lost, from the highest level down: let q be that cell, and let a state s enter the lower one with
// a label within the limit when its turn comes. The last step of the way to s crosses the border of the lower cell.
// If it comes from inside q, no smaller cell than q in which something is decided holds both its ends, so s
// is an inner state of q. Its label was lowered there, from an entry within the limit, and q was looked
// at and marked; or it was known from below, which happens in open cells only, and upward marks these. If it comes
// from outside q, then s enters q with this label, so that q had to be looked at too, which it was, and
// marked. Above all there is the root, which is open in every query; an open cell lies in open ones only, so
// that none waits in vain. Labels that are known inside an open cell pass on to the cells in it, which wait for it or
// for one around it: marked, all of them.
#include "crp/query.cuh"

#ifndef THREADS
#define THREADS 512
#endif

#define ENTRIES 4 // whose labels a thread fetches at a time
#define MOST_AHEAD (1u << 15) // bytes of costs that a block asks for before the level above has ended

// One level of few cells: a block has a cell, or a slice of its inner states.
struct Cells {
  const CrpLevel* level;
  Query* query;
  u32 number; // of the level
  u32 slices; // of each cell
  u32 width;  // threads for an inner state: a power of two, 32 at most
  const u32* touched; // see known_label; null where all labels were cleared
  Gates gates;
};

// Asks for the costs of a slice: of so many rows of inner states, each behind the other by `step`.
__device__ __forceinline__ void fetch_slice(const u32* down, u32 entries, u32 inner, u32 begin, u32 step, u32 rows) {
  u32 left = MOST_AHEAD / 128;
  for (u32 base = begin; base < inner && left; base += step) {
    const u32 lines = min(left, (min(rows, inner - base) * entries + 31) / 32);
    for (u32 x = threadIdx.x; x < lines; x += THREADS) prefetch(down + base * entries + x * 32);
    left -= lines;
  }
}

// Reads labels of what enters the cell, writes those of its inner states: all lie in the cell, so cells
// do not meet. Where states are vertices one may be both; then a label that falls meanwhile is as good
// read late as early. The same holds between slices.
extern "C" __global__ void sweep_cells(Cells s) {
  __shared__ u32 own[ENTRIES * THREADS];
  next_may_begin();
  const Query query = *s.query;
  const CrpLevel& level = *s.level;
  const u32 slice = blockIdx.x % s.slices, cell = blockIdx.x / s.slices;
  const u32 gate = s.gates.gate ? s.gates.gate[cell] : 0;
  const u32 width = s.width, rows = THREADS / width, part = threadIdx.x & (width - 1), row = threadIdx.x / width;
  const u32 entry = level.first_entry[cell], entries = level.first_entry[cell + 1] - entry;
  const u32 first = level.first_inner[cell], inner = level.first_inner[cell + 1] - first;
  const u32* down = level.down + level.first_down[cell];
  fetch_slice(down, entries, inner, slice * rows, s.slices * rows, rows);
  u32 place[ENTRIES];
#pragma unroll
  for (u32 j = 0; j < ENTRIES; j++) {
    const u32 k = j * THREADS + threadIdx.x;
    place[j] = k < entries ? level.entering[entry + k] : 0;
  }
  earlier_ended(); // what was read up to here is written by nobody, or before the search upward
  if (s.gates.gate && s.gates.marks[gate] != query.number) return;
  bool looked = false;
  u32 k0 = 0;
  do {
    const bool fresh = s.touched && k0 == 0; // nobody has written a label yet
    const u32 count = min(ENTRIES * THREADS, entries - k0);
    bool within = false;
#pragma unroll
    for (u32 j = 0; j < ENTRIES; j++) {
      const u32 k = j * THREADS + threadIdx.x;
      if (k >= count) continue;
      own[k] = query.labels[k0 ? level.entering[entry + k0 + k] : place[j]];
      within |= own[k] <= query.limit;
    }
    const bool any = __syncthreads_or(within);
    looked |= any;
    if (!any && !fresh) continue;
    for (u32 base = slice * rows; base < inner; base += s.slices * rows) {
      const u32 v = base + row;
      u32 best = UNREACHED, label = 0, known = 0;
      if (v < inner) {
        label = inner_label(level, first + v);
        known = fresh ? known_label(query, s.touched, label) : query.labels[label];
        const u32* cost = down + v * entries + k0;
#pragma unroll 4
        for (u32 k = part; k < count; k += width) best = min(best, own[k] + cost[k]);
      }
      for (u32 away = width / 2; away; away /= 2) best = min(best, __shfl_xor_sync(ALL_LANES, best, away));
      const bool falls = best < known && best <= query.limit;
      if (part == 0 && v < inner && (falls || fresh)) query.labels[label] = falls ? best : known;
      if (part == 0 && falls && best >= query.alarm) *query.lost = 1;
    }
    __syncthreads(); // all have read `own`
  } while ((k0 += ENTRIES * THREADS) < entries);
  if (looked && s.gates.gate && threadIdx.x == 0 && slice == 0) s.gates.marks[s.gates.first + cell] = query.number;
  if (looked && query.looked && threadIdx.x == 0 && slice == 0) atomicAdd(query.looked + s.number, (u64)inner);
}

// One level, its inner states distributed to threads.
struct States {
  const SweptCell* cells;
  const u32* cell_of; // inner states
  const u32 *entering, *inner, *down;
  Query* query;
  u32 number; // of the level
  u32 count;  // of inner states
  u32 width;  // threads for each: a power of two, 32 at most
  Gates gates; // by inner state
};

// `width` neighbouring threads for each inner state. For levels of many small cells: nothing is shared and
// nobody waits, so that the reads of all are under way at once; entries that neighbours have in common are read
// from the first cache.
extern "C" __global__ void sweep_states(States s) {
  const Query query = *s.query; // written before the first launch
  const u32 part = threadIdx.x & (s.width - 1);
  const u32 v = (u32)(((u64)blockIdx.x * blockDim.x + threadIdx.x) / s.width);
  u32 best = UNREACHED, state = 0, known = 0;
  bool within = false;
  if (v < s.count && (!s.gates.gate || s.gates.marks[s.gates.gate[v]] == query.number)) {
    const u32 number = s.cell_of[v];
    const SweptCell cell = s.cells[number];
    const u32* entering = s.entering + cell.entry;
    const u32* cost = s.down + (cell.down + (v - cell.inner) * cell.entries);
    state = s.inner[v];
    known = query.labels[state];
    for (u32 k = part; k < cell.entries; k += ENTRIES * s.width) {
      u32 label[ENTRIES];
      bool any = false;
#pragma unroll
      for (u32 j = 0; j < ENTRIES; j++) {
        const u32 x = k + j * s.width;
        label[j] = x < cell.entries ? query.labels[entering[x]] : UNREACHED;
        any |= label[j] <= query.limit;
      }
      if (!any) continue;
      within = true;
#pragma unroll
      for (u32 j = 0; j < ENTRIES; j++) {
        const u32 x = k + j * s.width;
        if (x < cell.entries) best = min(best, label[j] + cost[x]);
      }
    }
    if (within && s.gates.gate) s.gates.marks[s.gates.first + number] = query.number;
  }
  for (u32 away = s.width / 2; away; away /= 2) best = min(best, __shfl_xor_sync(ALL_LANES, best, away));
  if (part == 0 && best < known && best <= query.limit) {
    query.labels[state] = best;
    if (best >= query.alarm) *query.lost = 1;
  }
  if (!query.looked) return;
  const u32 lanes = __ballot_sync(ALL_LANES, within), each = s.width == 32 ? ALL_LANES : (1u << s.width) - 1;
  const bool mine = part == 0 && lanes >> (threadIdx.x & 31) & each;
  const u32 looked = __popc(__ballot_sync(ALL_LANES, mine));
  if ((threadIdx.x & 31) == 0 && looked) atomicAdd(query.looked + s.number, (u64)looked);
}
