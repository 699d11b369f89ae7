// SPDX-License-Identifier: BSD-3-Clause
#include "interpose/verify.hpp"
#include "base/words.hpp"
#include "interpose/verify_tools.hpp"

namespace hocket {

namespace {

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

// "broadcasts 40 bytes from rank 0", "gathers blocks of 40 bytes to rank 0", "scatters from rank 0"
std::string text(collective which, std::size_t bytes, std::size_t root)
{
    bool gathers = which == collective::gather || which == collective::gatherv;
    bool irregular = which == collective::gatherv || which == collective::scatterv;
    auto size = irregular ? "" : std::to_string(bytes) + " bytes ";
    std::string verb = which == collective::bcast ? "broadcasts " : gathers ? "gathers " : "scatters ";
    if (!irregular && which != collective::bcast) verb += "blocks of ";
    return verb + size + (gathers ? "to rank " : "from rank ") + std::to_string(root);
}

} // namespace

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
    auto mine = packed_whole(user);
    auto at = first_difference(mine, root, comm);
    end_if_wrong(comm, at < mine.size(),
                 algorithm + " brought rank " + std::to_string(rank) + " wrong data: of " +
                     std::to_string(mine.size()) + " bytes from rank " + std::to_string(root) +
                     " the first that differs is at offset " + std::to_string(at));
}

} // namespace hocket
