// All cells relaxed again and again: the twin of raster/solvers/bellman_ford.py.
//
// One thread a cell takes the best of what the eight neighbours offer. Only it writes the cell's
// label, so no atomic operation is needed. The rounds end when no label fell in one of them.
//
// Allowed race: a neighbour's label is read while it falls, or as it was when the round began.
// Either value is the length of a path, and the newer one is seen in the next round at the latest.
#include "grid8.cuh"
#include "rounds.cuh"

struct GridBellmanFord : Solve {
  Grid grid;
  u64 cells; // those past the edge of the grid included
};

// The least that the neighbours offer a cell, UNREACHED or more where none offers anything.
__device__ __forceinline__ u32 best_offer(const GridBellmanFord& s, Place at, u32 label) {
  HalfCost own = cost_of(s.grid, at.row, at.col);
  u32 best = label;
#pragma unroll
  for (int k = 0; k < 8; k++) {
    int row = at.row + neighbour_row(k), col = at.col + neighbour_col(k);
    if (!inside(s.grid, row, col)) continue;
    u32 theirs = s.labels[label_address(s.grid, row, col)];
    if (theirs < best) // steps take time: no other neighbour can improve the cell
      best = min(best, theirs + half_towards(cost_of(s.grid, row, col), k) + half_towards(own, k));
  }
  return best;
}

__device__ void decide(const GridBellmanFord& s, long long began) {
  Control& c = *s.control;
  u64 fell = c.counts[0];
  if (s.records) record_round(c, s.records, STEP, fell, 0, 0);
  c.counts[0] = 0;
  c.visits += s.cells;
  c.rounds++;
  c.turn.kind = fell ? STEP : DONE;
  c.turn.paused = pauses(s, began);
}

extern "C" __global__ void __launch_bounds__(THREADS) solve(const __grid_constant__ GridBellmanFord s) {
  __shared__ u32 fell, fresh;
  __shared__ Turn turn;
  long long began = clock64();
  u32 serial = load_relaxed(&s.control->serial);
  if (s.records && blockIdx.x == 0 && threadIdx.x == 0) s.control->clock = nanoseconds();
  do {
    if (threadIdx.x == 0) fell = fresh = 0;
    __syncthreads();
    u32 improved = 0, reached = 0;
    u64 stride = (u64)gridDim.x * THREADS;
    for (u64 cell = (u64)blockIdx.x * THREADS + threadIdx.x; cell < s.cells; cell += stride) {
      Place at = place_of(s.grid, (cell_t)cell);
      if (!inside(s.grid, at.row, at.col)) continue;
      u32 label = s.labels[cell], best = best_offer(s, at, label);
      if (best >= label || best > s.limit) continue;
      s.labels[cell] = best;
      improved++;
      reached += label >= UNREACHED;
    }
    improved = warp_sum(improved);
    reached = warp_sum(reached);
    if ((threadIdx.x & 31) == 0 && improved) {
      atomicAdd(&fell, improved);
      atomicAdd(&fresh, reached);
    }
    __syncthreads();
    if (threadIdx.x == 0 && fell) {
      atomicAdd(s.control->counts, (u64)fell);
      atomicAdd(&s.control->reached, (u64)fresh);
    }
    grid_barrier(s.control, serial, [&] { decide(s, began); });
    read_turn(s.control, turn);
  } while (!turn.paused && turn.kind != DONE);
}
