// SPDX-License-Identifier: BSD-3-Clause
// Messages between two ranks of a communicator of Hocket's own, waited for. MPI's code is returned.
#pragma once
#include "interpose/together.hpp"
#include <cstdint>
#include <vector>

namespace hocket {

inline int tell_bytes(const void* at, std::size_t n, int to, MPI_Comm comm)
{
    auto handle = MPI_REQUEST_NULL;
    return finished(mpi.Isend(at, int(n), MPI_BYTE, to, 0, comm, &handle), handle);
}

inline int hear_bytes(void* at, std::size_t n, int from, MPI_Comm comm)
{
    auto handle = MPI_REQUEST_NULL;
    return finished(mpi.Irecv(at, int(n), MPI_BYTE, from, 0, comm, &handle), handle);
}

// Of any length that fits an int.
inline int tell_message(const std::vector<std::uint8_t>& text, int to, MPI_Comm comm)
{
    std::uint64_t length = text.size();
    int code = tell_bytes(&length, sizeof length, to, comm);
    return code == MPI_SUCCESS ? tell_bytes(text.data(), text.size(), to, comm) : code;
}

inline int hear_message(std::vector<std::uint8_t>& text, int from, MPI_Comm comm)
{
    std::uint64_t length = 0;
    int code = hear_bytes(&length, sizeof length, from, comm);
    if (code != MPI_SUCCESS) return code;
    text.resize(length);
    return hear_bytes(text.data(), text.size(), from, comm);
}

} // namespace hocket
