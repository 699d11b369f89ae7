/* SPDX-License-Identifier: BSD-3-Clause */
/* How the programs begin that see from outside what arrives while a rank stays away. */
#ifndef NATIVE_RULES_MEMORY_H
#define NATIVE_RULES_MEMORY_H
#include <fcntl.h>
#include <mpi.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

/* Starts MPI on up to `most` ranks. Arguments from argv[first] on are sizes, one at least: the largest. */
static size_t begin(int argc, char** argv, int first, int most, int* rank, int* size)
{
    size_t largest = 0;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, rank);
    MPI_Comm_size(MPI_COMM_WORLD, size);
    for (int i = first; i < argc; ++i)
        if (strtoull(argv[i], NULL, 10) > largest) largest = strtoull(argv[i], NULL, 10);
    if (argc <= first || *size > most) MPI_Abort(MPI_COMM_WORLD, 2);
    return largest;
}

/* A file's first bytes, which all ranks see. */
static unsigned char* shared(const char* name, size_t bytes)
{
    int file = open(name, O_RDWR | O_CREAT, 0600);
    if (file < 0 || ftruncate(file, (off_t)bytes) != 0) MPI_Abort(MPI_COMM_WORLD, 2);
    void* at = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
    if (at == MAP_FAILED) MPI_Abort(MPI_COMM_WORLD, 2);
    close(file);
    return at;
}

#endif
