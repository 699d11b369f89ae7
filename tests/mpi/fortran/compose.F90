! SPDX-License-Identifier: BSD-3-Clause
! The operator of the program, as each binding has it.
#include "forms.h"
#if BINDING == 3
subroutine compose_pairs(in, inout, n, type)
    use, intrinsic :: iso_c_binding
    use mpi_f08
    implicit none
    type(c_ptr), value :: in, inout
    integer :: n
    type(MPI_Datatype) :: type
    integer, pointer :: left(:), right(:)
    call c_f_pointer(in, left, [2 * n])
    call c_f_pointer(inout, right, [2 * n])
    call compose_all(left, right, n)
end subroutine
#else
subroutine compose_pairs(in, inout, n, type)
    implicit none
    integer :: n, type
    integer :: in(2, n), inout(2, n)
    call compose_all(in, inout, n)
end subroutine
#endif

subroutine compose_all(in, inout, n)
    implicit none
    integer, intent(in) :: n
    integer, intent(in) :: in(2, n)
    integer, intent(inout) :: inout(2, n)
    inout(2, :) = mod(in(2, :) + in(1, :) * inout(2, :), 10007)
    inout(1, :) = mod(in(1, :) * inout(1, :), 10007)
end subroutine
