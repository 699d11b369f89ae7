// SPDX-License-Identifier: BSD-3-Clause
#include "interpose/rooted_call.hpp"
#include "interpose/arguments.hpp"
#include "interpose/process.hpp"

namespace hocket {

std::optional<rooted_user> rooted_call::judge(int rank, int ranks) const
{
    if (root < 0 || root >= ranks) return {};
    rooted_user user{
        .gathers = gathers(), .rank = rank, .root = root, .ranks = ranks, .own = {}, .blocks = all, .block = {}};
    if (!judge_own(user) || (user.at_root() && !judge_blocks(user))) return {};
    if (user.at_root() && is_among(user.own, user.blocks, rank) &&
        process::here().refuses_equal_buffers(which, user.own.count))
        return {};
    if (regular()) user.block = user.at_root() ? user.blocks.size_of(rank) : user.own.size();
    return user;
}

bool rooted_call::judge_own(rooted_user& user) const
{
    user.own.at = own.at;
    if (own.at == MPI_IN_PLACE) return user.at_root();
    if (own.count < 0 || !is_type(own.type, user.own.element)) return false;
    user.own.count = std::size_t(own.count);
    user.own.type = own.type;
    return has_address(own.at, own.count, own.type, user.own.element);
}

bool rooted_call::judge_blocks(rooted_user& user) const
{
    if (all.at == MPI_IN_PLACE || !is_type(all.type, user.blocks.element)) return false;
    if (!regular() && (all.alike() || (!all.offsets && !all.large_offsets))) return false;
    for (int i = 0; i < (all.alike() ? 1 : user.ranks); ++i)
        if (all.count_of(i) < 0) return false;
    return have_addresses(user.blocks, user.ranks);
}

std::string rooted_call::disagreement(const disagreement_of& found) const
{
    return "rank " + std::to_string(found.rank) + (gathers() ? " sends " : " receives ") +
           std::to_string(found.announced) + " bytes, but the root " + (gathers() ? "expects " : "sends ") +
           std::to_string(found.expected);
}

} // namespace hocket
