! SPDX-License-Identifier: BSD-3-Clause

    pure function sum_of(n, first, last) result(all_of)
        integer, intent(in) :: n, first, last
        integer :: all_of(n), r
        all_of = 0
        do r = first, last
            all_of = all_of + vector_of(n, r)
        end do
    end function

    subroutine try_reduce(n)
        integer, intent(in) :: n
        integer, asynchronous :: mine(n), result(n)
        mine = vector_of(n, rank)
        result = -1
        call C(reduce)(mine, result, n, MPI_INTEGER, MPI_SUM, root, comm MORE)
        call finish()
        call expect(all(result == merge(sum_of(n, 0, ranks - 1), -1, rank == root)), 'reduce')
        if (n <= 17) call try_reduce_in_place(n) ! MPICH 4.0.2 itself crashes in one of 80 KB
    end subroutine

    subroutine try_reduce_in_place(n)
        integer, intent(in) :: n
        integer, asynchronous :: mine(n), result(n)
        mine = vector_of(n, rank)
        if (rank == root) then
            call C(reduce)(MPI_IN_PLACE, mine, n, MPI_INTEGER, MPI_SUM, root, comm MORE)
        else
            call C(reduce)(mine, result, n, MPI_INTEGER, MPI_SUM, root, comm MORE)
        end if
        call finish()
        call expect(all(mine == merge(sum_of(n, 0, ranks - 1), vector_of(n, rank), rank == root)), 'reduce in place')
    end subroutine

    subroutine try_reductions(n)
        integer, intent(in) :: n
        integer, asynchronous :: mine(n), result(n)
        mine = vector_of(n, rank)
        call C(allreduce)(mine, result, n, MPI_INTEGER, MPI_SUM, comm MORE)
        call finish()
        call expect(all(result == sum_of(n, 0, ranks - 1)), 'allreduce')
        result = mine
        call C(allreduce)(MPI_IN_PLACE, result, n, MPI_INTEGER, MPI_SUM, comm MORE)
        call finish()
        call expect(all(result == sum_of(n, 0, ranks - 1)), 'allreduce in place')
        call C(scan)(mine, result, n, MPI_INTEGER, MPI_SUM, comm MORE)
        call finish()
        call expect(all(result == sum_of(n, 0, rank)), 'scan')
        result = -1
        call C(exscan)(mine, result, n, MPI_INTEGER, MPI_SUM, comm MORE)
        call finish()
        call expect(rank == 0 .or. all(result == sum_of(n, 0, rank - 1)), 'exscan')
    end subroutine

    subroutine try_scattered(n)
        integer, intent(in) :: n
        integer, asynchronous :: mine(ranks * n + ranks * ranks), result(n + ranks), counts(ranks)
        integer :: total(ranks * n + ranks * ranks), first, r
        counts = [(n + r, r = 0, ranks - 1)]
        mine = vector_of(size(mine), rank)
        total = sum_of(size(mine), 0, ranks - 1)
        result = -1
        call C(reduce_scatter_block)(mine, result, n, MPI_INTEGER, MPI_SUM, comm MORE)
        call finish()
        call expect(all(result(:n) == total(rank * n + 1:(rank + 1) * n)), 'reduce_scatter_block')
        first = sum(counts(:rank))
        call C(reduce_scatter)(mine, result, counts, MPI_INTEGER, MPI_SUM, comm MORE)
        call finish()
        call expect(all(result(:n + rank) == total(first + 1:first + n + rank)), 'reduce_scatter')
    end subroutine

    ! A pair (a, b) stands for x -> a x + b: an operator that does not commute, on a type of the program's. Both are
    ! freed before the operation has ended, but for persistent ones of Open MPI 4, which itself crashes then.
    subroutine try_operator(n)
        integer, intent(in) :: n
        integer, asynchronous :: mine(2, n), result(2, n)
        integer :: whole(2, n), next(2, n), r
        HANDLE(MPI_Datatype) :: pair
        HANDLE(MPI_Op) :: compose
        external compose_pairs
        call MPI_Type_contiguous(2, MPI_INTEGER, pair, ierror)
        call MPI_Type_commit(pair, ierror)
        call MPI_Op_create(compose_pairs, .false., compose, ierror)
        mine = pairs_of(n, rank)
        call C(allreduce)(mine, result, n, pair, compose, comm MORE)
#ifdef EXTENDED
        call finish()
        call MPI_Op_free(compose, ierror)
        call MPI_Type_free(pair, ierror)
#else
        call MPI_Op_free(compose, ierror)
        call MPI_Type_free(pair, ierror)
        call finish()
#endif
        whole = pairs_of(n, 0)
        do r = 1, ranks - 1
            next = pairs_of(n, r)
            call compose_all(whole, next, n)
            whole = next
        end do
        call expect(all(result == whole), 'an operator and a type of the program')
    end subroutine

    pure function pairs_of(n, r) result(pairs)
        integer, intent(in) :: n, r
        integer :: pairs(2, n), k
        pairs = reshape([(mod(value_of(k, r), 97) + 1, k = 1, 2 * n)], [2, n])
    end function

    ! Types that only Fortran has.
    subroutine try_types()
        integer, asynchronous :: places(2, 3), best(2, 3)
        logical, asynchronous :: here(5), everywhere(5)
        complex, asynchronous :: z(3), total(3)
        double precision, asynchronous :: x(3), least(3)
        character(11), asynchronous :: text
        places = reshape([(mod(i * (rank + 3), 5), rank, i = 1, 3)], [2, 3])
        call C(allreduce)(places, best, 3, MPI_2INTEGER, MPI_MAXLOC, comm MORE)
        call finish()
        call expect(all(best(1, :) == [(maxval([(mod(i * (root + 3), 5), root = 0, ranks - 1)]), i = 1, 3)]), 'maxloc')
        here = [(i /= rank + 1, i = 1, 5)]
        call C(allreduce)(here, everywhere, 5, MPI_LOGICAL, MPI_LAND, comm MORE)
        call finish()
        call expect(all(everywhere .eqv. [(i > ranks, i = 1, 5)]), 'logical')
        z = [(cmplx(i, rank), i = 1, 3)]
        call C(allreduce)(z, total, 3, MPI_COMPLEX, MPI_SUM, comm MORE)
        call finish()
        call expect(all(total == [(cmplx(i * ranks, ranks * (ranks - 1) / 2), i = 1, 3)]), 'complex')
        x = [(dble(i - rank), i = 1, 3)]
        call C(allreduce)(x, least, 3, MPI_DOUBLE_PRECISION, MPI_MIN, comm MORE)
        call finish()
        call expect(all(least == [(dble(i - ranks + 1), i = 1, 3)]), 'double precision')
        root = 0
        text = merge('hello world', '           ', rank == 0)
        call C(bcast)(text, 11, MPI_CHARACTER, root, comm MORE)
        call finish()
        call expect(text == 'hello world', 'characters')
    end subroutine
