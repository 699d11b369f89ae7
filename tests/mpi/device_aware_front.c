/* SPDX-License-Identifier: BSD-3-Clause */
/* A library in front of the MPI library, which Hocket takes for it: it finds the rest behind this. It says that it
 * reads memory of devices, as those that are built for GPUs do. */
int MPIX_Query_cuda_support(void);

int MPIX_Query_cuda_support(void)
{
    return 1;
}
