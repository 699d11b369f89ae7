/* SPDX-License-Identifier: BSD-3-Clause */
/* A complex 3D transform there and back by FFTW over MPI. Prints what does not depend on how sums are ordered. */
#include <fftw3-mpi.h>
#include <math.h>
#include <stdio.h>

enum { n0 = 48, n1 = 40, n2 = 36, rounds = 40 };

static double wave(ptrdiff_t i, ptrdiff_t j, ptrdiff_t k)
{
    return sin(0.3 * (double)i) + cos(0.7 * (double)j) * (double)(k % 7);
}

static double largest_of(double mine)
{
    double all;
    MPI_Allreduce(&mine, &all, 1, MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD);
    return all;
}

int main(int argc, char** argv)
{
    int rank;
    ptrdiff_t planes, first;
    MPI_Init(&argc, &argv);
    fftw_mpi_init();
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    ptrdiff_t room = fftw_mpi_local_size_3d(n0, n1, n2, MPI_COMM_WORLD, &planes, &first);
    fftw_complex* data = fftw_alloc_complex((size_t)room);
    fftw_plan there = fftw_mpi_plan_dft_3d(n0, n1, n2, data, data, MPI_COMM_WORLD, FFTW_FORWARD, FFTW_ESTIMATE);
    fftw_plan back = fftw_mpi_plan_dft_3d(n0, n1, n2, data, data, MPI_COMM_WORLD, FFTW_BACKWARD, FFTW_ESTIMATE);
    for (ptrdiff_t at = 0; at < planes * n1 * n2; ++at) {
        data[at][0] = wave(first + at / (n1 * n2), at / n2 % n1, at % n2);
        data[at][1] = 0;
    }
    double power = 0, error = 0;
    for (int round = 0; round < rounds; ++round) {
        fftw_execute(there);
        power = 0;
        for (ptrdiff_t at = 0; at < planes * n1 * n2; ++at) power = fmax(power, hypot(data[at][0], data[at][1]));
        fftw_execute(back);
        for (ptrdiff_t at = 0; at < planes * n1 * n2; ++at) data[at][0] /= n0 * n1 * n2, data[at][1] /= n0 * n1 * n2;
    }
    for (ptrdiff_t at = 0; at < planes * n1 * n2; ++at)
        error = fmax(error, fabs(data[at][0] - wave(first + at / (n1 * n2), at / n2 % n1, at % n2)));
    power = largest_of(power), error = largest_of(error);
    if (rank == 0) printf("largest coefficient %a, largest error %a\n", power, error);
    fftw_destroy_plan(there);
    fftw_destroy_plan(back);
    fftw_free(data);
    fftw_mpi_cleanup();
    MPI_Finalize();
    return 0;
}
