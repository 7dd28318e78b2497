// The sweep of one to all within a limit by lists of cells: a cell that turns out to be reached lists those inside it.
//
// It is *reached* if it is open, or if a state enters it within the limit, or if nothing is decided in it; sweep.cu says
// why no other has anything to do. Cells that nobody listed are never asked.
#include "crp_query.cuh"

#ifndef THREADS
#define THREADS 256
#endif
#ifndef LISTED_ENTRIES
#define LISTED_ENTRIES 192 // labels of what enters a cell that a warp has room for; more are fetched in pieces
#endif

#define LANES 32

// One level.
struct ListedLevel {
  const CrpLevel* level;
  const u32* first_below; // see CrpLevel
  const u32* cells; // that are listed; null for all there are
  const u32* count;
  u32* below; // list of the level below; null where nobody goes by it
  u32* below_count;
  u32* marks; // of the level's cells, see Gates
  Query* query;
  u32 number; // of the level
  u32 width;  // threads for an inner state: a power of two, 32 at most
};

// Races: warps have cells, which do not meet. Where states are vertices one may enter a cell and be reached from inside
// another; either label serves (sweep.cu). A cell is listed once, by the one around it.
extern "C" __global__ void __launch_bounds__(THREADS) sweep_listed(const __grid_constant__ ListedLevel s) {
  __shared__ u32 rooms[THREADS / LANES][LISTED_ENTRIES];
  const Query query = *s.query;
  const CrpLevel& level = *s.level;
  const u32 lane = threadIdx.x % LANES, shift = __ffs(s.width) - 1, part = lane & (s.width - 1);
  const u32 slots = LANES >> shift, slot = lane >> shift;
  const u32 count = s.cells ? *s.count : level.cells, warps = gridDim.x * (THREADS / LANES);
  u32* own = rooms[threadIdx.x / LANES];
  for (u32 i = (blockIdx.x * THREADS + threadIdx.x) / LANES; i < count; i += warps) {
    const u32 cell = s.cells ? s.cells[i] : i;
    const u32 entry = level.first_entry[cell], entries = level.first_entry[cell + 1] - entry;
    const u32 first = level.first_inner[cell], inner = level.first_inner[cell + 1] - first;
    const u32* down = level.down + level.first_down[cell];
    const bool open = s.marks[cell] == query.number;
    bool entered = false;
    for (u32 k0 = 0; k0 < entries && inner; k0 += LISTED_ENTRIES) {
      const u32 here = min(LISTED_ENTRIES, entries - k0);
      bool within = false;
      for (u32 k = lane; k < here; k += LANES) {
        own[k] = query.labels[level.entering[entry + k0 + k]];
        within |= own[k] <= query.limit;
      }
      if (!__any_sync(ALL_LANES, within)) continue;
      entered = true;
      __syncwarp();
      for (u32 base = 0; base < inner; base += slots) {
        const u32 v = base + slot, label = v < inner ? inner_label(level, first + v) : 0;
        u32 best = UNREACHED, known = UNREACHED;
        if (v < inner) {
          known = query.labels[label];
          const u32* cost = down + v * entries + k0;
#pragma unroll 4
          for (u32 k = part; k < here; k += s.width) best = min(best, own[k] + cost[k]);
        }
        for (u32 away = s.width / 2; away; away /= 2) best = min(best, __shfl_xor_sync(ALL_LANES, best, away));
        if (part == 0 && v < inner && best < known && best <= query.limit) {
          query.labels[label] = best;
          if (best >= query.alarm) s.query->lost = 1;
        }
      }
      __syncwarp(); // all have read `own`
    }
    if (lane == 0 && entered) {
      s.marks[cell] = query.number;
      if (query.looked) atomicAdd(query.looked + s.number, (u64)inner);
    }
    if (!s.below || (inner && !open && !entered)) continue;
    const u32 inside = s.first_below[cell], cells = s.first_below[cell + 1] - inside;
    u32 place = lane == 0 ? atomicAdd(s.below_count, cells) : 0;
    place = __shfl_sync(ALL_LANES, place, 0);
    for (u32 k = lane; k < cells; k += LANES) s.below[place + k] = inside + k;
  }
}

// Before a query.
extern "C" __global__ void empty_lists(u32* counts, u32 levels) {
  if (threadIdx.x < levels) counts[threadIdx.x] = 0;
}
