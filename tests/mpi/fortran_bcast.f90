! SPDX-License-Identifier: BSD-3-Clause
! A Fortran program, through mpi_f08: whole arrays, an array section with a stride, and a logical.
program fortran_bcast
    use mpi_f08
    implicit none
    integer, parameter :: n = 20011
    integer :: rank, ranks, root, i
    integer :: whole(n), strided(2 * n)
    logical :: flag

    call MPI_Init()
    call MPI_Comm_rank(MPI_COMM_WORLD, rank)
    call MPI_Comm_size(MPI_COMM_WORLD, ranks)
    do root = 0, ranks - 1
        whole = -1
        strided = -1
        flag = .false.
        if (rank == root) then
            whole = [(i * 3 + root, i = 1, n)]
            strided(1::2) = whole
            flag = .true.
        end if
        call MPI_Bcast(whole, n, MPI_INTEGER, root, MPI_COMM_WORLD)
        call send_section(strided, root)
        call MPI_Bcast(flag, 1, MPI_LOGICAL, root, MPI_COMM_WORLD)
        if (any(whole /= [(i * 3 + root, i = 1, n)])) call fail('whole array')
        if (any(strided(1::2) /= whole)) call fail('array section')
        if (any(strided(2::2) /= -1)) call fail('between the elements of the section')
        if (.not. flag) call fail('logical')
    end do
    call MPI_Finalize()
    if (rank == 0) print '(a)', 'ok'

contains

    subroutine send_section(array, from)
        integer, intent(inout) :: array(:)
        integer, intent(in) :: from
        type(MPI_Datatype) :: every_other
        call MPI_Type_vector(n, 1, 2, MPI_INTEGER, every_other)
        call MPI_Type_commit(every_other)
        call MPI_Bcast(array, 1, every_other, from, MPI_COMM_WORLD)
        call MPI_Type_free(every_other)
    end subroutine

    subroutine fail(what)
        character(*), intent(in) :: what
        print '(3a, i0, a, i0)', 'FAILED: ', what, ', rank ', rank, ', root ', root
        call MPI_Abort(MPI_COMM_WORLD, 1)
    end subroutine
end program
