// SPDX-License-Identifier: BSD-3-Clause
#include "drive/user_data.hpp"

namespace hocket {

namespace {

// Named types may have gaps too, for instance MPI_SHORT_INT.
bool has_no_gaps(MPI_Datatype type)
{
    MPI_Count size = 0, low = 0, extent = 0, true_low = 0, true_extent = 0;
    mpi.Type_size_x(type, &size);
    mpi.Type_get_extent_x(type, &low, &extent);
    mpi.Type_get_true_extent_x(type, &true_low, &true_extent);
    return low == 0 && true_low == 0 && extent == size && true_extent == size;
}

bool is_named(MPI_Datatype type)
{
    int integers = 0, addresses = 0, types = 0, combiner = MPI_COMBINER_NAMED;
    mpi.Type_get_envelope(type, &integers, &addresses, &types, &combiner);
    return combiner == MPI_COMBINER_NAMED;
}

} // namespace

// By the way the type was made: an extent equal to the size does not tell that the bytes are in order.
bool is_contiguous(MPI_Datatype type)
{
    int integers = 0, addresses = 0, types = 0, combiner = MPI_COMBINER_NAMED;
    if (mpi.Type_get_envelope(type, &integers, &addresses, &types, &combiner) != MPI_SUCCESS) return false;
    if (combiner == MPI_COMBINER_NAMED) return has_no_gaps(type);
    if (combiner != MPI_COMBINER_DUP && combiner != MPI_COMBINER_CONTIGUOUS) return false;

    int number = 0;
    MPI_Aint address = 0;
    MPI_Datatype inner = MPI_DATATYPE_NULL;
    if (mpi.Type_get_contents(type, integers, addresses, types, &number, &address, &inner) != MPI_SUCCESS) return false;
    bool answer = is_contiguous(inner);
    if (!is_named(inner)) mpi.Type_free(&inner);
    return answer;
}

} // namespace hocket
