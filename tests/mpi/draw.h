/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef HOCKET_TESTS_MPI_DRAW_H
#define HOCKET_TESTS_MPI_DRAW_H

/* A small generator, so that every library and every rank draws the same numbers. */
static inline unsigned draw(unsigned* state, unsigned below)
{
    *state = *state * 1664525u + 1013904223u;
    return (*state >> 8) % below;
}

#endif
