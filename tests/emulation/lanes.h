// What kernels ask of the one who runs them. See lanes.cpp.
#pragma once

typedef unsigned long long u64;

struct Triple {
  unsigned x, y, z;
};

struct Here {
  Triple threadIdx_, blockIdx_, blockDim_, gridDim_;
};

Here* here();
void* dynamic_shared();
u64 now_in_turns();
void may_yield();
void handle_together(const void* what); // a word that lanes read and write as one
void sleep_a_while();
void copy_later(unsigned* to, const unsigned* from); // when the lane says so, no earlier
void copy_now();
void check_pieces(const void* to, const void* from); // of 16 bytes, which a device copies from whole addresses alone
void copies_made_one(); // those since the last time
void copy_now_but(unsigned last);
const u64* meet_warp(unsigned kind, u64 value); // what each lane brought; all lanes call
u64 meet_block(u64 value);                      // bitwise or of what all threads brought
void meet_some(unsigned barrier, unsigned threads); // so many threads of the block call
