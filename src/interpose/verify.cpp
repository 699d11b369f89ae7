// SPDX-License-Identifier: BSD-3-Clause
#include "interpose/verify.hpp"
#include "base/words.hpp"
#include "interpose/verify_tools.hpp"

namespace hocket {

namespace {

// "broadcasts 40 bytes from rank 0", "gathers blocks of 40 bytes to rank 0", "calls MPI_Allreduce with 40 bytes"
std::string text(collective which, std::size_t bytes, std::size_t root)
{
    auto size = std::to_string(bytes) + " bytes", at = " rank " + std::to_string(root);
    switch (which) {
    case collective::bcast: return "broadcasts " + size + " from" + at;
    case collective::gather: return "gathers blocks of " + size + " to" + at;
    case collective::gatherv: return "gathers to" + at;
    case collective::scatter: return "scatters blocks of " + size + " from" + at;
    case collective::scatterv: return "scatters from" + at;
    case collective::barrier:
    case collective::alltoallv:
    case collective::alltoallw:
    case collective::neighbor_allgatherv:
    case collective::neighbor_alltoallv:
    case collective::neighbor_alltoallw: return "calls " + function_of(which);
    default: return "calls " + function_of(which) + " with " + size + (which == collective::reduce ? " to" + at : "");
    }
}

} // namespace

// Piece by piece: the data may be large.
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

void verify_call(MPI_Comm comm, const call_terms& mine)
{
    int rank = 0;
    mpi.Comm_rank(comm, &rank);
    std::uint64_t here[] = {mine.bytes, mine.root, hash_of(mine.choice)}, first[3];
    std::copy_n(here, 3, first);
    mpi.Bcast(first, 3, MPI_UINT64_T, 0, comm);
    end_if_wrong(comm, !std::equal(here, here + 3, first),
                 "rank " + std::to_string(rank) + " " + text(mine.which, mine.bytes, mine.root) + " by " + mine.choice +
                     ", but rank 0 " + text(mine.which, first[0], first[1]) +
                     (first[2] == here[2] ? "" : " by another algorithm"));
}

void verify_result(MPI_Comm comm, const user_data& user, int root, const std::string& algorithm)
{
    int rank = 0;
    mpi.Comm_rank(comm, &rank);
    auto mine = packed_whole(user, comm);
    auto at = first_difference(mine, root, comm);
    end_if_wrong(comm, at < mine.size(),
                 algorithm + " brought rank " + std::to_string(rank) + " wrong data: of " +
                     std::to_string(mine.size()) + " bytes from rank " + std::to_string(root) +
                     " the first that differs is at offset " + std::to_string(at));
}

} // namespace hocket
