! SPDX-License-Identifier: BSD-3-Clause

    subroutine try_bcast(n)
        integer, intent(in) :: n
        integer, asynchronous :: data(n)
        data = -1
        if (rank == root) data = vector_of(n, root)
        call C(bcast)(data, n, MPI_INTEGER, root, comm MORE)
        call finish()
        call expect(all(data == vector_of(n, root)), 'bcast')
    end subroutine

    ! Every other element: as a section where the call may read and write it itself or the compiler may copy, else by a
    ! type that is freed at once, but for persistent ones of Open MPI 4, which itself crashes then.
    subroutine try_section(n)
        integer, intent(in) :: n
        integer, asynchronous :: data(2 * n)
        data = -1
        if (rank == root) data(1::2) = vector_of(n, root)
#if DESCRIPTORS || FORM == 0
        call C(bcast)(data(1::2), n, MPI_INTEGER, root, comm MORE)
        call finish()
#else
        call as_vector(data, n)
#endif
        call expect(all(data(1::2) == vector_of(n, root)), 'section')
        call expect(all(data(2::2) == -1), 'between the elements of a section')
    end subroutine

#if !(DESCRIPTORS || FORM == 0)
    subroutine as_vector(data, n)
        integer, intent(in) :: n
        integer, asynchronous, intent(inout) :: data(2 * n)
        HANDLE(MPI_Datatype) :: every_other
        call MPI_Type_vector(n, 1, 2, MPI_INTEGER, every_other, ierror)
        call MPI_Type_commit(every_other, ierror)
        call C(bcast)(data, 1, every_other, root, comm MORE)
#ifdef EXTENDED
        call finish()
        call MPI_Type_free(every_other, ierror)
#else
        call MPI_Type_free(every_other, ierror)
        call finish()
#endif
    end subroutine
#endif

    subroutine try_gathers(n)
        integer, intent(in) :: n
        integer, asynchronous :: mine(n + ranks), whole(n * ranks + ranks * ranks)
        integer, asynchronous :: counts(ranks), starts(ranks)
        integer :: r
        counts = [(n + r, r = 0, ranks - 1)]
        starts = [(sum(counts(:r)), r = 0, ranks - 1)]
        mine = vector_of(n + ranks, rank)
        whole = -1
        call C(gather)(mine, n, MPI_INTEGER, whole, n, MPI_INTEGER, root, comm MORE)
        call finish()
        do r = 0, merge(ranks, 0, rank == root) - 1
            call expect(all(whole(r * n + 1:(r + 1) * n) == vector_of(n, r)), 'gather')
        end do
        mine = -1
        call C(scatter)(whole, n, MPI_INTEGER, mine, n, MPI_INTEGER, root, comm MORE)
        call finish()
        call expect(all(mine(:n) == vector_of(n, rank)) .and. all(mine(n + 1:) == -1), 'scatter')

        mine = vector_of(n + ranks, rank)
        whole = -1
        call C(gatherv)(mine, n + rank, MPI_INTEGER, whole, counts, starts, MPI_INTEGER, root, comm MORE)
        call finish()
        do r = 0, merge(ranks, 0, rank == root) - 1
            call expect(all(whole(starts(r + 1) + 1:starts(r + 1) + n + r) == vector_of(n + r, r)), 'gatherv')
        end do
        mine = -1
        call C(scatterv)(whole, counts, starts, MPI_INTEGER, mine, n + rank, MPI_INTEGER, root, comm MORE)
        call finish()
        call expect(all(mine(:n + rank) == vector_of(n + rank, rank)), 'scatterv')
    end subroutine

    subroutine try_allgathers(n)
        integer, intent(in) :: n
        integer, asynchronous :: whole(n * ranks + ranks * ranks), counts(ranks), starts(ranks)
        integer :: r
        whole = -1
        whole(rank * n + 1:(rank + 1) * n) = vector_of(n, rank)
        call C(allgather)(MPI_IN_PLACE, 0, MPI_DATATYPE_NULL, whole, n, MPI_INTEGER, comm MORE)
        call finish()
        do r = 0, ranks - 1
            call expect(all(whole(r * n + 1:(r + 1) * n) == vector_of(n, r)), 'allgather in place')
        end do
        counts = [(n + r, r = 0, ranks - 1)]
        starts = [(sum(counts(:r)), r = 0, ranks - 1)]
        whole = -1
        whole(starts(rank + 1) + 1:starts(rank + 1) + n + rank) = vector_of(n + rank, rank)
        call C(allgatherv)(MPI_IN_PLACE, 0, MPI_DATATYPE_NULL, whole, counts, starts, MPI_INTEGER, comm MORE)
        call finish()
        do r = 0, ranks - 1
            call expect(all(whole(starts(r + 1) + 1:starts(r + 1) + n + r) == vector_of(n + r, r)), 'allgatherv')
        end do
    end subroutine

    ! Rank a has for rank b what starts at element b of its vector.
    subroutine try_alltoalls(n)
        integer, intent(in) :: n
        integer, asynchronous :: from(n * ranks), to(n * ranks), counts(ranks), starts(ranks), places(ranks)
        HANDLE(MPI_Datatype), asynchronous :: types(ranks)
        integer :: r, k
        do r = 0, ranks - 1
            from(r * n + 1:(r + 1) * n) = value_of([(k, k = r + 1, r + n)], rank)
        end do
        counts = n
        starts = [(r * n, r = 0, ranks - 1)]
        places = 4 * starts
        types = MPI_INTEGER
        to = -1
        call C(alltoall)(from, n, MPI_INTEGER, to, n, MPI_INTEGER, comm MORE)
        call finish()
        call expect(arrived(to, n), 'alltoall')
        to = -1
        call C(alltoallv)(from, counts, starts, MPI_INTEGER, to, counts, starts, MPI_INTEGER, comm MORE)
        call finish()
        call expect(arrived(to, n), 'alltoallv')
        to = -1
        call C(alltoallw)(from, counts, places, types, to, counts, places, types, comm MORE)
        call finish()
        call expect(arrived(to, n), 'alltoallw')
    end subroutine

    logical function arrived(to, n)
        integer, intent(in) :: n, to(n * ranks)
        integer :: r, k
        arrived = .true.
        do r = 0, ranks - 1
            arrived = arrived .and. all(to(r * n + 1:(r + 1) * n) == value_of([(k, k = rank + 1, rank + n)], r))
        end do
    end function
