// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "drive/elements.hpp"
#include "interpose/agreement.hpp"
#include "interpose/together.hpp"
#include <algorithm>
#include <vector>

namespace hocket {

// The data as plain bytes. Local: the communicator, any of a process that may have no world, is only named.
inline std::vector<std::byte> packed_whole(const user_data& user, MPI_Comm comm)
{
    std::vector<std::byte> plain(user.size());
    if (!plain.empty()) elements(user, comm).pack(0, user.count, plain.data());
    return plain;
}

// Collective. Ends the job if any rank has something to complain of; the lowest says it.
inline void end_if_wrong(MPI_Comm comm, bool wrong, const std::string& what)
{
    int rank = 0, size = 0;
    mpi.Comm_rank(comm, &rank);
    mpi.Comm_size(comm, &size);
    int lowest = least_of_all(wrong ? rank : size, comm, size);
    if (lowest < size) end_job(comm, rank == lowest, "HOCKET_VERIFY: " + what);
}

// Collective. Offset of the first byte that is not as at the root, or the size.
std::size_t first_difference(const std::vector<std::byte>& mine, int root, MPI_Comm comm);

} // namespace hocket
