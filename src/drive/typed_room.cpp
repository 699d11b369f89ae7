// SPDX-License-Identifier: BSD-3-Clause
#include "drive/typed_room.hpp"
#include <algorithm>
#include <cstdlib>

namespace hocket {

typed_room room_for(MPI_Datatype type, std::size_t n)
{
    MPI_Count low = 0, extent = 0, begins = 0, spans = 0;
    mpi.Type_get_extent_x(type, &low, &extent);
    mpi.Type_get_true_extent_x(type, &begins, &spans);
    auto last = n ? std::ptrdiff_t(n - 1) * std::ptrdiff_t(extent) : 0;
    return {std::size_t(std::abs(last)) + std::size_t(spans) + typed_room::alignment,
            std::min<std::ptrdiff_t>(0, last) + std::ptrdiff_t(begins)};
}

} // namespace hocket
