// The lowest levels of the sweep within a limit in one launch, each cell of the highest of them with all cells inside;
// of overlays by vertices.
//
// A *bundle* is a run of neighbouring cells of that level. Its labels lie in shared memory: first those of what
// enters these cells, then of inner states, level by level downward. What enters a cell below has one of
// these places, since it enters a cell of the bundle or is an inner state of a level above in it. So
// labels are read once from device memory, where they enter the bundle, and each is written once.
//
// A bundle is listed if one of its cells waits for a marked one (sweep.cu says why no other has anything to do), and
// looked at if anything enters it within the limit or one of its cells is open. Cells further inside wait for nobody:
// what enters one of them within the limit got its label from what enters a cell around it within the limit, and
// so on up to a cell of the bundle, if none is open.
#include "crp/query.cuh"

#ifndef THREADS
#define THREADS 256
#endif

#define BUNDLED 3 // levels at most

// Of a bundle, more than which does not fit; of costs, more than which are read where they lie.
#ifndef MOST_PLACES
#define MOST_PLACES 1024
#define MOST_ENTRIES 1024
#define MOST_CELLS 256
#define STAGED_COSTS 4096
#endif

// Where a bundle begins; it ends where the next one begins. By level: the highest first.
struct SweepBundle {
  u32 cell;   // its first cell of the highest level
  u32 entry;  // and where what enters it begins
  u32 layout; // words of its layout
  u32 cells;  // of all its levels
  u32 inner[BUNDLED], down[BUNDLED];
};

// The layout of a bundle is its cells, level by level, and one more that ends the last of them; then the places of
// what enters the cells; then those of inner states, where these share places. Both end with a whole word.
struct BundleCell {
  u32 cost;  // where its costs begin, counted from the bundle's first
  u16 entry; // where places of what enters it begin
  u16 inner; // its first inner state, by the place that this has unless it shares another
};

struct BundledLevel {
  const u32 *inner, *down;
};

struct Bundles {
  BundledLevel level[BUNDLED]; // the highest first
  const SweepBundle* bundles;  // count + 1
  const u32* layouts;
  const u32* entering;         // of the highest of the levels
  Gates gates;                 // by cell of that level; open ones alone are marked, since nobody waits for them
  u32* list;                   // of bundles
  Query* query;
  u32 count;         // of bundles
  u32 levels;        // that are here
  u32 number;        // of the highest
  u32 shared_places; // whether inner states of some levels share places
};

#define LAYOUT_WORDS (2 * (MOST_CELLS + 1) + (MOST_ENTRIES + 1) / 2 + (MOST_PLACES + 1) / 2)

// Threads have bundles.
extern "C" __global__ void list_bundles(const __grid_constant__ Bundles b) {
  const u32 i = blockIdx.x * blockDim.x + threadIdx.x, lane = threadIdx.x & 31;
  const u32 number = b.query->number;
  bool wanted = false;
  if (i < b.count) {
    const u32 end = b.bundles[i + 1].cell;
    for (u32 c = b.bundles[i].cell; c < end && !wanted; c++) wanted = b.gates.marks[b.gates.gate[c]] == number;
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

// Blocks take what is listed in turn, and ask for the ends of the next bundle while they are at one. Layout, costs and
// states are read where a bundle has something to do. Within a limit that ticks count to no way is lost, so that nobody
// looks for the alarm.
//
// Races: none between bundles, since every state lies in one of them. Within a level a thread writes the label of
// one state, which another may read as an entry: either value serves (sweep.cu).
extern "C" __global__ void __launch_bounds__(THREADS) sweep_bundles(const __grid_constant__ Bundles b) {
  __shared__ SweepBundle ends[2];
  __shared__ u32 label[MOST_PLACES], state[MOST_PLACES], staged[STAGED_COSTS], layout[LAYOUT_WORDS];
  __shared__ u16 cell_of[MOST_PLACES];
  const Query& told = *b.query;
  const struct {
    u32* labels;
    u64* looked;
    u32 limit, number;
  } query = {told.labels, told.looked, told.limit, told.number};
  const u32 count = told.listed, me = threadIdx.x;
  const bool tells = me < sizeof ends / 4;
  const auto in_turn = [&](u32 turn) { return turn < count ? b.list[turn] : 0; };
  u32 turn = blockIdx.x, ahead = 0, next = in_turn(turn);
  if (tells && turn < count) ahead = ((const u32*)(b.bundles + next))[me];
  next = in_turn(turn + gridDim.x);
  for (; turn < count; turn += gridDim.x) {
    if (tells) ((u32*)ends)[me] = ahead;
    __syncthreads();
    if (tells && turn + gridDim.x < count) ahead = ((const u32*)(b.bundles + next))[me];
    next = in_turn(turn + 2 * gridDim.x);
    const SweepBundle &begin = ends[0], &end = ends[1];
    const u32 entries = end.entry - begin.entry, cells = begin.cells;

    // Labels of what enters the bundle, and whether a seed lies in it.
    const u32 entering = me < entries ? b.entering[begin.entry + me] : 0; // asked for early
    bool open = false, within = false;
    for (u32 c = begin.cell + me; c < end.cell; c += THREADS)
      open |= b.gates.marks[b.gates.first + c] == query.number;
    for (u32 x = me; x < entries; x += THREADS) {
      label[x] = query.labels[x == me ? entering : b.entering[begin.entry + x]];
      within |= label[x] <= query.limit;
    }
    if (!__syncthreads_or(within || open)) continue;

    // What else it reads.
    const u32 words = end.layout - begin.layout;
    for (u32 x = me; x < words; x += THREADS) copy_ahead(layout + x, b.layouts + begin.layout + x);
    u32 costs = 0, place0 = 0, cost0 = 0;
    for (u32 j = 0; j < b.levels; j++) costs += end.down[j] - begin.down[j];
    const bool fits = costs <= STAGED_COSTS;
    for (u32 j = 0; j < b.levels; j++) {
      const u32 inner = end.inner[j] - begin.inner[j], own = end.down[j] - begin.down[j];
      const u32 *states = b.level[j].inner, *down = b.level[j].down + begin.down[j];
      for (u32 v = me; v < inner; v += THREADS) copy_ahead(state + place0 + v, states + begin.inner[j] + v);
      if (fits)
        for (u32 x = me; x < own; x += THREADS) copy_ahead(staged + cost0 + x, down + x);
      place0 += inner, cost0 += own;
    }
    copies_arrived();
    const bool known = __syncthreads_or(open); // else only what enters the bundle has a label

    // Its cells and places.
    const BundleCell* cell = (const BundleCell*)layout;
    const u16* place = (const u16*)(cell + cells + 1);
    const u16* inner_place = place + (cell[cells].entry + 1) / 2 * 2;
    const u32 inside = cell[cells].inner - entries;
    for (u32 c = me; c < cells; c += THREADS)
      for (u32 p = cell[c].inner; p < cell[c + 1].inner; p++) cell_of[p - entries] = (u16)c;
    for (u32 v = me; v < inside; v += THREADS) label[entries + v] = known ? query.labels[state[v]] : UNREACHED;
    __syncthreads();

    // Downward.
    u32 first = 0;
    cost0 = 0;
    for (u32 j = 0; j < b.levels; j++) {
      const u32 last = first + (end.inner[j] - begin.inner[j]);
      const u32* down = b.level[j].down + begin.down[j];
      for (u32 v = first + me; v < last; v += THREADS) {
        const BundleCell own = cell[cell_of[v]];
        const u32 count = cell[cell_of[v] + 1].entry - own.entry, row = own.cost + (entries + v - own.inner) * count;
        const u16* from = place + own.entry;
        const u32 best = fits ? least(label, from, staged + row, count) : least(label, from, down + (row - cost0), count);
        const u32 to = b.shared_places ? inner_place[v] : entries + v;
        if (best < label[to] && best <= query.limit) {
          label[to] = best;
          query.labels[state[v]] = best;
        }
      }
      first = last, cost0 += end.down[j] - begin.down[j];
      __syncthreads(); // nobody reads `ends` after the last one
    }
    if (query.looked && me == 0) atomicAdd(query.looked + b.number, (u64)inside);
  }
}
