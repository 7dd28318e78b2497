// Loads and stores that all blocks of a running kernel agree on, and warp reductions.
// Everything here works from compute capability 7.0.
#pragma once

typedef unsigned char u8;
typedef unsigned short u16;
typedef unsigned int u32;
typedef unsigned long long u64;

#define ALL_LANES 0xffffffffu
#define UNREACHED (1u << 30) // label of what is not reached; see core/times.py

__device__ __forceinline__ u32 load_acquire(const u32* p) {
  u32 value;
  asm volatile("ld.acquire.gpu.global.u32 %0, [%1];" : "=r"(value) : "l"(p) : "memory");
  return value;
}

__device__ __forceinline__ u32 load_relaxed(const u32* p) {
  u32 value;
  asm volatile("ld.relaxed.gpu.global.u32 %0, [%1];" : "=r"(value) : "l"(p) : "memory");
  return value;
}

__device__ __forceinline__ u64 load_relaxed(const u64* p) {
  u64 value;
  asm volatile("ld.relaxed.gpu.global.u64 %0, [%1];" : "=l"(value) : "l"(p) : "memory");
  return value;
}

// From memory that the host writes meanwhile.
__device__ __forceinline__ u32 load_of_host(const u32* p) {
  u32 value;
  asm volatile("ld.relaxed.sys.global.u32 %0, [%1];" : "=r"(value) : "l"(p) : "memory");
  return value;
}

__device__ __forceinline__ u64 exchange_acquire(u64* p, u64 value) {
  u64 old;
  asm volatile("atom.acquire.gpu.global.exch.b64 %0, [%1], %2;" : "=l"(old) : "l"(p), "l"(value) : "memory");
  return old;
}

__device__ __forceinline__ void store_relaxed(u64* p, u64 value) {
  asm volatile("st.relaxed.gpu.global.u64 [%0], %1;" ::"l"(p), "l"(value) : "memory");
}

__device__ __forceinline__ void store_relaxed(u32* p, u32 value) {
  asm volatile("st.relaxed.gpu.global.u32 [%0], %1;" ::"l"(p), "r"(value) : "memory");
}

__device__ __forceinline__ void store_release(u64* p, u64 value) {
  asm volatile("st.release.gpu.global.u64 [%0], %1;" ::"l"(p), "l"(value) : "memory");
}

__device__ __forceinline__ void store_release(u32* p, u32 value) {
  asm volatile("st.release.gpu.global.u32 [%0], %1;" ::"l"(p), "r"(value) : "memory");
}

// Orders everything before it before everything after it, for the whole device. Lighter than
// __threadfence(), which is sequentially consistent. What other lanes or threads stored goes with it
// only if they met before: __syncwarp() or __syncthreads() first, then the fence, then what publishes.
__device__ __forceinline__ void fence() { asm volatile("fence.acq_rel.gpu;" ::: "memory"); }

// Asks for the line that lies there to be brought into L2; nobody waits for it.
__device__ __forceinline__ void prefetch(const void* from) { asm volatile("prefetch.global.L2 [%0];" ::"l"(from)); }

// Some warps of a block wait for one another: `threads` in all, at a barrier of their own, 1 to 15. What any of them wrote
// before, all of them see afterwards.
__device__ __forceinline__ void meet(u32 barrier, u32 threads) {
  __syncwarp();
  asm volatile("bar.sync %0, %1;" ::"r"(barrier), "r"(threads) : "memory");
}

// The compiler takes the number for unknown from here on: what is worked out from it, in a loop, is not worked out before and
// kept in registers of its own.
__device__ __forceinline__ void take_for_unknown(int& number) { asm volatile("" : "+r"(number)); }

// Of a kernel that is launched early (gpu/driver.py): waits until the one before it has ended, after which what that one
// wrote is there. What nobody writes may be read before.
__device__ __forceinline__ void earlier_ended() {
#if __CUDA_ARCH__ >= 900
  asm volatile("griddepcontrol.wait;" ::: "memory");
#endif
}

// Once all blocks have said so, or ended, the next kernel may begin, if it is launched early.
__device__ __forceinline__ void next_may_begin() {
#if __CUDA_ARCH__ >= 900
  asm volatile("griddepcontrol.launch_dependents;");
#endif
}

// Copies a word to shared memory without waiting for it, from compute capability 8.0. It is there for this thread after
// `copies_arrived`, and for the block once it met.
__device__ __forceinline__ void copy_ahead(u32* shared, const u32* from) {
#if __CUDA_ARCH__ >= 800
  asm volatile("cp.async.ca.shared.global [%0], [%1], 4;" ::"r"((u32)__cvta_generic_to_shared(shared)), "l"(from) : "memory");
#else
  *shared = *from;
#endif
}

// The same with 16 bytes, past the first cache.
__device__ __forceinline__ void copy_ahead(uint4* shared, const uint4* from) {
#if __CUDA_ARCH__ >= 800
  asm volatile("cp.async.cg.shared.global [%0], [%1], 16;" ::"r"((u32)__cvta_generic_to_shared(shared)), "l"(from) : "memory");
#else
  *shared = *from;
#endif
}

__device__ __forceinline__ void copies_arrived() {
#if __CUDA_ARCH__ >= 800
  asm volatile("cp.async.wait_all;" ::: "memory");
#endif
}

// Makes one of the copies since it was called last; they arrive in the order in which they were made one.
__device__ __forceinline__ void copies_together() {
#if __CUDA_ARCH__ >= 800
  asm volatile("cp.async.commit_group;" ::: "memory");
#endif
}

// `copies_arrived` for all but the last so many that `copies_together` made.
template <int but> __device__ __forceinline__ void copies_arrived() {
#if __CUDA_ARCH__ >= 800
  asm volatile("cp.async.wait_group %0;" ::"n"(but) : "memory");
#endif
}

// Addresses in shared memory take 32 bits, of which 16 are enough for the first 64 KB; what lies at one.
__device__ __forceinline__ u32 address_of(const void* shared) { return (u32)__cvta_generic_to_shared(shared); }

template <class T>
__device__ __forceinline__ T& at(u32 address) {
  return *(T*)__cvta_shared_to_generic(address);
}

__device__ __forceinline__ u64 nanoseconds() {
  u64 now;
  asm volatile("mov.u64 %0, %globaltimer;" : "=l"(now));
  return now;
}

// 1/√x of a normal number, off by 2^-22.9 of it at most.
__device__ __forceinline__ float inverse_root(float x) {
  float y;
  asm("rsqrt.approx.ftz.f32 %0, %1;" : "=f"(y) : "f"(x));
  return y;
}

// x² + 1, of which the compiler does not know that its negative is a complement: it takes one operation here, and none to
// take it away, where the complement would be one of its own.
__device__ __forceinline__ u32 square_and_one(u32 x) {
  u32 y;
  asm("mad.lo.u32 %0, %1, %1, 1;" : "=r"(y) : "r"(x));
  return y;
}

// Minimum, maximum, bitwise or and sum over a warp; one instruction from compute capability 8.0.
#if __CUDA_ARCH__ >= 800
__device__ __forceinline__ u32 warp_min(u32 v) { return __reduce_min_sync(ALL_LANES, v); }
__device__ __forceinline__ u32 warp_max(u32 v) { return __reduce_max_sync(ALL_LANES, v); }
__device__ __forceinline__ u32 warp_or(u32 v) { return __reduce_or_sync(ALL_LANES, v); }
__device__ __forceinline__ u32 warp_sum(u32 v) { return __reduce_add_sync(ALL_LANES, v); }
#else
__device__ __forceinline__ u32 warp_min(u32 v) {
  for (int away = 16; away; away >>= 1) v = min(v, __shfl_xor_sync(ALL_LANES, v, away));
  return v;
}
__device__ __forceinline__ u32 warp_max(u32 v) {
  for (int away = 16; away; away >>= 1) v = max(v, __shfl_xor_sync(ALL_LANES, v, away));
  return v;
}
__device__ __forceinline__ u32 warp_or(u32 v) {
  for (int away = 16; away; away >>= 1) v |= __shfl_xor_sync(ALL_LANES, v, away);
  return v;
}
__device__ __forceinline__ u32 warp_sum(u32 v) {
  for (int away = 16; away; away >>= 1) v += __shfl_xor_sync(ALL_LANES, v, away);
  return v;
}
#endif
