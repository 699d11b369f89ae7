// SPDX-License-Identifier: BSD-3-Clause
#include "transports/mpi/large_type.hpp"

namespace hocket {

large_type::large_type(std::size_t count, MPI_Datatype element) : error_(make(count, element)) {}

large_type::~large_type()
{
    if (type_ != MPI_DATATYPE_NULL) mpi.Type_free(&type_);
}

// Whole chunks as one type, the rest behind them.
int large_type::make(std::size_t count, MPI_Datatype element)
{
    MPI_Count low = 0, extent = 0;
    if (int code = mpi.Type_get_extent_x(element, &low, &extent)) return code;

    MPI_Datatype one = MPI_DATATYPE_NULL;
    if (int code = mpi.Type_contiguous(int(chunk), element, &one)) return code;
    int lengths[] = {int(count / chunk), int(count % chunk)};
    MPI_Aint at[] = {0, MPI_Aint(count / chunk * chunk) * MPI_Aint(extent)};
    MPI_Datatype types[] = {one, element};
    int code = mpi.Type_create_struct(2, lengths, at, types, &type_);
    mpi.Type_free(&one);
    return code == MPI_SUCCESS ? mpi.Type_commit(&type_) : code;
}

} // namespace hocket
