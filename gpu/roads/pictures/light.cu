// Light around lines, the same to the bit as road/maps/glow.py: the small picture of lines spread out, and laid under them.
// Compiled without joining products and sums.
#include "memory.cuh"

#define SMALL 4 // pixels of the picture along a side of one of the small one
#define NEAR 1  // pixels of the small picture over which light spreads: its core, and then the rest of it
#define FAR 2
#define HALO (2 * (NEAR + FAR)) // pixels of the small picture from which light comes
#define PART 16                 // pixels of the small picture along a side of what a block spreads
#define WIDE (PART + 2 * HALO)

// `channels` of lines, 0 to 1, in a part of the small picture with all around from which light comes. What lies outside the
// picture is dark, also after each of the steps in which light spreads. Means over squares, twice.
__device__ __forceinline__ void spread(float* light, float* across, int reach, int row, int col, int rows, int cols) {
  float share = (float)(1.0 / (2 * reach + 1));
  for (int turn = 0; turn < 2; turn++) {
    for (int at = threadIdx.x; at < WIDE * WIDE; at += blockDim.x) {
      int r = at / WIDE, c = at % WIDE;
      float sum = 0;
      if (row + r >= 0 && row + r < rows && col + c >= 0 && col + c < cols)
        for (int aside = -reach; aside <= reach; aside++)
          if (c + aside >= 0 && c + aside < WIDE) sum += light[at + aside] * share;
      across[at] = sum;
    }
    __syncthreads();
    for (int at = threadIdx.x; at < WIDE * WIDE; at += blockDim.x) {
      int r = at / WIDE, c = at % WIDE;
      float sum = 0;
      if (row + r >= 0 && row + r < rows && col + c >= 0 && col + c < cols)
        for (int up = -reach; up <= reach; up++)
          if (r + up >= 0 && r + up < WIDE) sum += across[at + up * WIDE] * share;
      light[at] = sum;
    }
    __syncthreads();
  }
}

// One block a part of the small picture; light : three numbers a pixel, blue, green and red.
extern "C" __global__ void spread_light(const u32* small, int rows, int cols, int dark, float strength, float core,
                                        float haze, float* light) {
  __shared__ float lit[WIDE * WIDE], across[WIDE * WIDE];
  int row = (int)blockIdx.x * PART - HALO, col = (int)blockIdx.y * PART - HALO;
  for (int k = 0; k < 3; k++) {
    for (int at = threadIdx.x; at < WIDE * WIDE; at += blockDim.x) {
      int r = row + at / WIDE, c = col + at % WIDE;
      float shines = 0;
      if (r >= 0 && r < rows && c >= 0 && c < cols) {
        int part = small[r * cols + c] >> (8 * k) & 0xFF;
        shines = (float)(dark ? part : 255 - part) / 255.0f;
      }
      lit[at] = shines;
    }
    __syncthreads();
    spread(lit, across, NEAR, row, col, rows, cols);
    float near[(PART * PART + 255) / 256];
    int kept = 0;
    for (int at = threadIdx.x; at < PART * PART; at += blockDim.x)
      near[kept++] = lit[(at / PART + HALO) * WIDE + at % PART + HALO];
    __syncthreads();
    spread(lit, across, FAR, row, col, rows, cols);
    kept = 0;
    for (int at = threadIdx.x; at < PART * PART; at += blockDim.x) {
      int r = at / PART + HALO, c = at % PART + HALO;
      float around = near[kept++];
      if (row + r < rows && col + c < cols)
        light[3 * ((row + r) * cols + col + c) + k] = (core * around + haze * lit[r * WIDE + c]) * strength;
    }
    __syncthreads();
  }
}

// Lays it into a picture that lies `right` and `down` pixels from the small one's first; `grounded` : whether there is a
// picture already, else it is all of one colour.
extern "C" __global__ void lay_light(const float* light, int cols, int right, int down, int dark, int grounded, u32 ground,
                                     int high, int wide, u32* image) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, row = blockIdx.y;
  if (x >= wide) return;
  int first = (2 * right - SMALL + 1) / (2 * SMALL), at = right - first * SMALL - SMALL / 2 + x;
  double y = (down + row + 0.5) / SMALL - 0.5;
  int r = (int)y, c = first + at / SMALL;
  float a = (float)(y - r), b = (float)((at % SMALL + 0.5) / SMALL);
  const float *above = light + 3 * (r * cols + c), *below = above + 3 * cols;
  u32 word = grounded ? image[(u64)row * wide + x] : ground, out = 0xFF000000;
  float full = dark ? 255.0f : 0.0f;
  for (int k = 0; k < 3; k++) {
    float left = above[k] * (1.0f - a) + below[k] * a, next = above[k + 3] * (1.0f - a) + below[k + 3] * a;
    float on = next - left, share = left + on * b, part = (float)(int)(word >> (8 * k) & 0xFF);
    part += (full - part) * fminf(share, 0.8f) + 0.5f;
    out |= (u32)(int)part << (8 * k);
  }
  image[(u64)row * wide + x] = out;
}
