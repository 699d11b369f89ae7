/* SPDX-License-Identifier: BSD-3-Clause */
/* native_rules_alltoall FILE COLLECTIVE BYTES...: what MPI_Alltoall, Alltoallv or Alltoallw depends on, seen from
 * outside. For each size of a block one rank stays away until nothing moves any more; then it notes which blocks have
 * arrived where they belong, and joins. The blocks that ranks receive lie in FILE, which all ranks map. Prints
 * "BYTES: bits of the sources, for each rank". */
#include "native_rules_memory.h"
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { most = 15 };

static unsigned char *blocks, *sent;
static int rank, size;
static const char* collective;

static int mark(int from, int to)
{
    return 1 + from * size + to;
}

static void call(size_t n)
{
    int counts[most], places[most], count = (int)n;
    MPI_Datatype types[most];
    MPI_Comm all = MPI_COMM_WORLD;
    unsigned char* mine = blocks + n * (size_t)(rank * size);
    for (int r = 0; r < size; ++r) counts[r] = count, places[r] = r * count, types[r] = MPI_BYTE;
    if (strcmp(collective, "alltoall") == 0) MPI_Alltoall(sent, count, MPI_BYTE, mine, count, MPI_BYTE, all);
    else if (strcmp(collective, "alltoallv") == 0)
        MPI_Alltoallv(sent, counts, places, MPI_BYTE, mine, counts, places, MPI_BYTE, all);
    else MPI_Alltoallw(sent, counts, places, types, mine, counts, places, types, all);
}

static unsigned arrived(int to, size_t n)
{
    unsigned bits = 0;
    volatile unsigned char* at = blocks + n * (size_t)(to * size);
    for (int from = 0; from < size; ++from, at += n)
        bits |= (unsigned)(at[0] == mark(from, to) && at[n - 1] == mark(from, to)) << from;
    return bits;
}

/* Until nothing has changed for 0.15 s: many ranks share few cores. */
static void rest(size_t n, unsigned* seen)
{
    for (int still = 0; still < 15; ++still) {
        nanosleep(&(struct timespec){0, 10000000}, NULL);
        for (int r = 0; r < size; ++r) {
            unsigned now = arrived(r, n);
            if (now != seen[r]) still = -1;
            seen[r] = now;
        }
    }
}

static void round_without(int away, size_t n)
{
    unsigned seen[most] = {0};
    memset(blocks + n * (size_t)(rank * size), 0, n * (size_t)size);
    for (int to = 0; to < size; ++to) memset(sent + n * (size_t)to, mark(rank, to), n);
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank == away) rest(n, seen);
    call(n);
    if (arrived(rank, n) != (1u << size) - 1) MPI_Abort(MPI_COMM_WORLD, 3);
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank != away) return;
    printf("%zu:", n);
    for (int r = 0; r < size; ++r) printf(" %x", seen[r]);
    printf("\n");
    fflush(stdout);
}

int main(int argc, char** argv)
{
    size_t largest = begin(argc, argv, 3, most, &rank, &size), own = largest * (size_t)size;
    collective = argv[2];
    blocks = shared(argv[1], own * (size_t)size);
    sent = malloc(own);
    if (!sent) MPI_Abort(MPI_COMM_WORLD, 2);
    for (int i = 3; i < argc; ++i) round_without(size / 2 - 1, (size_t)strtoull(argv[i], NULL, 10));
    MPI_Finalize();
    return 0;
}
