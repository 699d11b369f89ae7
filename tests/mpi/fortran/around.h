! SPDX-License-Identifier: BSD-3-Clause

    ! A ring: everybody has one neighbor on each side.
    subroutine try_neighbors(n)
        integer, intent(in) :: n
        integer, asynchronous :: mine(2 * n), theirs(2 * n)
        integer :: before, after
        HANDLE(MPI_Comm) :: ring
        call MPI_Cart_create(MPI_COMM_WORLD, 1, [ranks], [.true.], .false., ring, ierror)
        call MPI_Cart_shift(ring, 0, 1, before, after, ierror)
        mine = vector_of(2 * n, rank)
        theirs = -1
        call C(neighbor_allgather)(mine, n, MPI_INTEGER, theirs, n, MPI_INTEGER, ring MORE)
        call finish()
        call expect(all(theirs(:n) == vector_of(n, before)), 'neighbor_allgather from before')
        call expect(all(theirs(n + 1:) == vector_of(n, after)), 'neighbor_allgather from after')
        if (ranks > 2) then ! else both links join the same ranks, and libraries differ in which is which
            call C(neighbor_alltoall)(mine, n, MPI_INTEGER, theirs, n, MPI_INTEGER, ring MORE)
            call finish()
            call expect(all(theirs(:n) == shifted(n, before)), 'neighbor_alltoall from before')
            call expect(all(theirs(n + 1:) == vector_of(n, after)), 'neighbor_alltoall from after')
        end if
        call MPI_Comm_free(ring, ierror)
    end subroutine

    ! What a rank sends to the one after it: the second half of its vector.
    pure function shifted(n, r) result(vector)
        integer, intent(in) :: n, r
        integer :: vector(n), whole(2 * n)
        whole = vector_of(2 * n, r)
        vector = whole(n + 1:)
    end function

    ! What is wrong with the arguments is the library's to say, through the argument that Fortran has for it.
    subroutine try_error()
        integer, asynchronous :: data(3)
        integer :: code, class
        HANDLE(MPI_Comm) :: lenient
        call MPI_Comm_dup(MPI_COMM_WORLD, lenient, ierror)
        call MPI_Comm_set_errhandler(lenient, MPI_ERRORS_RETURN, ierror)
        call MPI_Bcast(data, 3, MPI_INTEGER, ranks + 5, lenient, code)
        call MPI_Error_class(code, class, ierror)
        call expect(class == MPI_ERR_ROOT, 'a wrong root')
        call MPI_Comm_free(lenient, ierror)
    end subroutine
