// SPDX-License-Identifier: BSD-3-Clause
#include "interpose/verify.hpp"
#include "interpose/verify_tools.hpp"

namespace hocket {

void verify_result(const allgather_call& call, const allgather_user& user, const std::string& algorithm)
{
    std::string wrong;
    for (int i = 0; i < user.ranks; ++i) {
        auto place = block_of(user.blocks, i);
        bool sends = i == user.rank && !user.in_place();
        auto ours = packed_whole(place, call.comm);
        auto at = first_difference(sends ? packed_whole(user.own, call.comm) : ours, i, call.comm);
        if (sends)
            at = std::size_t(std::mismatch(ours.begin(), ours.end(), packed_whole(user.own, call.comm).begin()).first -
                             ours.begin());
        if (wrong.empty() && at < ours.size())
            wrong = "from rank " + std::to_string(i) + ": of " + std::to_string(ours.size()) +
                    " bytes the first that differs is at offset " + std::to_string(at);
    }
    end_if_wrong(call.comm, !wrong.empty(),
                 algorithm + " brought rank " + std::to_string(user.rank) + " wrong data " + wrong);
}

} // namespace hocket
