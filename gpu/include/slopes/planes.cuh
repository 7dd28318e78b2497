// Where the prices of a tile's steps lie in a warp's shared memory.
#pragma once
#include "tiles/labels.cuh"

#define PLANE (TILE * STRIDE)

// Words of a warp's shared memory: labels to be transposed, diagonal steps from each corner, then steps over
// the four sides.
enum SlopedPlane { SLOPED_LABELS, FROM_UP_LEFT, FROM_UP_RIGHT, FROM_DOWN_LEFT, FROM_DOWN_RIGHT, SLOPED_PLANES };
#define FROM_UP FROM_UP_LEFT // straight steps are there before the diagonal ones
#define FROM_DOWN FROM_UP_RIGHT
#define FROM_LEFT FROM_DOWN_LEFT
#define FROM_RIGHT FROM_DOWN_RIGHT
#define OVER_SIDES (SLOPED_PLANES * PLANE)
#define SIDE_WORDS (6 * TILE)
#define SLOPED_WORDS (OVER_SIDES + 4 * SIDE_WORDS)

// Steps over a side, by lane: into the tile from the cell across, the one before that and the one after; and out
// of it to these.
enum OverSide { IN_ACROSS = 0, IN_BEFORE = TILE, IN_AFTER = 2 * TILE, OUT_ACROSS = 3 * TILE, OUT_BEFORE = 4 * TILE,
                OUT_AFTER = 5 * TILE };
