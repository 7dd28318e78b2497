// Microinstructions: the lowest cells contracted along a list of sums, made by
// code.py.
//
// Source: Delling, Kobitzsch, Werneck, "Customizing driving directions with GPUs", Euro-Par 2014,
// section 4. A block of threads has a block of cells, whose memory is in shared memory. It brings the
// costs of the cells' steps there, works off the triples layer by layer, a triple a thread, and
// takes the results out. Ours fetches triples some rounds before they are worked off, and finds the
// cell of a step or result by going along the cells' table, so that any number of cells keeps all
// threads busy.
//
// Contract: in a layer no two triples write to one register, and what a triple reads no other writes.
#include "crp/level.cuh"

struct MicroBlock {
  u32 form, registers, first_cell, cell_end, first_layer, layer_end, first_triple, triple_end, first_more, more_end;
};

// Steps of a block are numbered through its cells; step i is i + shift in the ground (mod 2^32).
// Likewise shortcuts and costs of `down`. base : where the cell's memory begins.
struct MicroRange {
  u32 shift, end;
};

struct MicroCell {
  MicroRange steps, shortcuts, down;
  u32 base;
};

struct Microcode {
  const MicroBlock* blocks;
  const MicroCell* cells;
  const u16* layer_size;
  const u32* words; // triples of 32 bits
  const u16* full;  // triples of three times 16
  const u32* more_step;
  const u16 *more_register, *step_register, *shortcut_register, *down_register;
  CrpGround ground;
  CrpCosts costs;
  u32 *shortcuts, *down; // down is null where it is not asked for
};

#define AHEAD 3    // rounds between fetching a triple and working it off
#define TOGETHER 4 // steps or results whose memory is asked for side by side

extern __shared__ u32 memory[];

// memory[c] = min(memory[c], memory[a] + memory[b]); where marked, whatever c held.
__device__ __forceinline__ void work_off(u32 a, u32 b, u32 c, u32 mark) {
  u32 sum = memory[a] + memory[b];
  memory[c] = min(sum, mark ? UNREACHED : memory[c]);
}

// The forms of words.py.
struct Small {
  u32 word;
  __device__ void fetch(const Microcode& m, u32 at) { word = __ldg(m.words + at); }
  __device__ void run() const { work_off(word >> 21, word >> 11 & 1023, word >> 1 & 1023, word & 1); }
};

struct Full {
  u16 a, b, c;
  __device__ void fetch(const Microcode& m, u32 at) {
    const u16* triple = m.full + 3 * (size_t)at;
    a = __ldg(triple);
    b = __ldg(triple + 1);
    c = __ldg(triple + 2);
  }
  __device__ void run() const { work_off(a, b, c & 0x7fff, c >> 15); }
};

// A block of one warp need not wait for others.
__device__ __forceinline__ void wait() {
  if (blockDim.x > 32) {
    __syncthreads();
  } else {
    __syncwarp();
  }
}

// Calls `use` with the number in the level's array and the cell's base of each i of a kind, some of
// them at once: use(count, numbers, bases).
template <class Use>
__device__ __forceinline__ void each_of(const MicroCell* cell, const MicroCell* end, MicroRange MicroCell::*range, Use use) {
  const u32 all = cell < end ? (end[-1].*range).end : 0;
  for (u32 i = threadIdx.x; i < all;) {
    u32 number[TOGETHER], base[TOGETHER], count = 0;
#pragma unroll
    for (u32 j = 0; j < TOGETHER; j++, i += blockDim.x) {
      if (i >= all) continue;
      while ((cell->*range).end <= i) cell++;
      number[j] = i + (cell->*range).shift;
      base[j] = cell->base;
      count++;
    }
    use(count, number, base);
  }
}

__device__ __forceinline__ void bring_steps(const Microcode& m, const MicroCell* cell, const MicroCell* end) {
  each_of(cell, end, &MicroCell::steps, [&](u32 count, const u32* step, const u32* base) {
    u32 register_of[TOGETHER], cost[TOGETHER];
#pragma unroll
    for (u32 j = 0; j < TOGETHER; j++)
      if (j < count) {
        register_of[j] = __ldg(m.step_register + step[j]);
        cost[j] = step_cost(m.ground, m.costs, step[j]);
      }
#pragma unroll
    for (u32 j = 0; j < TOGETHER; j++)
      if (j < count && register_of[j] != NO_INDEX) memory[base[j] + register_of[j]] = cost[j];
  });
}

// Steps to registers that others have already. Their registers are filled beforehand: some have no other.
__device__ __forceinline__ void bring_more_steps(const Microcode& m, u32 first, u32 end) {
  for (u32 i = first + threadIdx.x; i < end; i += blockDim.x)
    atomicMin(memory + m.more_register[i], step_cost(m.ground, m.costs, m.more_step[i]));
}

// Rounds of triples: those of a layer, as many at once as there are threads.
struct Cursor {
  u32 at, layer_end; // triples
  u32 layer;

  __device__ void advance(const u16* layer_size, u32 layers_end) {
    at += blockDim.x;
    if (at < layer_end) return;
    at = layer_end;
    if (++layer < layers_end) layer_end += __ldg(layer_size + layer);
  }
};

template <class Triple>
__device__ __forceinline__ void run_layers(const Microcode& m, const MicroBlock& block) {
  if (block.first_layer == block.layer_end) return;
  Cursor now = {block.first_triple, block.first_triple + __ldg(m.layer_size + block.first_layer), block.first_layer};
  Cursor later = now;
  Triple triples[AHEAD];
  auto fetch = [&](Triple& triple) {
    if (later.at + threadIdx.x < later.layer_end) triple.fetch(m, later.at + threadIdx.x);
    later.advance(m.layer_size, block.layer_end);
  };
#pragma unroll
  for (u32 j = 0; j < AHEAD; j++) fetch(triples[j]);
  while (now.at < block.triple_end) {
    Triple triple = triples[0];
#pragma unroll
    for (u32 j = 0; j + 1 < AHEAD; j++) triples[j] = triples[j + 1];
    fetch(triples[AHEAD - 1]);
    if (now.at + threadIdx.x < now.layer_end) triple.run();
    u32 layer = now.layer;
    now.advance(m.layer_size, block.layer_end);
    if (now.layer != layer) wait();
  }
}

__device__ __forceinline__ void take_out(const MicroCell* cell, const MicroCell* end, MicroRange MicroCell::*range,
                                         const u16* registers, u32* results) {
  each_of(cell, end, range, [&](u32 count, const u32* number, const u32* base) {
    u32 register_of[TOGETHER];
#pragma unroll
    for (u32 j = 0; j < TOGETHER; j++)
      if (j < count) register_of[j] = __ldg(registers + number[j]);
#pragma unroll
    for (u32 j = 0; j < TOGETHER; j++)
      if (j < count) results[number[j]] = register_of[j] == NO_INDEX ? UNREACHED : memory[base[j] + register_of[j]];
  });
}

template <class Triple>
__device__ __forceinline__ void run_block(const Microcode& m, u32 first_block) {
  const MicroBlock block = m.blocks[first_block + blockIdx.x];
  const MicroCell *cell = m.cells + block.first_cell, *end = m.cells + block.cell_end;
  const bool more = block.first_more < block.more_end;
  if (more) {
    for (u32 i = threadIdx.x; i < block.registers; i += blockDim.x) memory[i] = UNREACHED;
    wait();
  }
  bring_steps(m, cell, end);
  wait();
  if (more) {
    bring_more_steps(m, block.first_more, block.more_end);
    wait();
  }
  run_layers<Triple>(m, block);
  take_out(cell, end, &MicroCell::shortcuts, m.shortcut_register, m.shortcuts);
  if (m.down) take_out(cell, end, &MicroCell::down, m.down_register, m.down);
}

// Blocks of one form each, from `first_block` on; their registers fit the shared memory of the launch.
extern "C" __global__ void run_small(Microcode m, u32 first_block) { run_block<Small>(m, first_block); }
extern "C" __global__ void run_full(Microcode m, u32 first_block) { run_block<Full>(m, first_block); }
