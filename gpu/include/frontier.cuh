// Rounds on the device: the blocks of one kernel work side by side and meet between two rounds; a
// control block says what the next round is. Queues of cells, marks that keep a cell from being
// queued twice, pushes of a whole block at a time.
//
// The kernel must be launched cooperatively, so that all its blocks are there at once. It pauses
// after a while, between two rounds; launched again it goes on where it was.
#pragma once
#include "grid8.cuh"

#ifndef THREADS
#define THREADS 512 // of a block
#endif
#ifndef WIDE
#define WIDE 0 // 1 where the tiles hold more than 2**32 cells
#endif

#if WIDE
typedef u64 cell_t;
#else
typedef u32 cell_t; // a cell, as the address of its label
#endif

#define STEP 0u
#define RELAX 1u
#define DONE 2u

// What a round is. Written between rounds only.
struct Turn {
  u64 count;                  // entries to work on
  u32 kind;
  u32 near, following, far;   // which of the three queues has which role
  u32 parity;                 // of the marks of the cells in `near`
  u32 settled_below, threshold;
  u32 paused;                 // the kernel is to end now and be launched again
};

struct Control {
  u32 arrived, pad0[31];
  u32 serial, pad1[31];       // rounds begun; who waits looks here
  u64 counts[3];              // entries in the queues
  u64 visits, reached;        // cells served, cells reached
  u64 visits_before, settled_before; // when the threshold rose
  u64 queued, steps;          // since then: near cells summed over the steps, and the steps
  u64 clock;                  // nanoseconds at the launch
  u32 nearest;                // smallest label that stayed far in this round
  u32 delta;                  // ticks
  u32 rounds, records;
  Turn turn;
};

// A round, for the trace.
struct Record {
  u64 nanoseconds, active, waiting, reached;
  u32 threshold, kind;
};

__device__ __forceinline__ u64 nanoseconds() {
  u64 now;
  asm volatile("mov.u64 %0, %globaltimer;" : "=l"(now));
  return now;
}

// All blocks meet here. The last one to come decides what is next, in one thread, while all others
// wait; it sees what every block did, and every block sees what it decided.
// Call with all threads; `serial` counts in thread 0.
template <class Decide>
__device__ __forceinline__ void meet(Control* control, u32& serial, Decide decide) {
  __syncthreads();
  if (threadIdx.x == 0) {
    fence();
    if (atomicAdd(&control->arrived, 1u) == gridDim.x - 1) {
      fence();
      control->arrived = 0;
      decide();
      store_release(&control->serial, serial + 1);
    } else {
      while (load_acquire(&control->serial) == serial) {
      }
    }
    serial++;
  }
  __syncthreads();
}

// The block's own copy of what is next; all threads call.
__device__ __forceinline__ void read_turn(const Control* control, Turn& turn) {
  if (threadIdx.x < sizeof(Turn) / 4)
    ((u32*)&turn)[threadIdx.x] = __ldcg((const u32*)&control->turn + threadIdx.x);
  __syncthreads();
}

__device__ __forceinline__ void record_round(Control& control, Record* records, u32 kind, u64 active,
                                             u64 waiting, u32 threshold) {
  Record r;
  r.nanoseconds = nanoseconds();
  r.active = active;
  r.waiting = waiting;
  r.reached = control.reached;
  r.threshold = threshold;
  r.kind = kind;
  records[control.records++] = r;
}

// Places for the lanes with `due` in a list of which `count` is the length; all lanes must call.
__device__ __forceinline__ u32 take_places(u32* count, bool due) {
  u32 lanes = __ballot_sync(ALL_LANES, due);
  if (!lanes) return 0;
  u32 lane = threadIdx.x & 31, leader = __ffs(lanes) - 1, base = 0;
  if (lane == leader) base = atomicAdd(count, (u32)__popc(lanes));
  return __shfl_sync(ALL_LANES, base, leader) + __popc(lanes & ((1u << lane) - 1));
}

// Marks: two bits a cell, one for each parity of the steps. True for the first who sets one.
__device__ __forceinline__ bool mark(u32* marks, cell_t cell, u32 parity) {
  u32 bit = 1u << ((u32)(cell & 15) * 2 + parity);
  return !(atomicOr(marks + cell / 16, bit) & bit);
}

__device__ __forceinline__ void unmark(u32* marks, cell_t cell, u32 parity) {
  atomicAnd(marks + cell / 16, ~(1u << ((u32)(cell & 15) * 2 + parity)));
}

struct Place {
  int row, col;
};

__device__ __forceinline__ Place place_of(const Grid& grid, cell_t address) {
  u32 tile = (u32)(address / CELLS), within = (u32)address % CELLS;
  u32 tile_row = tile / (u32)grid.tile_cols, tile_col = tile - tile_row * grid.tile_cols;
  Place place;
  place.row = (int)(tile_row * TILE + (within >> 7) * 4 + (within & 3));
  place.col = (int)(tile_col * TILE + ((within >> 2) & 31));
  return place;
}

// Kind of a step to neighbour k: row of the table of half costs.
__device__ __forceinline__ int kind_of(int k) { return k == 1 || k == 6 ? 1 : k == 3 || k == 4 ? 0 : 2; }

// Half cost of one cell for one kind of step.
__device__ __forceinline__ u32 half_at(const Grid& grid, int row, int col, int kind) {
  value_t value = __ldg(grid.values + cell_index(grid, row, col) + value_at(row % TILE, col % TILE));
#if VALUE == 4
  double speed = value;
  if (speed <= 0.0) speed = grid.zero_speed;
  return speed > 0.0 ? half_ticks(grid.scale[kind], speed) : BARRIER;
#else
  return __ldg(grid.table + kind * grid.codes + value);
#endif
}
