// SPDX-License-Identifier: BSD-3-Clause
#include "interpose/verify.hpp"
#include "base/words.hpp"
#include "drive/elements.hpp"
#include "interpose/agreement.hpp"
#include "interpose/together.hpp"
#include <algorithm>
#include <vector>

namespace hocket {

namespace {

int lowest_with(MPI_Comm comm, bool trouble, int rank, int size)
{
    return least_of_all(trouble ? rank : size, comm, size);
}

std::vector<std::byte> packed_whole(const user_data& user, MPI_Comm comm)
{
    std::vector<std::byte> plain(user.size());
    elements(user, comm).pack(0, user.count, plain.data());
    return plain;
}

// Offset of the first byte that is not as at the root, or the size. Piece by piece: the data may be large.
std::size_t first_difference(const std::vector<std::byte>& mine, int root, MPI_Comm comm)
{
    constexpr std::size_t piece = 64 << 20;
    auto found = mine.size();
    std::vector<std::byte> theirs(std::min(piece, mine.size()));
    for (std::size_t at = 0; at < mine.size(); at += piece) {
        auto n = std::min(piece, mine.size() - at);
        std::copy_n(mine.data() + at, n, theirs.data());
        mpi.Bcast(theirs.data(), int(n), MPI_BYTE, root, comm);
        auto same = std::mismatch(theirs.data(), theirs.data() + n, mine.data() + at).first - theirs.data();
        if (std::size_t(same) < n) found = std::min(found, at + std::size_t(same));
    }
    return found;
}

std::string text(const bcast_terms& t)
{
    return std::to_string(t.bytes) + " bytes from rank " + std::to_string(t.root) + " by " + t.choice;
}

} // namespace

void verify_call(MPI_Comm comm, const bcast_terms& mine)
{
    int rank = 0, size = 0;
    mpi.Comm_rank(comm, &rank);
    mpi.Comm_size(comm, &size);
    std::uint64_t here[] = {mine.bytes, mine.root, hash_of(mine.choice)}, first[3];
    std::copy_n(here, 3, first);
    mpi.Bcast(first, 3, MPI_UINT64_T, 0, comm);
    int lowest = lowest_with(comm, !std::equal(here, here + 3, first), rank, size);
    if (lowest == size) return;
    end_job(comm, rank == lowest,
            "HOCKET_VERIFY: rank " + std::to_string(rank) + " broadcasts " + text(mine) + ", but rank 0 " +
                std::to_string(first[0]) + " bytes from rank " + std::to_string(first[1]) +
                (first[2] == here[2] ? "" : " by another algorithm"));
}

void verify_result(MPI_Comm comm, const user_data& user, int root, const std::string& algorithm)
{
    int rank = 0, size = 0;
    mpi.Comm_rank(comm, &rank);
    mpi.Comm_size(comm, &size);
    auto mine = packed_whole(user, MPI_COMM_SELF); // never a message on the user's communicator
    auto at = first_difference(mine, root, comm);
    int lowest = lowest_with(comm, at < mine.size(), rank, size);
    if (lowest == size) return;
    end_job(comm, rank == lowest,
            "HOCKET_VERIFY: " + algorithm + " brought rank " + std::to_string(rank) + " wrong data: of " +
                std::to_string(mine.size()) + " bytes from rank " + std::to_string(root) +
                " the first that differs is at offset " + std::to_string(at));
}

} // namespace hocket
