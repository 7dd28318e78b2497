// The decoder's kernels: codes of arcs and a table of 10 kB to costs. The twin of road/costs/decode.py; the
// layout of the table and the arithmetic stand in road/costs/metric.py.
#include "memory.cuh"

#define ROWS 5        // of the table: class, limit, surface, flags, slope
#define ROW 256
#define TOWN 128      // classes inside towns begin here
#define CLASS_BITS 127
#define URBAN_BIT 32  // Flag.URBAN of road/properties.py

struct Decoder {
  const float* length_m;
  const u8 *road_class, *speed_limit, *surface, *vehicles, *flags;
  const u8* slope; // int8 seen as uint8; null on flat ground
  const double* table;
  u64 arcs;
  u32 mask, follow;
};

// Every thread of the block must call.
__device__ __forceinline__ void fetch_table(const double* from, double* table) {
  for (u32 i = threadIdx.x; i < ROWS * ROW; i += blockDim.x) table[i] = from[i];
  __syncthreads();
}

// Cost of a metre, 0 where closed. Products are rounded one by one: nothing may be fused.
__device__ __forceinline__ double slowness(const Decoder& d, const double* table, u64 arc) {
  u32 flags = d.flags[arc], climb = d.slope ? d.slope[arc] : 0;
  double pace = table[(d.road_class[arc] & CLASS_BITS) + (flags & URBAN_BIT ? TOWN : 0)];
  double posted = table[ROW + d.speed_limit[arc]];
  if (posted > 0.0 && pace > 0.0 && (d.follow || posted > pace)) pace = posted;
  double on_surface = __dmul_rn(pace, table[2 * ROW + d.surface[arc]]);
  return __dmul_rn(__dmul_rn(on_surface, table[3 * ROW + flags]), table[4 * ROW + climb]);
}

// The one rounding: nearest tick, halves to even; at least one.
__device__ __forceinline__ u32 ticks_of(float length_m, double per_metre) {
  if (per_metre <= 0.0) return UNREACHED;
  double ticks = rint(__dmul_rn((double)length_m, per_metre));
  if (ticks >= (double)UNREACHED) return UNREACHED;
  return (u32)max((long long)ticks, 1LL);
}

// Writes the costs of all arcs.
extern "C" __global__ void decode(const __grid_constant__ Decoder d, u32* costs) {
  __shared__ double table[ROWS * ROW];
  fetch_table(d.table, table);
  u64 stride = (u64)gridDim.x * blockDim.x;
  for (u64 arc = (u64)blockIdx.x * blockDim.x + threadIdx.x; arc < d.arcs; arc += stride)
    costs[arc] = d.vehicles[arc] & d.mask ? ticks_of(d.length_m[arc], slowness(d, table, arc)) : UNREACHED;
}

// Costs of the listed arcs anew, of those that are open. Each arc is listed once.
// fixed : cost of a metre whatever the table says, 0 is closed, NaN leaves it to the table.
// factor : multiplies the table's cost of a metre. Both are found at the arc's entry.
extern "C" __global__ void override_ways(const __grid_constant__ Decoder d, const u32* listed, const u32* entry,
                                         u64 count, const double* fixed, const double* factor, u32* costs) {
  __shared__ double table[ROWS * ROW];
  fetch_table(d.table, table);
  u64 stride = (u64)gridDim.x * blockDim.x;
  for (u64 k = (u64)blockIdx.x * blockDim.x + threadIdx.x; k < count; k += stride) {
    u32 arc = listed[k];
    if (costs[arc] == UNREACHED) continue;
    double per_metre = fixed[entry[k]];
    if (isnan(per_metre)) per_metre = __dmul_rn(factor[entry[k]], slowness(d, table, arc));
    costs[arc] = ticks_of(d.length_m[arc], per_metre);
  }
}

// Each arc is listed once.
extern "C" __global__ void close_arcs(const u32* listed, u64 count, u32* costs) {
  u64 stride = (u64)gridDim.x * blockDim.x;
  for (u64 k = (u64)blockIdx.x * blockDim.x + threadIdx.x; k < count; k += stride) costs[listed[k]] = UNREACHED;
}

// Costs in ticks of twice the length, upwards; what costs something still does.
extern "C" __global__ void double_tick(u64 arcs, u32* costs) {
  u64 stride = (u64)gridDim.x * blockDim.x;
  for (u64 arc = (u64)blockIdx.x * blockDim.x + threadIdx.x; arc < arcs; arc += stride)
    if (costs[arc] < UNREACHED) costs[arc] = (costs[arc] + 1) >> 1;
}

// longest : one word, 0 beforehand; the largest cost of an open arc.
extern "C" __global__ void longest_open(const u32* costs, u64 arcs, u32* longest) {
  u64 stride = (u64)gridDim.x * blockDim.x;
  u32 mine = 0;
  for (u64 arc = (u64)blockIdx.x * blockDim.x + threadIdx.x; arc < arcs; arc += stride)
    if (costs[arc] < UNREACHED) mine = max(mine, costs[arc]);
  for (int away = 16; away; away >>= 1) mine = max(mine, __shfl_xor_sync(ALL_LANES, mine, away));
  if ((threadIdx.x & 31) == 0 && mine) atomicMax(longest, mine);
}
