// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "net/request.hpp"
#include "transports/mpi/mpi.hpp"

namespace hocket {

// Memory for elements in their own layout, gaps included.
struct typed_room {
    std::size_t size;     // bytes of memory that are needed
    std::ptrdiff_t first; // where the elements begin, seen from the address that MPI is told; may be less than 0

    // The address for MPI, aligned as that of an allocation. Plain arithmetic: types may begin anywhere.
    std::byte* in(bytes memory) const
    {
        auto lead = (first % alignment + alignment) % alignment;
        return reinterpret_cast<std::byte*>(reinterpret_cast<std::intptr_t>(memory.data()) + lead - first);
    }
    static constexpr std::ptrdiff_t alignment = 64;
};

typed_room room_for(MPI_Datatype type, std::size_t n);

} // namespace hocket
