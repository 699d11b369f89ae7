/* SPDX-License-Identifier: BSD-3-Clause */
/* large SPEC [plain]: more than 2 GiB, as elements of a contiguous type, by MPI_Bcast_c where the library has it, and
 * as one giant element with gaps and without, unless plain: Intel MPI 2021.18 cannot make such a type. */
#include "forced.h"
#include <stdlib.h>

static const size_t total = ((size_t)1 << 31) + 4099;
static int rank;

static unsigned char at(size_t i)
{
    return (unsigned char)((i * 7 + (i >> 20)) % 251);
}

static void judge(const unsigned char* data, size_t step, const char* what)
{
    for (size_t i = 0; i < total; ++i)
        if (data[i * step] != at(i)) {
            fprintf(stderr, "FAILED: %s, rank %d, byte %zu\n", what, rank, i);
            MPI_Abort(MPI_COMM_WORLD, 1);
        }
}

static void start(unsigned char* data, size_t step, int root)
{
    memset(data, 0xEE, total * step);
    for (size_t i = 0; rank == root && i < total; ++i) data[i * step] = at(i);
}

/* All of it in one element, `step` bytes apart. */
static MPI_Datatype whole(size_t step)
{
    MPI_Datatype some, rest, type;
    size_t half = total / 2;
    MPI_Type_create_hvector((int)half, 1, (MPI_Aint)step, MPI_BYTE, &some);
    MPI_Type_create_hvector((int)(total - half), 1, (MPI_Aint)step, MPI_BYTE, &rest);
    int lengths[] = {1, 1};
    MPI_Aint offsets[] = {0, (MPI_Aint)(half * step)};
    MPI_Datatype types[] = {some, rest};
    MPI_Type_create_struct(2, lengths, offsets, types, &type);
    MPI_Type_commit(&type);
    MPI_Type_free(&some);
    MPI_Type_free(&rest);
    return type;
}

int main(int argc, char** argv)
{
    MPI_Init(&argc, &argv);
    MPI_Comm comm = forced(MPI_COMM_WORLD, "bcast", argc > 1 ? argv[1] : "knomial");
    MPI_Comm_rank(comm, &rank);
    unsigned char* data = malloc(2 * total);

    for (size_t step = 1; step <= 2 && argc < 3; ++step) {
        MPI_Datatype type = whole(step);
        start(data, step, (int)step - 1);
        MPI_Bcast(data, 1, type, (int)step - 1, comm);
        judge(data, step, step == 1 ? "one element without gaps" : "one element with gaps");
        MPI_Type_free(&type);
    }
    MPI_Datatype piece;
    MPI_Type_contiguous((int)(total / 4099), MPI_BYTE, &piece); /* a count that is an int, of bytes that are not */
    MPI_Type_commit(&piece);
    start(data, 1, 1);
    size_t pieces = total / (total / 4099);
    MPI_Bcast(data, (int)pieces, piece, 1, comm);
    for (size_t i = 0; i < pieces * (total / 4099); ++i)
        if (data[i] != at(i)) return fprintf(stderr, "FAILED: contiguous, byte %zu\n", i), MPI_Abort(comm, 1), 1;
    MPI_Type_free(&piece);
#if MPI_VERSION >= 4
    start(data, 1, 0);
    MPI_Bcast_c(data, (MPI_Count)total, MPI_BYTE, 0, comm);
    judge(data, 1, "MPI_Bcast_c");
#endif
    free(data);
    MPI_Comm_free(&comm);
    MPI_Finalize();
    if (rank == 0) puts("ok");
    return 0;
}
