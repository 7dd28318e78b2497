// In place of gpu/include/memory.cuh.
#define ALL_LANES 0xffffffffu
#define UNREACHED (1u << 30)

template <class T> UNSEEN inline T load_acquire(const T* p) { return sleep_a_while(), *(const volatile T*)p; } // waits poll it
template <class T> UNSEEN inline T load_relaxed(const T* p) { return handle_together(p), *(const volatile T*)p; }
template <class T> UNSEEN inline T load_of_host(const T* p) { return may_yield(), *(const volatile T*)p; }
template <class T> UNSEEN inline void store_relaxed(T* p, Same<T> v) { handle_together(p), *(volatile T*)p = v; }
template <class T> UNSEEN inline void store_release(T* p, Same<T> v) { handle_together(p), *(volatile T*)p = v; }
inline u64 exchange_acquire(u64* p, u64 v) { return atomicExch(p, v); }
inline void fence() { may_yield(); }
inline void meet(u32 barrier, u32 threads) { meet_some(barrier, threads); }
inline void copy_ahead(u32* shared, const u32* from) { may_yield(), copy_later(shared, from); }
inline void copy_ahead(uint4* shared, const uint4* from) {
  may_yield(), check_pieces(shared, from);
  for (int k = 0; k < 4; k++) copy_later((u32*)shared + k, (const u32*)from + k);
}
inline void copies_together() { copies_made_one(); }
inline void copies_arrived() { may_yield(), copy_now(); }
template <int but> inline void copies_arrived() { may_yield(), copy_now_but(but); }
inline void take_for_unknown(int&) {}
inline void prefetch(const void*) {}
inline void earlier_ended() {} // one kernel after the other
inline void next_may_begin() {}
#define RESERVED 1024 // bytes of shared memory that a device has for itself, before all others
inline u32 address_of(const void* shared) { return RESERVED + (u32)((const char*)shared - (const char*)dynamic_shared()); }
template <class T> UNSEEN inline T& at(u32 address) { return *(T*)((char*)dynamic_shared() + address - RESERVED); }
inline u64 nanoseconds() { return now_in_turns(); }

// As far off as a device may be, now this way and now that.
inline float inverse_root(float x) {
  return (float)((1.0 + (__builtin_bit_cast(u32, x) % 3 - 1.0) * 0x1.12p-23) / std::sqrt((double)x));
}

inline u32 square_and_one(u32 x) { return x * x + 1; }

inline u32 warp_min(u32 v) {
  for (int away = 16; away; away >>= 1) v = min(v, __shfl_xor_sync(ALL_LANES, v, away));
  return v;
}
inline u32 warp_max(u32 v) {
  for (int away = 16; away; away >>= 1) v = max(v, __shfl_xor_sync(ALL_LANES, v, away));
  return v;
}
inline u32 warp_or(u32 v) {
  for (int away = 16; away; away >>= 1) v |= __shfl_xor_sync(ALL_LANES, v, away);
  return v;
}
inline u32 warp_sum(u32 v) {
  for (int away = 16; away; away >>= 1) v += __shfl_xor_sync(ALL_LANES, v, away);
  return v;
}
