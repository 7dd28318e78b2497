// Who has to be told when a team of warps (tile.cuh) has settled a tile: as in straight/tile_wedges.cuh, where tiles are settled
// in registers.
#pragma once
#include "teams/tile.cuh"

namespace in_shared {

// Smallest label that the border row of this warp offers the row of the halo beside it, or might by labels that fell, where
// that is below what is there; else UNREACHED. The halo's labels are lowered to what is offered: what does not fall below that is
// not offered again. `old`: label of the lane's border cell before.
template <bool wide> __device__ __forceinline__ u32 offer_to(const TileAtWork& work, Direction d, u32 old, int lane) {
  int place = border_place(work, d, lane), to = place + beyond_border(work, d);
  u32 there = work.label[to];
  From from = {work.label[place], UNREACHED, UNREACHED};
  if (lane > 0) from.before = work.label[place - d.across]; // else it lies in a third tile
  if (lane < TILE - 1) from.after = work.label[place + d.across];
#if KEPT
  if (!(d.across == 1 ? work.upright_prices : work.aside_prices)) return UNREACHED;
  u32 reached = relaxed_by(row_in(beyond_in(work, d), lane), there, from);
  u32 offered = offered_unseen_kept(work, d, reached, old, place, lane);
#else
  u32 reached = relaxed_at<wide>(work, d, to, place, from);
  u32 offered = min(reached, offered_unseen(work, d, old, place, to, lane));
#endif
  if (reached < there) work.label[to] = reached;
  return warp_min(offered < there ? offered : UNREACHED);
}

// What the corners of the upper or lower border offer the corner cells of the halo, in lanes 0 and 1.
__device__ __forceinline__ u32 offer_to_corner(const TileAtWork& work, int lane) {
  u32 old_last = __shfl_sync(ALL_LANES, work.old_upright, TILE - 1);
  int right = lane & 1, place = place_of(work.warp ? TILE - 1 : 0, right ? TILE - 1 : 0);
  int to = place + (work.warp ? PITCH : -PITCH) + (right ? 1 : -1);
  u32 label = work.label[place], there = lane < 2 ? work.label[to] : 0; // whose label only these two lanes may lower
  bool fell = label < (right ? old_last : work.old_upright);
#if KEPT
  u32 reached = offered_aslant_kept(work, place, false), offered = offered_aslant_kept(work, place, fell);
#else
  u32 reached = offered_aslant(work, place, to, false), offered = offered_aslant(work, place, to, fell);
#endif
  if (reached < there) work.label[to] = reached;
  return offered < there ? offered : UNREACHED;
}

template <bool wide> __device__ __forceinline__ void put_keys_of(const TileAtWork& work, int lane) {
  u32* keys = work.words->keys;
  if (work.pair == 0) {
    u32 upright = offer_to<wide>(work, {PITCH, 1}, work.old_upright, lane);
    u32 corner = offer_to_corner(work, lane);
    if (lane < 2) keys[2 * work.warp + lane] = corner;
    if (lane == 0) keys[4 + work.warp] = upright;
  }
  if (work.pair == LAST_PAIR) {
    u32 aside = offer_to<wide>(work, {1, PITCH}, work.old_aside, lane);
    if (lane == 0) keys[6 + work.warp] = aside;
  }
}

// Puts the keys that each neighbour gets where the first warp finds them once the team has met: 0 to 3 the corners row by
// row, 4 to 7 up, down, left, right. From now on labels are old that are there now.
__device__ __forceinline__ void put_keys(TileAtWork& work, int lane) {
  if (work.wide) put_keys_of<true>(work, lane);
  else put_keys_of<false>(work, lane);
  keep_border(work, lane);
}
} // namespace in_shared
