// The part of CUDA C++ that the kernels use, for a compiler of the processor. Lanes run one at a time,
// so that an atomic is atomic by itself.
#pragma once
#include <cmath>
#include <cstddef>
#include <type_traits>

#include "lanes.h"

typedef unsigned char u8;
typedef unsigned short u16;
typedef unsigned int u32;

#define __device__
#define __global__
#define __forceinline__ static inline
#define __noinline__ static __attribute__((noinline))
#define __grid_constant__
#define __launch_bounds__(...)
#define __align__(bytes) alignas(bytes)
#define __shared__ static __attribute__((section("shared_memory")))

#define threadIdx (here()->threadIdx_)
#define blockIdx (here()->blockIdx_)
#define blockDim (here()->blockDim_)
#define gridDim (here()->gridDim_)

struct uint2 {
  u32 x, y;
};
struct alignas(16) uint4 {
  u32 x, y, z, w;
};
struct alignas(16) float4 {
  float x, y, z, w;
};
inline uint2 make_uint2(u32 x, u32 y) { return {x, y}; }
inline uint4 make_uint4(u32 x, u32 y, u32 z, u32 w) { return {x, y, z, w}; }

template <class A, class B>
inline std::common_type_t<A, B> min(A a, B b) {
  typedef std::common_type_t<A, B> C;
  return (C)a < (C)b ? (C)a : (C)b;
}
template <class A, class B>
inline std::common_type_t<A, B> max(A a, B b) {
  typedef std::common_type_t<A, B> C;
  return (C)a < (C)b ? (C)b : (C)a;
}
using std::fmax;
using std::fmin;
using std::isfinite;
using std::isnan;
using std::rint;

#pragma STDC FP_CONTRACT OFF
inline double __dmul_rn(double a, double b) { return a * b; }

inline u32 __viaddmin_u32(u32 a, u32 b, u32 c) { return min(a + b, c); }
inline float __fdividef(float a, float b) { return a / b; }
inline int __mulhi(int a, int b) { return (int)(((long long)a * b) >> 32); }
inline u32 __funnelshift_r(u32 low, u32 high, u32 shift) { return (u32)((((u64)high << 32) | low) >> (shift & 31)); }
inline int __viaddmax_s32(int a, int b, int c) { return max((int)((u32)a + (u32)b), c); }
inline u32 __brev(u32 v) {
  u32 turned = 0;
  for (int bit = 0; bit < 32; bit++) turned |= (v >> bit & 1) << (31 - bit);
  return turned;
}
inline u32 __byte_perm(u32 x, u32 y, u32 which) {
  const u64 all = (u64)y << 32 | x;
  u32 made = 0;
  for (int k = 0; k < 4; k++) made |= (u32)(all >> (which >> 4 * k & 7) * 8 & 255) << 8 * k;
  return made;
}
inline int __popc(u32 v) { return __builtin_popcount(v); }
inline int __clz(int v) { return v ? __builtin_clz((u32)v) : 32; }
inline int __clzll(long long v) { return v ? __builtin_clzll((u64)v) : 64; }
inline int __ffs(int v) { return __builtin_ffs(v); }
inline int __ffsll(long long v) { return __builtin_ffsll(v); }
inline float __uint_as_float(u32 v) { return __builtin_bit_cast(float, v); }
inline u32 __umulhi(u32 a, u32 b) { return (u32)((u64)a * b >> 32); }
// No number has the bits that arithmetic of a device gives it, which are not a processor's.
inline u32 __float_as_uint(float v) { return isnan(v) ? 0x7fffffffu : __builtin_bit_cast(u32, v); }
inline float __fmaf_rn(float a, float b, float c) { return std::fma(a, b, c); }
inline float __int_as_float(int v) { return __builtin_bit_cast(float, v); }

#define UNSEEN __attribute__((no_sanitize("thread")))
template <class T> UNSEEN inline T __ldg(const T* p) { return *p; }
template <class T> UNSEEN inline T __ldcg(const T* p) { return may_yield(), *p; }
template <class T> UNSEEN inline T __ldcs(const T* p) { return *p; }
template <class T> UNSEEN inline void __stcg(T* p, T v) { may_yield(), *p = v; }
template <class T> UNSEEN inline void __stcs(T* p, T v) { *p = v; }

// -- lanes that synchronize

enum { SYNC = 1, SHUFFLE, VOTE };

inline void __syncthreads() { meet_block(0); }
inline int __syncthreads_or(int v) { return meet_block(v != 0) != 0; }
inline void __syncwarp() { meet_warp(SYNC, 0); }
inline u32 __ballot_sync(u32, int v) {
  const u64* all = meet_warp(VOTE, v != 0);
  u32 lanes = 0, count = blockDim.x - threadIdx.x / 32 * 32;
  for (u32 i = 0; i < 32 && i < count; i++) lanes |= (u32)all[i] << i;
  return lanes;
}
template <class T> inline u32 __match_any_sync(u32, T v) {
  const u64* all = meet_warp(SHUFFLE, (u64)v);
  u32 lanes = 0, count = blockDim.x - threadIdx.x / 32 * 32;
  for (u32 i = 0; i < 32 && i < count; i++) lanes |= (u32)(all[i] == (u64)v) << i;
  return lanes;
}
inline int __any_sync(u32 mask, int v) { return __ballot_sync(mask, v) != 0; }
inline int __all_sync(u32 mask, int v) { return !__any_sync(mask, !v); }
template <class T> inline T shuffled(T v, int from) {
  const u64* all = meet_warp(SHUFFLE, (u64)v);
  return (T)all[from & 31];
}
template <class T> inline T __shfl_sync(u32, T v, int from) { return shuffled(v, from); }
template <class T> inline T __shfl_xor_sync(u32, T v, int away) { return shuffled(v, (threadIdx.x & 31) ^ away); }
template <class T> inline T __shfl_up_sync(u32, T v, int away) {
  int lane = threadIdx.x & 31;
  return shuffled(v, lane < away ? lane : lane - away);
}
template <class T> inline T __shfl_down_sync(u32, T v, int away) {
  int lane = threadIdx.x & 31;
  return shuffled(v, lane + away > 31 ? lane : lane + away);
}
inline void __nanosleep(u32) { sleep_a_while(); }
inline long long clock64() { return (long long)now_in_turns(); }

// -- atomics

template <class T> using Same = typename std::common_type<T>::type;
#define ATOMIC(name, result) \
  template <class T> UNSEEN inline T name(T* p, Same<T> v) { \
    handle_together(p); \
    T old = *p; \
    *p = result; \
    return old; \
  }
ATOMIC(atomicAdd, old + v)
ATOMIC(atomicSub, old - v)
ATOMIC(atomicMin, (v < old ? v : old))
ATOMIC(atomicMax, (v > old ? v : old))
ATOMIC(atomicOr, old | v)
ATOMIC(atomicAnd, old& v)
ATOMIC(atomicExch, v)
template <class T> UNSEEN inline T atomicCAS(T* p, Same<T> expected, Same<T> v) {
  handle_together(p);
  T old = *p;
  if (old == expected) *p = v;
  return old;
}
