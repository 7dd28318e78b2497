// Runs the lanes of a kernel as fibers of one thread, in an order drawn from a seed.
//
// Kernels are compiled with -fsanitize=thread, whose calls at every access to memory come here: a lane
// may lose its turn at any of them, not only where lanes synchronize. A step that is two accesses where it must
// be one is therefore found. What a weak memory might reorder is not.
#include <csetjmp>
#include <cstdio>
#include <cstring>
#include <sys/mman.h>
#include <ucontext.h>
#include <utility>
#include <vector>

#include "lanes.h"

extern "C" char __start_shared_memory[] __attribute__((weak));
extern "C" char __stop_shared_memory[] __attribute__((weak));

namespace {

const size_t STACK = 128 << 10;
const int EVERY = 40;          // accesses to memory of all blocks that a lane makes in a turn at most
const int TURNS_OF_BLOCK = 40; // warps that run before another block does: its shared memory is swapped

struct Meeting { // of the lanes of a warp, or of a block
  unsigned alive = 0, arrived = 0, generation = 0, kind = 0;
  u64 values[2][32];
  u64 sums[2] = {0, 0};
  std::vector<unsigned> waiting; // a bit for each lane that does, by warp
  unsigned* ready = nullptr;     // where these lanes are put when they may go on
};

struct Lane {
  Here here;
  jmp_buf at;
  size_t stack; // from its begin to its end
  bool begun = false, over = false;
  Meeting *warp, *block;
  std::vector<std::pair<unsigned*, const unsigned*>> copies; // asked for, and not made yet
  std::vector<size_t> together; // and how many there were when some were made one
};

struct Block {
  std::vector<Lane> lanes;
  std::vector<u64> asleep;     // until then, by lane: most that are looked at do, and a lane is a long thing
  std::vector<unsigned> ready; // a bit for each lane that waits for no other, by warp
  std::vector<Meeting> warps;
  Meeting all, some[16]; // some: at barriers with a number
  std::vector<char> shared, dynamic;
  unsigned alive = 0;
};

jmp_buf scheduler;
Lane* now = nullptr;
Block* block_now = nullptr;
u64 state = 1, clock_ = 0;
unsigned patience = 1;
char* said = nullptr;
char* stacks = nullptr; // kept: new pages for every launch took longer than most launches
size_t room = 0;        // of so many
size_t used = 0;        // of those, from the first on, so many were ever lent in a launch
std::vector<size_t> spare; // and these are given back: most kernels have far more lanes than run at a time
ucontext_t usual;       // asked for once a launch: it takes a call of the system
void (*body)(void**) = nullptr;
void** arguments = nullptr;

u64 draw() {
  state ^= state << 13, state ^= state >> 7, state ^= state << 17;
  return state;
}

// The same as draw() % count, without the division where that is a power of two: this is called at every turn.
u64 draw_below(u64 count) {
  u64 drawn = draw();
  return count & (count - 1) ? drawn % count : drawn & (count - 1);
}

[[noreturn]] void fail(const char* what) {
  snprintf(said, 200, "%s", what);
  if (now) _longjmp(scheduler, 2);
  throw 0;
}

u64& asleep() { return block_now->asleep[now->here.threadIdx_.x]; }

void yield() {
  if (!_setjmp(now->at)) _longjmp(scheduler, 1);
}

// A lane that loses its turn may have to wait for as long as others take for many steps.
void maybe_yield() {
  if (!now || --patience) return;
  patience = 1 + draw() % EVERY;
  if (draw() % 16 == 0) asleep() = clock_ + draw() % 2000;
  yield();
}

bool& is_shared(const void* what) {
  static bool known[1 << 16];
  return known[(size_t)what / 4 * 2654435761u >> 8 & 0xffff];
}

// A plain access. What only its own lane or warp sees is no place to lose a turn; what others handle with
// atomics is one to lose many.
void accessed(const void* what) {
  if (!now || (size_t)((const char*)what - stacks) < room * STACK) return;
  if ((size_t)((const char*)what - block_now->dynamic.data()) < block_now->dynamic.size()) return;
  if (!is_shared(what) || draw() % 16) return maybe_yield();
  asleep() = clock_ + draw() % 20000;
  yield();
}

void release(Meeting& m) {
  m.arrived = 0;
  m.generation++;
  m.sums[m.generation & 1] = 0;
  for (size_t warp = 0; warp < m.waiting.size(); warp++) m.ready[warp] |= m.waiting[warp], m.waiting[warp] = 0;
}

void leave(Meeting& m) {
  m.alive--;
  if (m.arrived && m.arrived == m.alive) release(m);
}

void rest() { block_now->ready[now->here.threadIdx_.x / 32] &= ~(1u << (now->here.threadIdx_.x & 31)); }

void run_lane() {
  body(arguments);
  now->over = true;
  rest();
  block_now->alive--;
  leave(*now->warp);
  leave(*now->block);
  _longjmp(scheduler, 1);
}

[[noreturn]] void begin(Lane& lane) {
  lane.begun = true;
  if (spare.empty()) spare.push_back(used++);
  lane.stack = spare.back();
  spare.pop_back();
  ucontext_t start = usual;
  start.uc_stack.ss_sp = stacks + lane.stack * STACK;
  start.uc_stack.ss_size = STACK;
  start.uc_link = nullptr;
  makecontext(&start, run_lane, 0);
  setcontext(&start);
  __builtin_unreachable();
}

// Until the lane loses its turn: 1, or 2 where it failed.
__attribute__((noinline)) int run(Lane& lane) {
  int back = _setjmp(scheduler);
  if (back) return back;
  if (lane.begun) _longjmp(lane.at, 1);
  begin(lane);
}

// Gives every lane of a warp that is ready a turn, also one that gets ready by the turn of another.
bool run_warp(Block& block, size_t warp) {
  size_t first = warp * 32, count = block.lanes.size() - first < 32 ? block.lanes.size() - first : 32;
  size_t offset = draw_below(count);
  bool any = false;
  for (size_t i = 0; i < count; i++) {
    u64 twice = block.ready[warp];
    u64 left = (twice | twice << count) >> (offset + i) & ((1ull << (count - i)) - 1);
    if (!left) break;
    i += __builtin_ctzll(left);
    size_t place = offset + i < count ? offset + i : offset + i - count;
    if (block.asleep[first + place] > clock_) continue;
    any = true;
    now = &block.lanes[first + place];
    clock_++;
    int back = run(*now);
    if (now->over) spare.push_back(now->stack);
    now = nullptr;
    if (back == 2) throw 0;
  }
  return any;
}

void enter(Block& block) {
  if (block_now == &block) return; // its own lies there
  size_t size = __stop_shared_memory - __start_shared_memory;
  if (block_now && size) memcpy(block_now->shared.data(), __start_shared_memory, size);
  block_now = &block;
  if (size) memcpy(__start_shared_memory, block.shared.data(), size);
}

} // namespace

Here* here() { return &now->here; }
void* dynamic_shared() { return block_now->dynamic.data(); }
u64 now_in_turns() { return clock_; }
void handle_together(const void* what) {
  is_shared(what) = true;
  maybe_yield();
}
void may_yield() { maybe_yield(); }

void sleep_a_while() {
  asleep() = clock_ + 100 + draw() % 400;
  yield();
}

void copy_later(unsigned* to, const unsigned* from) { now->copies.emplace_back(to, from); }
void copy_now() {
  for (auto [to, from] : now->copies) *to = *from;
  now->copies.clear(), now->together.clear();
}
void check_pieces(const void* to, const void* from) {
  if (((size_t)to | (size_t)from) & 15) fail("16 bytes are copied from or to where no piece of 16 bytes begins");
}
void copies_made_one() { now->together.push_back(now->copies.size()); }
void copy_now_but(unsigned last) {
  if (now->together.size() <= last) return;
  auto end = now->together.end() - last;
  size_t count = end[-1];
  for (size_t i = 0; i < count; i++) *now->copies[i].first = *now->copies[i].second;
  now->copies.erase(now->copies.begin(), now->copies.begin() + count), now->together.erase(now->together.begin(), end);
  for (size_t& made : now->together) made -= count;
}

static u64* meet(Meeting& m, unsigned kind, unsigned place, u64 value) {
  maybe_yield();
  if (m.arrived && m.kind != kind) fail("threads that should synchronize are at different points");
  unsigned turn = m.generation;
  m.kind = kind;
  m.values[turn & 1][place] = value;
  m.sums[turn & 1] |= value;
  if (++m.arrived == m.alive) {
    release(m);
  } else {
    rest();
    unsigned thread = now->here.threadIdx_.x;
    m.waiting[m.waiting.size() == 1 ? 0 : thread / 32] |= 1u << (thread & 31);
    yield();
  }
  return m.values[turn & 1];
}

const u64* meet_warp(unsigned kind, u64 value) {
  return meet(*now->warp, kind, now->here.threadIdx_.x & 31, value);
}

u64 meet_block(u64 value) {
  Meeting& m = *now->block;
  unsigned turn = m.generation;
  meet(m, 0, 0, value);
  return m.sums[turn & 1];
}

void meet_some(unsigned barrier, unsigned threads) {
  Meeting& m = block_now->some[barrier];
  m.alive = threads;
  m.waiting.resize(block_now->warps.size());
  m.ready = block_now->ready.data();
  meet(m, threads, 0, 0);
}

// All blocks are there at once. Returns 0, or 1 with a message of up to 200 characters. at_pause : called
// once, when so many turns are over, while all lanes rest.
extern "C" int run_kernel(void (*kernel)(void**), void** args, unsigned across, unsigned down, unsigned threads,
                          size_t dynamic, u64 seed, u64 most_turns, u64 pause, void (*at_pause)(), char* message) {
  body = kernel, arguments = args, said = message;
  state = seed * 0x9e3779b97f4a7c15ull + 0x2545f4914f6cdd1dull, patience = 1 + draw() % EVERY;
  const size_t count = (size_t)across * down, lanes = count * threads;
  if (lanes > room) {
    if (stacks) munmap(stacks, room * STACK);
    stacks = (char*)mmap(nullptr, lanes * STACK, PROT_READ | PROT_WRITE,
                         MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (stacks == MAP_FAILED) return room = 0, snprintf(message, 200, "no memory for %zu lanes", lanes), 1;
    madvise(stacks, lanes * STACK, MADV_NOHUGEPAGE); // lanes use a page or two of theirs
    room = lanes;
  }
  std::vector<Block> blocks(count);
  getcontext(&usual);
  used = 0, spare.clear();
  size_t size = __stop_shared_memory - __start_shared_memory;
  for (size_t b = 0; b < count; b++) {
    Block& block = blocks[b];
    block.lanes = std::vector<Lane>(threads);
    block.asleep.assign(threads, 0);
    block.ready.assign((threads + 31) / 32, 0);
    block.warps = std::vector<Meeting>((threads + 31) / 32);
    block.all.waiting.resize(block.warps.size()), block.all.ready = block.ready.data();
    block.shared.assign(size, (char)0xcd); // whatever was there
    block.dynamic.assign(dynamic + 16, (char)0xcd);
    block.alive = block.all.alive = threads;
    for (unsigned t = 0; t < threads; t++) {
      Lane& lane = block.lanes[t];
      lane.here = {{t, 0, 0}, {(unsigned)(b % across), (unsigned)(b / across), 0}, {threads, 1, 1}, {across, down, 1}};
      lane.warp = &block.warps[t / 32], lane.block = &block.all;
      lane.warp->alive++, lane.warp->waiting.resize(1), lane.warp->ready = &block.ready[t / 32];
      block.ready[t / 32] |= 1u << (t & 31);
    }
  }
  clock_ = 0, block_now = nullptr;
  int failed = 0;
  size_t left = count, idle = 0;
  try {
    while (left) {
      Block& block = blocks[draw_below(count)];
      if (!block.alive) continue;
      enter(block);
      bool any = false;
      for (int turn = 0; turn < TURNS_OF_BLOCK && block.alive && (any || turn < 8); turn++)
        any |= run_warp(block, draw_below(block.warps.size()));
      clock_ += any ? 1 : 100; // where all sleep, time passes
      idle = any ? 0 : idle + 1;
      if (!block.alive) left--;
      if (at_pause && clock_ > pause) at_pause(), at_pause = nullptr;
      if (clock_ > most_turns) fail("the kernel does not end");
      if (idle > 100 * count + 10000) fail("all threads wait for one another");
    }
  } catch (int) {
    failed = 1;
  }
  return failed;
}

// -- what -fsanitize=thread calls

extern "C" {
void __tsan_init() {}
void __tsan_func_entry(void*) {}
void __tsan_func_exit() {}
void __tsan_vptr_read(void**) {}
void __tsan_vptr_update(void**, void*) {}
#define ACCESS(name) \
  void __tsan_##name(void* what) { accessed(what); }
#define ACCESSES(size) \
  ACCESS(read##size) ACCESS(write##size) ACCESS(unaligned_read##size) ACCESS(unaligned_write##size) \
  ACCESS(volatile_read##size) ACCESS(volatile_write##size)
ACCESSES(1) ACCESSES(2) ACCESSES(4) ACCESSES(8) ACCESSES(16)
void __tsan_read_range(void* what, size_t) { accessed(what); }
void __tsan_write_range(void* what, size_t) { accessed(what); }
}
