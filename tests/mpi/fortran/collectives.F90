! SPDX-License-Identifier: BSD-3-Clause
! Collectives as a Fortran program calls them, compared with what every rank can work out by itself.
#include "forms.h"
program collectives
    USED
    USED_TOO
    implicit none
    INCLUDED
    INCLUDED_TOO
    integer, parameter :: sizes(3) = [1, 17, 20011]
    integer :: rank, ranks, ierror, i, root, cases = 0
    HANDLE(MPI_Comm) :: comm
    HANDLE(MPI_Request) :: request

    call MPI_Init(ierror)
    call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierror)
    call MPI_Comm_size(MPI_COMM_WORLD, ranks, ierror)
    comm = MPI_COMM_WORLD
    do i = 1, size(sizes)
        do root = 0, ranks - 1
            call try_bcast(sizes(i))
            call try_section(sizes(i))
            call try_gathers(sizes(i))
            call try_reduce(sizes(i))
        end do
        call try_allgathers(sizes(i))
        call try_alltoalls(sizes(i))
        call try_reductions(sizes(i))
        call try_scattered(sizes(i))
        call try_operator(sizes(i))
        call try_neighbors(sizes(i))
    end do
    call try_types()
    call try_error()
    call C(barrier)(comm MORE)
    call finish()
    call MPI_Finalize(ierror)
    if (rank == 0) print '(a, i0, a)', 'ok ', cases, ' cases'

contains
#include "helpers.h"
#include "moving.h"
#include "reducing.h"
#include "around.h"
end program
