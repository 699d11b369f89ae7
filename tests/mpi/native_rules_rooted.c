/* SPDX-License-Identifier: BSD-3-Clause */
/* native_rules_rooted FILE COLLECTIVE BYTES...: what MPI_Gather, Gatherv, Scatter or Scatterv depends on, seen from
 * outside. For each size of a block and each rank x but the root, x stays away until nothing moves any more; then it
 * notes whose blocks have arrived, and joins. In a tree the blocks of x's descendants wait for x; a root that serves
 * its ranks one after the other keeps all later ones waiting. The blocks lie in FILE, which all ranks map: those of a
 * gather at the root, that of each rank in a scatter. Prints "BYTES x: bits of the ranks". */
#include "native_rules_memory.h"
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { most = 16 };

static unsigned char *blocks, *sent;
static int rank, size;
static const char* collective;

static void call(size_t n)
{
    int counts[most], places[most], count = (int)n;
    unsigned char* mine = blocks + n * (size_t)rank;
    for (int r = 0; r < size; ++r) {
        counts[r] = count;
        places[r] = r * count;
    }
    if (strcmp(collective, "gather") == 0)
        MPI_Gather(sent, count, MPI_BYTE, blocks, count, MPI_BYTE, 0, MPI_COMM_WORLD);
    else if (strcmp(collective, "gatherv") == 0)
        MPI_Gatherv(sent, count, MPI_BYTE, blocks, counts, places, MPI_BYTE, 0, MPI_COMM_WORLD);
    else if (strcmp(collective, "scatter") == 0)
        MPI_Scatter(sent, count, MPI_BYTE, mine, count, MPI_BYTE, 0, MPI_COMM_WORLD);
    else if (strcmp(collective, "scatterv") == 0)
        MPI_Scatterv(sent, counts, places, MPI_BYTE, mine, count, MPI_BYTE, 0, MPI_COMM_WORLD);
    else MPI_Abort(MPI_COMM_WORLD, 2);
}

static unsigned arrived(size_t n)
{
    unsigned bits = 0;
    for (int r = 1; r < size; ++r)
        bits |= (unsigned)(((volatile unsigned char*)blocks)[n * (size_t)(r + 1) - 1] != 0) << r;
    return bits;
}

/* Until nothing has changed for 0.15 s: many ranks share few cores. */
static unsigned rest(size_t n)
{
    unsigned seen = arrived(n);
    for (int still = 0; still < 15; ++still) {
        nanosleep(&(struct timespec){0, 10000000}, NULL);
        unsigned now = arrived(n);
        if (now != seen) still = -1;
        seen = now;
    }
    return seen;
}

static void round_without(int away, size_t n)
{
    unsigned seen = 0;
    if (rank == 0) memset(blocks, 0, n * (size_t)size);
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank == away) seen = rest(n);
    call(n);
    MPI_Barrier(MPI_COMM_WORLD);
    for (size_t i = 0; i < n * (size_t)size; ++i)
        if (rank == 0 && blocks[i] != 0x5a) MPI_Abort(MPI_COMM_WORLD, 3);
    if (rank != away) return;
    printf("%zu %d: %x\n", n, away, seen);
    fflush(stdout);
}

int main(int argc, char** argv)
{
    size_t all = begin(argc, argv, 3, most, &rank, &size) * (size_t)size;
    collective = argv[2];
    blocks = shared(argv[1], all);
    sent = malloc(all);
    if (!sent) MPI_Abort(MPI_COMM_WORLD, 2);
    memset(sent, 0x5a, all);
    for (int i = 3; i < argc; ++i)
        for (int away = 1; away < size; ++away) round_without(away, (size_t)strtoull(argv[i], NULL, 10));
    MPI_Finalize();
    return 0;
}
