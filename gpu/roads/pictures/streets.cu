// Pictures of streets, the same to the pixel as road/maps/drawing.py draws: the same operations in the same order, in double
// precision, compiled without joining products and sums. A picture is divided into small squares; each has a list of the
// pieces of streets that may touch it, in the order in which they are drawn, and each pixel goes through it by itself.
#include "memory.cuh"

#define SIDE 8   // pixels of a square
#define STAGE 64 // pieces that a block looks at together: as many as it has threads
#define OPEN 1   // bits of `kind`, see road/maps/drawing_times.py
#define REACHED 2
#define STARTED 4
#define SHUT 8
#define THIN 2.6   // pixels up to which lines are drawn column by column
#define HALVINGS 6 // of a pixel, in search of the place where a colour ends

// Pieces of streets in the order in which they are drawn.
struct Pieces {
  const float* px; // points, right and up from the corner of all
  const float* py;
  const float* share;
  const u32* point;  // pieces: their first point
  const u32* street; // pieces
  const u8* level;   // streets
  u32 end[4];        // pieces of each rank and those below it
};

struct StreetView {
  double left, top, per_unit; // of the picture's corner in the plane of the points; pixels of a unit
  double width[4];            // pixels of each rank
  double reach[4];            // pixels from its middle line that the widest of all layers may touch
  int level, rows, cols, square_cols, square_rows;
};

struct Clocks {
  const u8* kind; // streets
  const float* up;
  const float* up_cost;
  const float* down;
  const float* down_cost;
  const u32* ray_street; // rays
  const double* rays;    // four numbers each: origin, way, time, cost
  int ray_count;
};

struct StreetInks {
  const u32* table;
  double per_unit, end, coarse, thin;
  int entries, cased, resting; // resting : whether what is not reached is seen
  u32 closed[4], rest[4], casing[4], shut[4];
};

struct Line {
  double x0, y0, x1, y1;
};

__device__ __forceinline__ int rank_of(const Pieces& p, u32 piece) {
  int rank = 0;
  while (piece >= p.end[rank]) rank++;
  return rank;
}

__device__ __forceinline__ Line line_of(const Pieces& p, const StreetView& v, u32 point) {
  double ax = p.px[point], ay = p.py[point], bx = p.px[point + 1], by = p.py[point + 1];
  return {(ax - v.left) * v.per_unit, (v.top - ay) * v.per_unit, (bx - v.left) * v.per_unit, (v.top - by) * v.per_unit};
}

// -- which squares a piece may touch

__device__ __forceinline__ int square_at(double pixel) {
  return (int)floor(fmin(fmax(pixel, -1e6), 1e6) / SIDE);
}

// Squares of a row that a piece may touch: the first, and the one after the last.
__device__ __forceinline__ void squares_in_row(const Line& a, const StreetView& v, double reach, int row, int* first,
                                               int* end) {
  double dx = a.x1 - a.x0, dy = a.y1 - a.y0, from = 0, to = 1;
  double low = (double)row * SIDE - reach, high = (double)(row + 1) * SIDE + reach;
  if (fabs(dy) > 1e-9) {
    double s = (low - a.y0) / dy, t = (high - a.y0) / dy;
    from = fmax(from, fmin(s, t)), to = fmin(to, fmax(s, t));
  }
  double s = a.x0 + from * dx, t = a.x0 + to * dx;
  *first = max(square_at(fmin(s, t) - reach), 0);
  *end = from > to ? *first : min(square_at(fmax(s, t) + reach) + 1, v.square_cols);
}

// Counts the squares of each piece, or, with `keys`, writes them down: the square above, the piece below 32 bits.
extern "C" __global__ void bin_pieces(const __grid_constant__ Pieces p, const __grid_constant__ StreetView v,
                                      const u32* ends, u32* counts, u64* keys) {
  u32 piece = blockIdx.x * blockDim.x + threadIdx.x;
  if (piece >= p.end[3]) return;
  u32 found = 0, at = keys && piece ? ends[piece - 1] : 0;
  if (p.level[p.street[piece]] <= v.level) {
    double reach = v.reach[rank_of(p, piece)];
    Line a = line_of(p, v, p.point[piece]);
    int row = max(square_at(fmin(a.y0, a.y1) - reach), 0);
    int stop = min(square_at(fmax(a.y0, a.y1) + reach) + 1, v.square_rows);
    if (fmax(a.x0, a.x1) + reach < 0 || fmin(a.x0, a.x1) - reach > v.cols) stop = row;
    for (; row < stop; row++) {
      int first, end;
      squares_in_row(a, v, reach, row, &first, &end);
      if (end <= first) continue;
      if (keys)
        for (int col = first; col < end; col++) keys[at + found + col - first] = (u64)(row * v.square_cols + col) << 32 | piece;
      found += end - first;
    }
  }
  if (!keys) counts[piece] = found;
}

// The place of each square's first key; one more for the end of the last. keys : ascending.
extern "C" __global__ void first_keys(const u64* keys, u32 count, u32 squares, u32* first) {
  u32 k = blockIdx.x * blockDim.x + threadIdx.x;
  if (k > count) return;
  u32 before = k ? (u32)(keys[k - 1] >> 32) + 1 : 0, here = k < count ? (u32)(keys[k] >> 32) : squares;
  for (u32 square = before; square <= here; square++) first[square] = k;
}

// -- colours

struct Clock {
  double up, up_cost, down, down_cost;
  u32 street; // of its rays; ALL_LANES where it has none
};

__device__ __forceinline__ u32 ink_at(double share, const Clock& clock, const Clocks& times, const StreetInks& inks, u32 rest) {
  double time = clock.up + share * clock.up_cost, other = clock.down + (1.0 - share) * clock.down_cost;
  if (other < time) time = other;
  if (clock.street != ALL_LANES)
    for (int ray = 0; ray < times.ray_count; ray++) {
      if (times.ray_street[ray] != clock.street) continue;
      const double* r = times.rays + 4 * ray;
      double gone = (share - r[0]) * r[1];
      if (gone < 0) continue;
      double come = r[2] + gone * r[3];
      if (come < time) time = come;
    }
  if (!(time <= inks.end)) return rest;
  double entry = time * inks.per_unit, last = inks.entries - 1;
  return inks.table[(int)(entry < last ? entry : last)];
}

// Where times from both ends are equal, if that is between two places; else the first.
__device__ __forceinline__ double meeting(const Clock& clock, double s0, double s1) {
  if (isfinite(clock.up) && isfinite(clock.down) && clock.up_cost + clock.down_cost > 0) {
    double meet = (clock.down + clock.down_cost - clock.up) / (clock.up_cost + clock.down_cost);
    if (s0 < meet && meet < s1) return meet;
  }
  return s0;
}

// `cover` 0..1 of a colour over an opaque ground; no colour leaves it as it is.
__device__ __forceinline__ u32 mixed(u32 ground, u32 ink, double cover) {
  if (ink == 0) return ground;
  if (cover >= 1.0) return ink;
  u32 share = (u32)(cover * 256.0);
  u32 odd = ((ground & 0xFF00FF) * (256 - share) + (ink & 0xFF00FF) * share) >> 8 & 0xFF00FF;
  u32 green = ((ground >> 8 & 0xFF) * (256 - share) + (ink >> 8 & 0xFF) * share) & 0xFF00;
  return 0xFF000000 | odd | green;
}

// -- pieces, ready to be drawn

enum { NOTHING, FLAT_LINE, CHANGING_LINE, FLAT_BAND, CHANGING_BAND };

struct Ready {
  int what;
  u32 ink, rest;
  double x0, y0, x1, y1; // of a thin one that is upright, x and y are exchanged
  int upright;
  double half, slope;  // of a thin one: half its extent across, and its slope
  double reach, length; // of a wide one: half its width and half a pixel, and its length squared
  double s0, s1;
  Clock clock;
};

enum { CASINGS, RESTING, TIMED };

__device__ __forceinline__ void make_ready(Ready& r, const Pieces& p, const StreetView& v, const Clocks& times,
                                           const StreetInks& inks, u32 piece, int layer) {
  r.what = NOTHING;
  u32 street = p.street[piece];
  int rank = rank_of(p, piece);
  u8 kind = times.kind[street];
  u32 flat;
  if (layer == CASINGS) {
    flat = kind & (inks.end < 0 ? OPEN : REACHED) ? inks.casing[rank] : 0;
  } else {
    if (((kind & REACHED) != 0) != (layer == TIMED)) return;
    flat = kind & SHUT ? inks.shut[rank] : kind & OPEN ? inks.rest[rank] : inks.closed[rank];
  }
  if (flat == 0 && layer != TIMED) return;
  u32 point = p.point[piece];
  Line a = line_of(p, v, point);
  double width = v.width[rank] + (layer == CASINGS ? 2.0 : 0.0);
  if (layer == RESTING) width *= inks.thin;
  r.s0 = p.share[point], r.s1 = p.share[point + 1];
  r.ink = r.rest = flat;
  bool same = true;
  if (layer == TIMED) {
    r.clock = {times.up[street], times.up_cost[street], times.down[street], times.down_cost[street],
               kind & STARTED ? street : ALL_LANES};
    double across = fabs(a.x1 - a.x0), along = fabs(a.y1 - a.y0);
    if ((across < along ? along : across) <= inks.coarse) {
      r.ink = ink_at(0.5 * (r.s0 + r.s1), r.clock, times, inks, flat);
    } else {
      r.ink = ink_at(r.s0, r.clock, times, inks, flat);
      u32 last = ink_at(r.s1, r.clock, times, inks, flat);
      u32 middle = ink_at(meeting(r.clock, r.s0, r.s1), r.clock, times, inks, flat);
      same = r.clock.street == ALL_LANES && r.ink == last && r.ink == middle;
    }
  }
  if (same && r.ink == 0) return;
  r.x0 = a.x0, r.y0 = a.y0, r.x1 = a.x1, r.y1 = a.y1;
  if (width > THIN) {
    double dx = a.x1 - a.x0, dy = a.y1 - a.y0, square = dx * dx + dy * dy;
    r.length = square < 1e-12 ? 1e-12 : square;
    r.reach = width / 2 + 0.5;
    r.what = same ? FLAT_BAND : CHANGING_BAND;
    return;
  }
  r.upright = fabs(a.y1 - a.y0) > fabs(a.x1 - a.x0);
  if (r.upright) r.x0 = a.y0, r.y0 = a.x0, r.x1 = a.y1, r.y1 = a.x1;
  if (r.x1 == r.x0) return;
  r.slope = (r.y1 - r.y0) / (r.x1 - r.x0);
  r.half = 0.5 * width * sqrt(1.0 + r.slope * r.slope);
  r.what = same ? FLAT_LINE : CHANGING_LINE;
}

__device__ __forceinline__ u32 over_line(u32 ground, const Ready& r, const Clocks& times, const StreetInks& inks, int row,
                                         int col) {
  int at = r.upright ? row : col, side = r.upright ? col : row;
  double begin = fmin(r.x0, r.x1), stop = fmax(r.x0, r.x1);
  if (at < floor(begin) || at > floor(stop)) return ground;
  double middle_x = fmin(fmax(at + 0.5, begin), stop);
  double here = r.y0 + (middle_x - r.x0) * r.slope;
  if (side < floor(here - r.half) || side > floor(here + r.half)) return ground;
  double enters = fmax(begin, (double)at), leaves = fmin(stop, at + 1.0), cut = leaves;
  u32 ink = r.ink, later = r.ink;
  if (r.what == CHANGING_LINE) {
    double per_pixel = (r.s1 - r.s0) / (r.x1 - r.x0);
    ink = ink_at(r.s0 + (enters - r.x0) * per_pixel, r.clock, times, inks, r.rest);
    later = ink_at(r.s0 + (leaves - r.x0) * per_pixel, r.clock, times, inks, r.rest);
    if (later != ink) {
      double before = enters;
      for (int k = 0; k < HALVINGS; k++) {
        double middle = 0.5 * (before + cut);
        if (ink_at(r.s0 + (middle - r.x0) * per_pixel, r.clock, times, inks, r.rest) == ink) before = middle;
        else cut = middle;
      }
    }
  }
  double part = fmin(here + r.half, side + 1.0) - fmax(here - r.half, (double)side);
  ground = mixed(ground, ink, (cut - enters) * part);
  return later != ink ? mixed(ground, later, (leaves - cut) * part) : ground;
}

__device__ __forceinline__ u32 over_band(u32 ground, const Ready& r, const Clocks& times, const StreetInks& inks, int row,
                                         int col) {
  double x = col + 0.5, y = row + 0.5, dx = r.x1 - r.x0, dy = r.y1 - r.y0;
  double along = fmin(fmax(((x - r.x0) * dx + (y - r.y0) * dy) / r.length, 0.0), 1.0);
  double aside = r.x0 + along * dx - x, astray = r.y0 + along * dy - y;
  double cover = fmin(r.reach - sqrt(aside * aside + astray * astray), 1.0);
  if (!(cover > 0)) return ground;
  u32 ink = r.ink;
  if (r.what == CHANGING_BAND) ink = ink_at(r.s0 + along * (r.s1 - r.s0), r.clock, times, inks, r.rest);
  return mixed(ground, ink, cover);
}

// One block a square, a thread a pixel.
extern "C" __global__ void __launch_bounds__(64)
    paint_streets(const __grid_constant__ Pieces p, const __grid_constant__ StreetView v,
                  const __grid_constant__ Clocks times, const __grid_constant__ StreetInks inks, const u64* keys,
                  const u32* first, u32* image) {
  __shared__ Ready ready[STAGE];
  u32 begin = first[blockIdx.x], end = first[blockIdx.x + 1];
  if (begin == end) return;
  int row = blockIdx.x / v.square_cols * SIDE + threadIdx.x / SIDE;
  int col = blockIdx.x % v.square_cols * SIDE + threadIdx.x % SIDE;
  bool inside = row < v.rows && col < v.cols;
  u32 word = inside ? image[(u64)row * v.cols + col] : 0;
  for (int layer = inks.cased ? CASINGS : RESTING; layer <= TIMED; layer++) {
    if (layer == RESTING && !inks.resting) continue;
    for (u32 at = begin; at < end; at += STAGE) {
      u32 count = min(end - at, (u32)STAGE);
      if (threadIdx.x < count) make_ready(ready[threadIdx.x], p, v, times, inks, (u32)keys[at + threadIdx.x], layer);
      __syncthreads();
      for (u32 k = 0; k < count; k++) {
        const Ready& r = ready[k];
        if (r.what == NOTHING) continue;
        word = r.what <= CHANGING_LINE ? over_line(word, r, times, inks, row, col) : over_band(word, r, times, inks, row, col);
      }
      __syncthreads();
    }
  }
  if (inside) image[(u64)row * v.cols + col] = word;
}

// `part` of 256 of another picture over one, as core.geometry.blending.mixed.
extern "C" __global__ void mix_pictures(u32* image, const u32* over, u32 part, u32 pixels) {
  u32 at = blockIdx.x * blockDim.x + threadIdx.x;
  if (at >= pixels) return;
  u32 below = image[at], above = over[at], rest = 256 - part;
  u32 odd = ((below & 0xFF00FF) * rest + (above & 0xFF00FF) * part) >> 8 & 0xFF00FF;
  u32 green = ((below >> 8 & 0xFF) * rest + (above >> 8 & 0xFF) * part) & 0xFF00;
  image[at] = 0xFF000000 | odd | green;
}
