// Prices of a tile's steps as they are kept for all visits, where there is memory for them (`price_slopes` of
// grids/slope_prices.cu): first what visits have in shared memory, diagonal steps and those over the sides; then straight
// steps, in the chunks of labels: those of columns, from before and from after, and those of rows, whose rows are columns.
#pragma once
#include "slopes/planes.cuh"

#define STAGED (FROM_UP_LEFT * PLANE) // of shared memory, from here on
#define STAGED_WORDS (SLOPED_WORDS - STAGED)
#define PRICE_WORDS (STAGED_WORDS + 4 * CELLS) // of a tile
enum StraightPlane { COLUMN_BEFORE, COLUMN_AFTER, ROW_BEFORE, ROW_AFTER };
static_assert(STAGED % 4 == 0 && STAGED_WORDS % (4 * TILE) == 0, "all lanes copy as many chunks");
