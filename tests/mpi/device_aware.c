/* SPDX-License-Identifier: BSD-3-Clause */
/* device_aware staged|kernel: sums under a library that says that it reads memory of devices (device_aware_front.c),
 * and does not: Hocket has to run them. */
#include "device_sums.h"

int MPIX_Query_cuda_support(void);

int main(int argc, char** argv)
{
    enum { n = 1000, calls = 5 };
    MPI_Init(&argc, &argv);
    int by_kernels = argc > 1 && strcmp(argv[1], "kernel") == 0;
    char *out = device_allocate(n * 4, on_device), *in = device_allocate(n * 4, on_device);
    find_double();
    renew();
    must(MPIX_Query_cuda_support() == 1, "the library in front");
    for (int i = 0; i < calls; ++i)
        for (int root = -1; root < ranks; ++root)
            sum((struct sum){out, in, n, root, 0, 0}, by_kernels, "a sum under a library that reads memory of devices");
    device_free(out);
    device_free(in);
    return end_well();
}
