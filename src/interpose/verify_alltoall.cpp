// SPDX-License-Identifier: BSD-3-Clause
#include "interpose/verify.hpp"
#include "interpose/verify_tools.hpp"

namespace hocket {

namespace {

using plain = std::vector<std::byte>;

// Bytes at..at+n-1 of every block, one behind the other, as lists for the library.
struct slice {
    std::vector<int> counts, offsets{0};
    plain all;

    slice(const std::vector<plain>& blocks, std::size_t at, std::size_t n)
    {
        for (auto& b : blocks) {
            auto from = std::min(at, b.size()), part = std::min(n, b.size() - from);
            all.insert(all.end(), b.begin() + std::ptrdiff_t(from), b.begin() + std::ptrdiff_t(from + part));
            counts.push_back(int(part));
            offsets.push_back(int(all.size()));
        }
    }
    std::span<const std::byte> of(std::size_t i) const { return {all.data() + offsets[i], std::size_t(counts[i])}; }
};

std::vector<plain> packed_blocks(const user_blocks& all, int ranks, MPI_Comm comm)
{
    std::vector<plain> packed;
    for (int i = 0; i < ranks; ++i) packed.push_back(all.size_of(i) ? packed_whole(block_of(all, i), comm) : plain());
    return packed;
}

std::size_t longest(const std::vector<plain>& blocks)
{
    std::size_t n = 0;
    for (auto& b : blocks) n = std::max(n, b.size());
    return n;
}

} // namespace

alltoall_check::alltoall_check(const alltoall_call& call, const alltoall_user& user)
    : call_(call), user_(user), sent_(packed_blocks(user.out, user.ranks, call_.comm))
{
    std::vector<std::uint64_t> mine, theirs(sent_.size());
    for (auto& block : sent_) mine.push_back(block.size());
    mpi.Alltoall(mine.data(), 1, MPI_UINT64_T, theirs.data(), 1, MPI_UINT64_T, call.comm);
    std::string wrong;
    for (std::size_t i = 0; wrong.empty() && i < theirs.size(); ++i)
        if (auto expected = user.in.size_of(int(i)); theirs[i] != expected)
            wrong = "rank " + std::to_string(i) + " sends " + std::to_string(theirs[i]) + " bytes to rank " +
                    std::to_string(user.rank) + ", which expects " + std::to_string(expected);
    end_if_wrong(call.comm, !wrong.empty(), wrong);
}

void alltoall_check::verify(const std::string& algorithm) const
{
    auto wrong = first_difference();
    end_if_wrong(call_.comm, !wrong.empty(),
                 algorithm + " brought rank " + std::to_string(user_.rank) + " wrong data " + wrong);
}

// From what the library's own brings, some of each block at a time since they may be large.
std::string alltoall_check::first_difference() const
{
    auto come = packed_blocks(user_.in, user_.ranks, call_.comm);
    auto at_once = std::max<std::size_t>(1, (std::size_t(64) << 20) / come.size());
    std::uint64_t here = std::max(longest(sent_), longest(come)), most = 0;
    greatest_of_all(&here, &most, 1, call_.comm);
    std::string found;
    for (std::size_t at = 0; at < most; at += at_once) {
        slice out(sent_, at, at_once), ours(come, at, at_once);
        plain theirs(ours.all.size());
        mpi.Alltoallv(out.all.data(), out.counts.data(), out.offsets.data(), MPI_BYTE, theirs.data(),
                      ours.counts.data(), ours.offsets.data(), MPI_BYTE, call_.comm);
        for (std::size_t i = 0; found.empty() && i < come.size(); ++i) {
            auto is = ours.of(i);
            auto same = std::mismatch(is.begin(), is.end(), theirs.begin() + ours.offsets[i]).first - is.begin();
            if (same < std::ptrdiff_t(is.size()))
                found = "from rank " + std::to_string(i) + ": of " + std::to_string(come[i].size()) +
                        " bytes the first that differs is at offset " + std::to_string(at + std::size_t(same));
        }
    }
    return found;
}

} // namespace hocket
