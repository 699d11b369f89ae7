// SPDX-License-Identifier: BSD-3-Clause
#include "interpose/verify.hpp"
#include "interpose/verify_tools.hpp"

namespace hocket {

namespace {

// Blocks one behind the other, as lists for the library. Nobody's are empty.
struct packed_list {
    std::vector<int> counts, offsets{0};
    std::vector<std::byte> all;

    void add(const std::vector<std::byte>& block)
    {
        all.insert(all.end(), block.begin(), block.end());
        counts.push_back(int(block.size()));
        offsets.push_back(int(all.size()));
    }
};

packed_list packed_end(const user_blocks& user, const std::vector<int>& of, bool one, MPI_Comm comm)
{
    packed_list made;
    for (std::size_t i = 0; i < of.size(); ++i) {
        int at = one ? 0 : int(i);
        bool has = of[i] >= 0 && user.size_of(at) > 0;
        made.add(has ? packed_whole(block_of(user, at), comm) : std::vector<std::byte>());
    }
    return made;
}

} // namespace

// What is sent does not change, so it is looked at afterwards.
void verify_result(const neighbor_call& call, const neighbor_user& user, const std::string& algorithm)
{
    auto& around = *user.around;
    auto out = packed_end(user.out, around.destinations, user.one_out, call.comm);
    auto in = packed_end(user.in, around.sources, false, call.comm);
    std::vector<std::byte> right(in.all.size() + 1);
    mpi.Neighbor_alltoallv(out.all.data(), out.counts.data(), out.offsets.data(), MPI_BYTE, right.data(),
                           in.counts.data(), in.offsets.data(), MPI_BYTE, call.comm);
    auto same = std::mismatch(in.all.begin(), in.all.end(), right.begin()).first - in.all.begin();
    std::string wrong;
    for (std::size_t i = 0; wrong.empty() && i < around.sources.size(); ++i)
        if (same < in.offsets[i + 1])
            wrong = algorithm + " brought rank " + std::to_string(user.rank) + " wrong data from its neighbor " +
                    std::to_string(i) + ", rank " + std::to_string(around.sources[i]) + ": of " +
                    std::to_string(in.counts[i]) + " bytes the first that differs is at offset " +
                    std::to_string(same - in.offsets[i]);
    end_if_wrong(call.comm, !wrong.empty(), wrong);
}

} // namespace hocket
