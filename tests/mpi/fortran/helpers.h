! SPDX-License-Identifier: BSD-3-Clause

    ! Element i of what rank r has for others.
    elemental integer function value_of(i, r)
        integer, intent(in) :: i, r
        value_of = mod(7 * i + 1013 * r, 100003)
    end function

    pure function vector_of(n, r) result(vector)
        integer, intent(in) :: n, r
        integer :: vector(n), k
        vector = [(value_of(k, r), k = 1, n)]
    end function

    ! The call has been made, in whatever form.
    subroutine finish()
#if FORM == 1
        call MPI_Wait(request, MPI_STATUS_IGNORE, ierror)
#elif FORM == 2
        call MPI_Start(request, ierror)
        call MPI_Wait(request, MPI_STATUS_IGNORE, ierror)
        call MPI_Request_free(request, ierror)
#endif
    end subroutine

    subroutine expect(holds, what)
        logical, intent(in) :: holds
        character(*), intent(in) :: what
        cases = cases + 1
        if (holds) return
        print '(3a, i0, a, i0)', 'FAILED: ', what, ', rank ', rank, ', root ', root
        call MPI_Abort(MPI_COMM_WORLD, 1, ierror)
    end subroutine
