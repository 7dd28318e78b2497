// The decoder's kernels: codes of arcs and a table of 12 kB to costs. The twin of road/costs/decode.py; the
// layout of the table and the arithmetic stand in road/costs/metric.py.
#include "memory.cuh"

#define ROWS 6        // of the table: class, limit, surface, flags, slope, what is waited at an arc's end
#define ROW 256
#define HALF 128      // where the second half of a row begins: classes inside towns, caps of surfaces
#define CODE_BITS 127
#define PUSHED 127    // class under which the row says what a metre costs who pushes the vehicle
#define URBAN_BIT 32  // Flag.URBAN of road/properties.py

struct Decoder {
  const float* length_m;
  const u8 *road_class, *speed_limit, *surface, *vehicles, *flags;
  const u8* slope;   // int8 seen as uint8; null on flat ground
  const u8* arc_end; // null where nothing is known
  const double* table;
  u64 arcs;
  u32 mask, pushed, follow;
};

// Every thread of the block must call.
__device__ __forceinline__ void fetch_table(const double* from, double* table) {
  for (u32 i = threadIdx.x; i < ROWS * ROW; i += blockDim.x) table[i] = from[i];
  __syncthreads();
}

// Whether the vehicle may be driven there; else it is pushed, or the arc is closed.
__device__ __forceinline__ bool rides_on(const Decoder& d, u64 arc) { return d.vehicles[arc] & d.mask; }

// Cost of a metre, 0 where closed. Products are rounded one by one: nothing may be fused.
__device__ __forceinline__ double slowness(const Decoder& d, const double* table, u64 arc) {
  u32 flags = d.flags[arc], climb = d.slope ? d.slope[arc] : 0, surface = d.surface[arc] & CODE_BITS;
  double pace = table[(d.road_class[arc] & CODE_BITS) + (flags & URBAN_BIT ? HALF : 0)], posted = 0.0;
  if (rides_on(d, arc)) posted = table[ROW + d.speed_limit[arc]];
  else if (pace > 0.0) pace = fmax(pace, table[PUSHED]);
  pace = __dmul_rn(pace, table[2 * ROW + surface]);
  if (posted > 0.0 && pace > 0.0 && (d.follow || posted > pace)) pace = posted;
  if (pace > 0.0) pace = fmax(pace, table[2 * ROW + HALF + surface]);
  return __dmul_rn(__dmul_rn(pace, table[3 * ROW + flags]), table[4 * ROW + climb]);
}

// The one rounding: nearest tick, halves to even; at least one.
__device__ __forceinline__ u32 ticks_of(float length_m, double per_metre) {
  if (per_metre <= 0.0) return UNREACHED;
  double ticks = rint(__dmul_rn((double)length_m, per_metre));
  if (ticks >= (double)UNREACHED) return UNREACHED;
  return (u32)max((long long)ticks, 1LL);
}

// The cost with what is waited at the arc's end; closed arcs stay closed.
__device__ __forceinline__ u32 with_wait(const Decoder& d, const double* table, u64 arc, u32 ticks) {
  if (!d.arc_end || ticks >= UNREACHED) return ticks;
  return min(ticks + (u32)table[5 * ROW + d.arc_end[arc]], UNREACHED);
}

// Writes the costs of all arcs.
extern "C" __global__ void decode(const __grid_constant__ Decoder d, u32* costs) {
  __shared__ double table[ROWS * ROW];
  fetch_table(d.table, table);
  u64 stride = (u64)gridDim.x * blockDim.x;
  for (u64 arc = (u64)blockIdx.x * blockDim.x + threadIdx.x; arc < d.arcs; arc += stride)
    costs[arc] = d.vehicles[arc] & (d.mask | d.pushed)
                     ? with_wait(d, table, arc, ticks_of(d.length_m[arc], slowness(d, table, arc)))
                     : UNREACHED;
}

// Costs of the listed arcs anew, of those that are open. Each arc is listed once.
// fixed : cost of a metre whatever the table says, 0 is closed, NaN leaves it to the table, and so does whoever
// pushes the vehicle unless it is 0.
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
    if (isnan(per_metre) || (per_metre > 0.0 && !rides_on(d, arc)))
      per_metre = __dmul_rn(factor[entry[k]], slowness(d, table, arc));
    costs[arc] = with_wait(d, table, arc, ticks_of(d.length_m[arc], per_metre));
  }
}

// Each arc is listed once. each : its cost; null closes them.
extern "C" __global__ void put_costs(const u32* listed, u64 count, const u32* each, u32* costs) {
  u64 stride = (u64)gridDim.x * blockDim.x;
  for (u64 k = (u64)blockIdx.x * blockDim.x + threadIdx.x; k < count; k += stride)
    costs[listed[k]] = each ? each[k] : UNREACHED;
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
