/* SPDX-License-Identifier: BSD-3-Clause */
/* native_rules FILE BYTES...: what MPI_Bcast depends on, seen from outside. For each size and each rank x but the root,
 * x stays away until nothing moves any more; then it notes which of 64 pieces of each rank's buffer have arrived, and
 * joins. That pattern follows from the algorithm alone: the descendants of x in
 * a tree, the blocks that passed by x in an allgather. The buffers lie in FILE, which all ranks map.
 * Prints "BYTES x: state of rank 1, 2, ..."; two runs with one algorithm print the same. Before that, what the library
 * says about itself, in one line. */
#include "native_rules_memory.h"
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { pieces = 64, most = 16 };

static unsigned char* buffers;
static size_t room;
static int rank, size;

static unsigned char* buffer_of(int r)
{
    return buffers + room * (size_t)r;
}

/* Bit i: the last byte of piece i is there. The sender's bytes are never 0. */
static uint64_t arrived(int r, size_t n)
{
    uint64_t bits = 0;
    for (size_t i = 0; i < pieces; ++i) {
        size_t end = n * (i + 1) / pieces;
        if (end > 0 && ((volatile unsigned char*)buffer_of(r))[end - 1] != 0) bits |= (uint64_t)1 << i;
    }
    return bits;
}

static void look(size_t n, uint64_t* seen)
{
    for (int r = 0; r < size; ++r) seen[r] = arrived(r, n);
}

/* Until nothing has changed for 0.15 s: many ranks share few cores. */
static void wait_for_rest(size_t n, uint64_t* seen)
{
    uint64_t now[most];
    look(n, seen);
    for (int still = 0; still < 15; ++still) {
        nanosleep(&(struct timespec){0, 10000000}, NULL);
        look(n, now);
        if (memcmp(now, seen, sizeof(uint64_t) * (size_t)size) != 0) still = -1;
        memcpy(seen, now, sizeof now);
    }
}

static void round_without(int away, size_t n)
{
    uint64_t seen[most] = {0};
    memset(buffer_of(rank), rank == 0 ? 0x5a : 0, n);
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank == away) wait_for_rest(n, seen);
    MPI_Bcast(buffer_of(rank), (int)n, MPI_BYTE, 0, MPI_COMM_WORLD);
    MPI_Barrier(MPI_COMM_WORLD);
    for (size_t i = 0; i < n; ++i)
        if (buffer_of(rank)[i] != 0x5a) MPI_Abort(MPI_COMM_WORLD, 3);
    if (rank != away) return;
    printf("%zu %d:", n, away);
    for (int r = 1; r < size; ++r) printf(" %llx", (unsigned long long)seen[r]);
    printf("\n");
    fflush(stdout);
}

static void introduce(void)
{
    char text[MPI_MAX_LIBRARY_VERSION_STRING];
    int length;
    MPI_Get_library_version(text, &length);
    for (char* c = text; *c; ++c)
        if (*c == '\n') *c = ' ';
    printf("library: %s\n", text);
}

int main(int argc, char** argv)
{
    room = begin(argc, argv, 2, most, &rank, &size) + 4096;
    buffers = shared(argv[1], room * (size_t)size);
    if (rank == 0) introduce();
    /* MPICH uses messages for the first calls on a communicator, and shared memory from then on. */
    for (int i = 0; i < 10; ++i) MPI_Bcast(buffer_of(rank), 1, MPI_BYTE, 0, MPI_COMM_WORLD);
    for (int i = 2; i < argc; ++i)
        for (int away = 1; away < size; ++away) round_without(away, (size_t)strtoull(argv[i], NULL, 10));
    MPI_Finalize();
    return 0;
}
