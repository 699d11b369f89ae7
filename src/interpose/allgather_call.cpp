// SPDX-License-Identifier: BSD-3-Clause
#include "interpose/allgather_call.hpp"
#include "interpose/arguments.hpp"
#include "interpose/call_library.hpp"
#include "interpose/narrow.hpp"
#include "interpose/process.hpp"

namespace hocket {

int allgather_call::native() const
{
    if (is_beyond_library(*this)) return native_narrowed(*this);
    if (later) return start_native();
    auto equal = [&](auto* f) { return call_library(f, from, count, type, all.at, all.each, all.type, comm); };
    if (which == collective::allgather) return large ? equal(mpi.Allgather_c) : equal(mpi.Allgather);
    if (large)
        return call_library(mpi.Allgatherv_c, from, count, type, all.at, all.large_counts, all.large_offsets, all.type,
                            comm);
    return call_library(mpi.Allgatherv, from, count, type, all.at, all.counts, all.offsets, all.type, comm);
}

std::optional<allgather_user> allgather_call::judge(int rank, int ranks) const
{
    allgather_user user{rank, ranks, {const_cast<void*>(from), 0, type, 0}, all, 0};
    if (!judge_blocks(user)) return {};
    if (user.in_place()) return user;
    if (count < 0 || !is_type(type, user.own.element)) return {};
    user.own.count = std::size_t(count);
    if (!has_address(from, count, type, user.own.element)) return {};
    if (is_among(user.own, user.blocks, rank) && process::here().refuses_equal_buffers(which, user.own.count))
        return {};
    return user;
}

bool allgather_call::judge_blocks(allgather_user& user) const
{
    if (all.at == MPI_IN_PLACE || !is_type(all.type, user.blocks.element)) return false;
    if (which == collective::allgatherv && (all.alike() || (!all.offsets && !all.large_offsets))) return false;
    for (int i = 0; i < (all.alike() ? 1 : user.ranks); ++i) {
        if (all.count_of(i) < 0) return false;
        user.size += user.blocks.size_of(i);
    }
    if (all.alike()) user.size *= std::size_t(user.ranks);
    return have_addresses(user.blocks, user.ranks);
}

std::string allgather_call::disagreement(const disagreement_of& found)
{
    return "rank " + std::to_string(found.rank) + " sends " + std::to_string(found.announced) +
           " bytes, but its block has " + std::to_string(found.expected);
}

} // namespace hocket
