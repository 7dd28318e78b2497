// Travel times as pixels, to the bit those of the processor.
//
// The twin of core/geometry/isochrone_picture.py and, where cells are shown large, core/geometry/between_cells.py. A
// block draws a square of samples by itself: it reads the times of those around them as well, so that no block waits
// for another and nothing but pixels is written.
//
// Compiled as `exact` (gpu/module.py): each product and each sum here is rounded by itself, as those of the twins.
// Intrinsics for each would say the same, and hide what is computed. Numbers so small that their digits would be
// lost (which CuPy has flushed to zero) do not come about: all are differences of times, or shares of a word.
#include "tiles/labels.cuh"

#define SIDE 32       // samples of a block along either axis, at most
#define MOST_REACH 16 // samples around these: all of a row have a bit each in a word
#define PLACES (SIDE + 2 * MOST_REACH)
#define BEYOND 65534 // entry of a table of what is later than its top; the next is of what is not reached
#define NEVER __int_as_float(0x7f800000)

struct TimePicture {
  const u32* labels;
  const u32 *fill, *line, *halo; // tables, of BEYOND + 2 entries
  const u8* bands;
  const float* limits;   // seconds, ascending
  const double* middles; // between them: one less
  double tick, latest;   // latest: the last of the limits
  double row_step, col_step; // cells a sample
  int tile_cols;
  u32 limit;                    // in ticks
  int row, col, height, width;  // the cells that are read
  int down, across;             // of samples between cells: the first cell shown among these
  int rows, cols, samples;      // samples in all; along a side of a pixel
  int reach, count;             // samples from an edge that its line may cover; limits
  u32 straight, stopped, lined; // whether samples are between cells, fronts stopped at a limit, there are lines
  float per_second, nudge, late, line_half, halo_half;
};

// Where a sample lies along an axis: in a cell, and between two, by the share of the second.
struct SamplePlace {
  int own, before, after;
  float share;
};

__device__ __forceinline__ int within(int at, int count) { return min(max(at, 0), count - 1); }

__device__ __forceinline__ SamplePlace place_of(int sample, double step, int cells, bool straight, int first) {
  SamplePlace p;
  if (!straight) {
    p.own = p.before = p.after = min((int)((sample + 0.5) * step), cells - 1);
    p.share = 0.0f;
    return p;
  }
  float at = (float)((sample + 0.5) * step - 0.5 + first);
  p.own = within((int)rintf(at), cells);
  p.before = within((int)floorf(at), cells);
  p.after = min(p.before + 1, cells - 1);
  p.share = fminf(fmaxf((float)((double)at - p.before), 0.0f), 1.0f);
  return p;
}

__device__ __forceinline__ float seconds_of(const TimePicture& p, int row, int col) {
  u32 label = __ldg(p.labels + label_among_tiles(p.row + row, p.col + col, p.tile_cols));
  return label <= p.limit && label < UNREACHED ? (float)(label * p.tick) : NEVER;
}

__device__ __forceinline__ float between(float low, float high, float share) { return low + (high - low) * share; }

// Seconds of a sample; of the cell that it lies in, or straight from cell to cell, of those that are reached.
__device__ __forceinline__ float sample_of(const TimePicture& p, const SamplePlace& down, const SamplePlace& across) {
  float own = seconds_of(p, down.own, across.own);
  if (!p.straight || !(own < NEVER)) return own;
  float times[4], known[4];
  bool all = true;
  for (int k = 0; k < 4; k++) {
    times[k] = seconds_of(p, k < 2 ? down.before : down.after, k & 1 ? across.after : across.before);
    known[k] = times[k] < NEVER ? 1.0f : 0.0f;
    all = all && times[k] < NEVER;
  }
  if (!all)
    for (int k = 0; k < 4; k++)
      if (!(times[k] < NEVER)) times[k] = 0.0f;
  float v = down.share, u = across.share;
  float total = between(between(times[0], times[2], v), between(times[1], times[3], v), u);
  if (all) return total;
  return total / between(between(known[0], known[2], v), between(known[1], known[3], v), u);
}

// The place of a time in the tables.
__device__ __forceinline__ int step_of(float seconds, float per_second) {
  return seconds < NEVER ? (int)fminf(seconds * per_second, (float)BEYOND) : BEYOND + 1;
}

// Seconds a sample, from those neighbours that are reached.
__device__ __forceinline__ float along(float before, float here, float after) {
  float back = before < NEVER ? here - before : 0.0f, on = after < NEVER ? after - here : 0.0f;
  return before < NEVER && after < NEVER ? (back + on) * 0.5f : back + on;
}

// Blue, green, red and alpha of a word, 0 to 255.
struct WordParts {
  float of[4];
};

__device__ __forceinline__ WordParts parts_of(u32 word) {
  WordParts parts;
  for (int k = 0; k < 4; k++) parts.of[k] = (float)(word >> (8 * k) & 0xff);
  return parts;
}

__device__ __forceinline__ float share_of(float share) { return fminf(fmaxf(share, 0.0f), 1.0f); }

// The word of a sample beside an edge: both bands by their shares, and the line with its light over them.
// around: its own time and those to its left and right, above and below.
__device__ u32 beside_edge(const TimePicture& p, u32 word, const float (&around)[5]) {
  float here = around[0];
  float across = along(around[1], here, around[2]), down = along(around[3], here, around[4]);
  float slope = fmaxf(sqrtf(across * across + down * down), 1e-6f);
  int band = 0;
  while (band < p.count - 1 && p.middles[band] < here) band++;
  float limit = p.limits[band], past = (here - limit) / slope; // signed samples from the line
  bool known = true;
  for (int k = 1; k < 5; k++) known = known && around[k] < NEVER;
  if (p.stopped && !known && p.late < here && (double)here <= p.latest)
    past = -0.25f; // the front ended there; no later time tells where
  float away = fabsf(past);
  bool edge = p.fill[BEYOND - 1] != 0 && away < 0.5f;
  if (!edge && !(p.lined && away < p.halo_half)) return word;
  WordParts drawn = parts_of(word);
  if (edge) {
    float share = share_of(0.5f + past);
    WordParts low = parts_of(p.fill[step_of(limit - p.nudge, p.per_second)]);
    WordParts high = parts_of(p.fill[step_of(limit + p.nudge, p.per_second)]);
    for (int k = 0; k < 4; k++) drawn.of[k] = low.of[k] * (1.0f - share) + high.of[k] * share;
  }
  if (p.lined) {
    int step = step_of(limit, p.per_second);
    for (int wide = 1; wide >= 0; wide--) {
      WordParts over = parts_of(wide ? p.halo[step] : p.line[step]);
      float cover = share_of((wide ? p.halo_half : p.line_half) - away);
      float rest = 1.0f - cover * (over.of[3] / 255.0f);
      for (int k = 0; k < 4; k++) drawn.of[k] = over.of[k] * cover + drawn.of[k] * rest;
    }
  }
  u32 made = 0;
  for (int k = 0; k < 4; k++) made |= (u32)(drawn.of[k] + 0.5f) << (8 * k);
  return made;
}

__device__ __forceinline__ u32 more(u32 part, float share) { return (u32)(fminf(part * share, 255.0f) + 0.5f); }

// The mean of the samples of a pixel. One that a barrier takes a part of is drawn as if it were reached wholly,
// unless it may be the edge of what is reached. words, seconds: of its first sample, with so many a row.
__device__ u32 mean_of(const TimePicture& p, const u32* words, int words_a_row, const float* seconds,
                       int seconds_a_row) {
  u32 many = p.samples * p.samples, reached = 0, sum[4];
  float latest = 0.0f;
  for (int k = 0; k < 4; k++) sum[k] = many / 2;
  for (int down = 0; down < p.samples; down++)
    for (int right = 0; right < p.samples; right++) {
      u32 word = words[down * words_a_row + right];
      for (int k = 0; k < 4; k++) sum[k] += word >> (8 * k) & 0xff;
      float time = seconds[down * seconds_a_row + right];
      if (time < NEVER) reached++, latest = fmaxf(latest, time);
    }
  bool whole = 0 < reached && reached < many && !(p.stopped && latest > p.late);
  float share = whole ? (float)((double)many / reached) : 1.0f;
  u32 made = 0;
  for (int k = 0; k < 4; k++) made |= (whole ? more(sum[k] / many, share) : sum[k] / many) << (8 * k);
  return made;
}

// A bit for each sample of the row beside which another band is.
__device__ __forceinline__ u64 edges_in_row(const u8* bands, int row, int places) {
  u32 words[2];
  for (int part = 0; part < 2; part++) {
    int col = part * 32 + (threadIdx.x & 31);
    bool edge = false;
    if (col < places) {
      const u8* own = bands + row * places + col;
      edge = (col > 0 && own[-1] != *own) || (col < places - 1 && own[1] != *own) ||
             (row > 0 && own[-places] != *own) || (row < places - 1 && own[places] != *own);
    }
    words[part] = __ballot_sync(ALL_LANES, edge);
  }
  return (u64)words[1] << 32 | words[0];
}

// One block a square of samples, which holds whole pixels. Past an end of the picture lies what lies there.
extern "C" __global__ void paint_times(const __grid_constant__ TimePicture p, u32* image) {
  extern __shared__ u64 shared[];
  int side = SIDE / p.samples * p.samples, places = side + 2 * p.reach;
  u64 *near = shared, *less = near + PLACES;
  SamplePlace *down = (SamplePlace*)(less + PLACES), *across = down + PLACES;
  float* seconds = (float*)(across + PLACES);
  u32* words = (u32*)(seconds + places * places); // of several samples a pixel
  u8* bands = (u8*)(words + (p.samples > 1 ? side * side : 0));
  int top = blockIdx.x * side, left = blockIdx.y * side;

  for (int k = threadIdx.x; k < 2 * places; k += blockDim.x) {
    bool rows = k < places;
    int at = (rows ? k : k - places) - p.reach;
    if (rows) down[k] = place_of(within(top + at, p.rows), p.row_step, p.height, p.straight, p.down);
    else across[k - places] = place_of(within(left + at, p.cols), p.col_step, p.width, p.straight, p.across);
  }
  __syncthreads();
  for (int k = threadIdx.x; k < places * places; k += blockDim.x) {
    float time = sample_of(p, down[k / places], across[k % places]);
    seconds[k] = time, bands[k] = __ldg(p.bands + step_of(time, p.per_second));
  }
  __syncthreads();

  int edges = 0;
  for (int row = threadIdx.x / 32; row < places; row += blockDim.x / 32) {
    u64 found = edges_in_row(bands, row, places);
    if ((threadIdx.x & 31) == 0) near[row] = found;
    edges |= found != 0;
  }
  edges = __syncthreads_or(edges);
  for (int steps = 1; edges && steps < p.reach; steps++) { // those `reach` steps from another band
    for (int row = threadIdx.x; row < places; row += blockDim.x) {
      u64 own = near[row];
      less[row] = own | own << 1 | own >> 1 | near[max(row - 1, 0)] | near[min(row + 1, places - 1)];
    }
    __syncthreads();
    u64* swapped = near;
    near = less, less = swapped;
  }

  for (int k = threadIdx.x; k < side * side; k += blockDim.x) {
    int row = k / side, col = k % side;
    if (top + row >= p.rows || left + col >= p.cols) continue;
    const float* here = seconds + (row + p.reach) * places + col + p.reach;
    u32 word = __ldg(p.fill + step_of(*here, p.per_second));
    if (edges && near[row + p.reach] >> (col + p.reach) & 1 && *here < NEVER) {
      float around[5] = {*here, here[-1], here[1], here[-places], here[places]};
      word = beside_edge(p, word, around);
    }
    if (p.samples > 1) words[k] = word;
    else image[(u64)(top + row) * p.cols + left + col] = word;
  }
  if (p.samples == 1) return;
  __syncthreads();
  int a_side = side / p.samples, cols = p.cols / p.samples;
  for (int k = threadIdx.x; k < a_side * a_side; k += blockDim.x) {
    int row = k / a_side * p.samples, col = k % a_side * p.samples;
    if (top + row >= p.rows || left + col >= p.cols) continue;
    u32 mean = mean_of(p, words + row * side + col, side, seconds + (row + p.reach) * places + col + p.reach, places);
    image[(u64)((top + row) / p.samples) * cols + (left + col) / p.samples] = mean;
  }
}
