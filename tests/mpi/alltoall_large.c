/* SPDX-License-Identifier: BSD-3-Clause */
/* alltoall_large: a block of more than 2 GiB from each rank to the next beside short ones, in contiguous memory and
 * with gaps, by MPI_Alltoallv and MPI_Alltoallw; and, where the library has it, by MPI_Alltoallv_c, counted in bytes.
 * Which algorithm runs is for the settings to say. */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { unit = 1 << 12, most = 8 };

static const size_t giant = ((size_t)1 << 19) + 3; /* elements of 4096 bytes */
static int rank, size;

/* How many elements one rank has for another. */
static size_t elements(int from, int to)
{
    return to == (from + 1) % size ? giant : (size_t)(from + 1);
}

static unsigned char at(int from, int to, size_t i)
{
    return (unsigned char)((i * 7 + (i >> 20) + (size_t)from * 31 + (size_t)to * 57) % 251);
}

/* All of one side, elements `step` bytes apart: in memory, or compared with it. */
static void visit(unsigned char* memory, size_t step, int sends, const char* what)
{
    for (int i = 0; i < size; ++i) {
        int from = sends ? rank : i, to = sends ? i : rank;
        for (size_t k = 0; k < elements(from, to) * unit; ++k) {
            unsigned char *is = memory + k / unit * step + k % unit, should = at(from, to, k);
            if (sends) *is = should;
            if (*is == should) continue;
            fprintf(stderr, "FAILED: %s, rank %d, from %d, byte %zu\n", what, rank, from, k);
            MPI_Abort(MPI_COMM_WORLD, 1);
        }
        memory += elements(from, to) * step;
    }
}

static size_t room(int sends)
{
    size_t n = 0;
    for (int i = 0; i < size; ++i) n += sends ? elements(rank, i) : elements(i, rank);
    return n;
}

static void by_elements(unsigned char* sent, unsigned char* come, size_t step)
{
    int out[most], in[most], from[most], to[most];
    MPI_Datatype element, spaced;
    MPI_Type_contiguous(unit, MPI_BYTE, &element);
    MPI_Type_create_resized(element, 0, (MPI_Aint)step, &spaced);
    MPI_Type_commit(&element);
    MPI_Type_commit(&spaced);
    for (int i = 0, x = 0, y = 0; i < size; ++i) {
        out[i] = (int)elements(rank, i), in[i] = (int)elements(i, rank);
        from[i] = x, to[i] = y, x += out[i], y += in[i];
    }
    MPI_Alltoallv(sent, out, from, element, come, in, to, spaced, MPI_COMM_WORLD);
    MPI_Type_free(&element);
    MPI_Type_free(&spaced);
}

/* One element each, of a type that knows its place: offsets are ints, of bytes. */
static void by_types(unsigned char* sent, unsigned char* come)
{
    int ones[most], at_start[most] = {0};
    MPI_Datatype out[most], in[most], element;
    MPI_Aint from = 0, to = 0;
    MPI_Type_contiguous(unit, MPI_BYTE, &element);
    for (int i = 0; i < size; ++i) {
        int n = (int)elements(rank, i), m = (int)elements(i, rank);
        MPI_Type_create_hindexed(1, &n, &from, element, &out[i]);
        MPI_Type_create_hindexed(1, &m, &to, element, &in[i]);
        MPI_Type_commit(&out[i]);
        MPI_Type_commit(&in[i]);
        ones[i] = 1, from += (MPI_Aint)n * unit, to += (MPI_Aint)m * unit;
    }
    MPI_Alltoallw(sent, ones, at_start, out, come, ones, at_start, in, MPI_COMM_WORLD);
    for (int i = 0; i < size; ++i) MPI_Type_free(&out[i]), MPI_Type_free(&in[i]);
    MPI_Type_free(&element);
}

#if MPI_VERSION >= 4
static void by_bytes(unsigned char* sent, unsigned char* come)
{
    MPI_Count out[most], in[most];
    MPI_Aint from[most] = {0}, to[most] = {0};
    for (int i = 0; i < size; ++i) {
        out[i] = (MPI_Count)(elements(rank, i) * unit), in[i] = (MPI_Count)(elements(i, rank) * unit);
        if (i > 0) from[i] = from[i - 1] + (MPI_Aint)out[i - 1], to[i] = to[i - 1] + (MPI_Aint)in[i - 1];
    }
    MPI_Alltoallv_c(sent, out, from, MPI_BYTE, come, in, to, MPI_BYTE, MPI_COMM_WORLD);
}
#endif

int main(int argc, char** argv)
{
    const size_t gaps = unit + 64;
    const char* what = argc > 1 ? argv[1] : "plain";
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    size_t step = strcmp(what, "gaps") ? unit : gaps;
    unsigned char *sent = malloc(room(1) * unit), *come = malloc(room(0) * step);
    visit(sent, unit, 1, what);
    memset(come, 0xEE, room(0) * step);
    if (!strcmp(what, "types")) by_types(sent, come);
#if MPI_VERSION >= 4
    else if (!strcmp(what, "bytes")) by_bytes(sent, come);
#endif
    else by_elements(sent, come, step);
    visit(come, step, 0, what);
    free(sent), free(come);
    MPI_Finalize();
    if (rank == 0) puts("ok");
    return 0;
}
