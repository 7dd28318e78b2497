// The end of the sweep: the lowest levels in one launch, each cell of the highest of them with all cells inside.
//
// A *bundle* is a run of neighbouring cells of that level. Its labels lie in shared memory: first those of what
// enters these cells, then of inner states, level by level downward. What enters a cell below has one of
// these places, since it enters a cell of the bundle or is an inner state of a level above in it. So
// labels are read once from device memory, where they enter the bundle, and each is written once.
//
// A bundle is listed if one of its cells waits for a marked one (sweep.cu says why no other has anything to do).
#include "crp_query.cuh"

#ifndef THREADS
#define THREADS 128
#endif

#define BUNDLED 4 // levels at most

// Of a bundle, more than which does not fit; of costs, more than which are read where they lie.
#ifndef MOST_PLACES
#define MOST_PLACES 512
#define MOST_ENTRIES 512
#define MOST_CELLS 128
#define STAGED_COSTS 2048
#endif

// Where a bundle begins, by level, the highest first; it ends where the next one begins.
struct SweepBundle {
  u32 cell[BUNDLED], entry[BUNDLED], inner[BUNDLED], down[BUNDLED];
};

struct BundledLevel {
  const u32 *first_entry, *first_inner, *first_down; // cells + 1
  const u32 *inner, *down;
  const u16* entry_place; // by position in `entering`: where its label lies in the bundle
  const u16* inner_place; // by position in `inner`; null where each has a place of its own, one after the other
};

struct Bundles {
  BundledLevel level[BUNDLED]; // the highest first
  const SweepBundle* bundles;  // count + 1
  const u32* entering;         // of the highest of the levels
  const u32* gate;             // by cell of that level, see Gates
  const u32* marks;            // of all levels
  u64 own_marks;               // where those of that level begin: of open cells alone
  u32* list;                   // bundles that are to be looked at; null where all are
  Query* query;
  u32 count;  // of bundles
  u32 levels; // that are here
  u32 number; // the lowest level's
  u32 unused;
};

// A cell in shared memory.
struct BundleCell {
  u32 cost;    // where its costs begin, counted from the bundle's first
  u16 entry;   // where places of its entries begin
  u16 entries;
  u16 inner;   // the place of its first inner state, if each has one of its own
  u16 unused;
};

// Threads have bundles.
extern "C" __global__ void list_bundles(const __grid_constant__ Bundles b) {
  const u32 i = blockIdx.x * blockDim.x + threadIdx.x, lane = threadIdx.x & 31;
  const u32 number = b.query->number;
  bool wanted = false;
  if (i < b.count) {
    const u32 end = b.bundles[i + 1].cell[0];
    for (u32 c = b.bundles[i].cell[0]; c < end && !wanted; c++) wanted = b.marks[b.gate[c]] == number;
  }
  const u32 lanes = __ballot_sync(ALL_LANES, wanted);
  u32 place = 0;
  if (lane == 0 && lanes) place = atomicAdd(&b.query->listed, (u32)__popc(lanes));
  place = __shfl_sync(ALL_LANES, place, 0) + __popc(lanes & ((1u << lane) - 1));
  if (wanted) b.list[place] = i;
}

// The least way to an inner state from the entries of its cell.
__device__ __forceinline__ u32 least(const u32* label, const u16* place, const u32* cost, u32 entries) {
  u32 best = UNREACHED;
#pragma unroll 4
  for (u32 k = 0; k < entries; k++) best = min(best, label[place[k]] + cost[k]);
  return best;
}

// Blocks take bundles in turn. Everything that a bundle reads is asked for before anything is waited for, if the query
// has no limit; within a limit the costs come after the labels, since many bundles have nothing to do.
//
// Races: none between bundles, since every state lies in one of them. Within a level a thread writes the label of one state, which
// another may read as an entry, but only where states are vertices: then either value serves (sweep.cu).
extern "C" __global__ void __launch_bounds__(THREADS) sweep_bundles(const __grid_constant__ Bundles b) {
  __shared__ SweepBundle ends[2];
  __shared__ u32 label[MOST_PLACES], state[MOST_PLACES], staged[STAGED_COSTS];
  __shared__ u16 cell_of[MOST_PLACES], place[MOST_ENTRIES];
  __shared__ BundleCell cell[MOST_CELLS];
  const Query query = *b.query;
  const u32 count = b.list ? query.listed : b.count, me = threadIdx.x;
  const bool limited = query.limit < UNREACHED - 1, shared_places = b.level[0].inner_place != nullptr;
  for (u32 turn = blockIdx.x; turn < count; turn += gridDim.x) {
    const u32 bundle = b.list ? b.list[turn] : turn;
    __syncthreads(); // all are done with the bundle before
    for (u32 x = me; x < sizeof ends / 4; x += THREADS) ((u32*)ends)[x] = ((const u32*)(b.bundles + bundle))[x];
    __syncthreads();
    const SweepBundle &begin = ends[0], &end = ends[1];
    const u32 entries = end.entry[0] - begin.entry[0];

    // Labels of what enters the bundle, and whether a seed lies in it.
    const u32 entering = me < entries ? b.entering[begin.entry[0] + me] : 0;
    bool open = false, within = false;
    for (u32 c = begin.cell[0] + me; c < end.cell[0]; c += THREADS) open |= b.marks[b.own_marks + c] == query.number;
    const u32 entered = me < entries ? query.labels[entering] : UNREACHED;
    for (u32 x = me + THREADS; x < entries; x += THREADS) {
      label[x] = query.labels[b.entering[begin.entry[0] + x]];
      within |= label[x] <= query.limit;
    }
    if (limited) {
      within |= entered <= query.limit;
      if (!__syncthreads_or(within || open)) continue;
    }

    // Its cells, states and costs.
    u32 costs = 0;
    for (u32 j = 0; j < b.levels; j++) costs += end.down[j] - begin.down[j];
    const bool fits = costs <= STAGED_COSTS;
    u32 cell0 = 0, place0 = entries, entry0 = 0, cost0 = 0;
    for (u32 j = 0; j < b.levels; j++) {
      const BundledLevel& level = b.level[j];
      const u32 cells = end.cell[j] - begin.cell[j], inner = end.inner[j] - begin.inner[j];
      const u32 below = end.entry[j] - begin.entry[j], own = end.down[j] - begin.down[j];
      for (u32 c = me; c < cells; c += THREADS) {
        const u32 at = begin.cell[j] + c;
        const u32 entry = level.first_entry[at], first = level.first_inner[at], last = level.first_inner[at + 1];
        cell[cell0 + c].cost = cost0 + (level.first_down[at] - begin.down[j]);
        cell[cell0 + c].entry = (u16)(entry0 + (entry - begin.entry[j]));
        cell[cell0 + c].entries = (u16)(level.first_entry[at + 1] - entry);
        cell[cell0 + c].inner = (u16)(place0 + (first - begin.inner[j]));
        for (u32 v = first; v < last; v++) cell_of[place0 + (v - begin.inner[j])] = (u16)(cell0 + c);
      }
      for (u32 v = me; v < inner; v += THREADS) state[place0 + v] = level.inner[begin.inner[j] + v];
      for (u32 x = me; x < below; x += THREADS) place[entry0 + x] = level.entry_place[begin.entry[j] + x];
      if (fits) {
        const u32* down = level.down + begin.down[j];
#pragma unroll 4
        for (u32 x = me; x < own; x += THREADS) staged[cost0 + x] = down[x];
      }
      cell0 += cells, place0 += inner, entry0 += below, cost0 += own;
    }
    if (me < entries) label[me] = entered;
    within |= entered <= query.limit;
    const bool known = __syncthreads_or(open) || shared_places; // else nothing inside has a label
    for (u32 p = entries + me; p < place0; p += THREADS) label[p] = known ? query.labels[state[p]] : UNREACHED;
    const bool any = __syncthreads_or(within || open);

    // Downward.
    if (any) {
      place0 = entries, cost0 = 0;
      for (u32 j = 0; j < b.levels; j++) {
        const BundledLevel& level = b.level[j];
        const u32 inner = end.inner[j] - begin.inner[j];
        const u32* down = level.down + begin.down[j];
        for (u32 v = me; v < inner; v += THREADS) {
          const BundleCell own = cell[cell_of[place0 + v]];
          const u32 row = own.cost + (place0 + v - own.inner) * own.entries;
          const u16* from = place + own.entry;
          const u32 best = fits ? least(label, from, staged + row, own.entries) : least(label, from, down + (row - cost0), own.entries);
          const u32 to = shared_places ? level.inner_place[begin.inner[j] + v] : place0 + v;
          if (best < label[to] && best <= query.limit) {
            label[to] = best;
            query.labels[state[place0 + v]] = best;
            if (best >= query.alarm) b.query->lost = 1;
          }
        }
        __syncthreads();
        place0 += inner, cost0 += end.down[j] - begin.down[j];
      }
      if (query.looked && me == 0) atomicAdd(query.looked + b.number, (u64)(place0 - entries));
    }
  }
}
