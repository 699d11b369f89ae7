// SPDX-License-Identifier: BSD-3-Clause
#include "interpose/alltoall_call.hpp"
#include "interpose/arguments.hpp"
#include "interpose/call_library.hpp"
#include "interpose/narrow.hpp"
#include "interpose/process.hpp"

namespace hocket {

int alltoall_call::native() const
{
    if (is_beyond_library(*this)) return native_narrowed(*this);
    if (later) return start_native();
    auto equal = [&](auto* f) { return call_library(f, out.at, out.each, out.type, in.at, in.each, in.type, comm); };
    auto listed = [&](auto* f) {
        return call_library(f, out.at, out.counts, out.offsets, out.type, in.at, in.counts, in.offsets, in.type, comm);
    };
    auto listed_large = [&](auto* f) {
        return call_library(f, out.at, out.large_counts, out.large_offsets, out.type, in.at, in.large_counts,
                            in.large_offsets, in.type, comm);
    };
    auto typed = [&](auto* f) {
        return call_library(f, out.at, out.counts, out.offsets, out.types, in.at, in.counts, in.offsets, in.types,
                            comm);
    };
    auto typed_large = [&](auto* f) {
        return call_library(f, out.at, out.large_counts, out.large_offsets, out.types, in.at, in.large_counts,
                            in.large_offsets, in.types, comm);
    };
    switch (which) {
    case collective::alltoall: return large ? equal(mpi.Alltoall_c) : equal(mpi.Alltoall);
    case collective::alltoallv: return large ? listed_large(mpi.Alltoallv_c) : listed(mpi.Alltoallv);
    default: return large ? typed_large(mpi.Alltoallw_c) : typed(mpi.Alltoallw);
    }
}

std::optional<alltoall_user> alltoall_call::judge(int rank, int ranks) const
{
    alltoall_user user{rank, ranks, out, in, out.at == MPI_IN_PLACE, {}};
    if (!judge_blocks(user.in, ranks)) return {};
    if (user.in_place) user.out = user.in;
    else if (!judge_blocks(user.out, ranks)) return {};
    else if (names_one_buffer()) return {};
    else if (user.out.size_of(rank) != user.in.size_of(rank) && process::here().refuses_unequal_ends(which)) return {};
    if (which == collective::alltoall) user.each = user.in.size_of(0);
    return user;
}

bool alltoall_call::judge_blocks(user_blocks& side, int ranks) const
{
    if (side.at == MPI_IN_PLACE) return false;
    bool has_lists = !side.alike() && (side.offsets || side.large_offsets);
    if (which != collective::alltoall && !has_lists) return false;
    if (which == collective::alltoallw ? !side.types : !is_type(side.type, side.element)) return false;
    for (int i = 0; i < (side.alike() ? 1 : ranks); ++i) {
        std::size_t element = 0;
        if (side.count_of(i) < 0) return false;
        // MPICH asks nothing of the type of an empty block.
        if (side.types && side.count_of(i) > 0 && !is_type(side.types[i], element)) return false;
    }
    return have_addresses(side, ranks);
}

// Where MPI_IN_PLACE should stand, and the library refuses that. As MPICH sees it, which compares the lists' addresses.
bool alltoall_call::names_one_buffer() const
{
    bool regular = which == collective::alltoall;
    bool same_types = out.type == in.type && out.types == in.types;
    bool same_counts =
        regular ? out.each == in.each && in.each > 0 : out.counts == in.counts && out.large_counts == in.large_counts;
    return out.at == in.at && same_types && same_counts &&
           process::here().refuses_equal_buffers(which, regular ? std::size_t(in.each) : 1);
}

std::string alltoall_call::disagreement(const disagreement_of& found)
{
    return "rank " + std::to_string(found.rank) + " sends " + std::to_string(found.announced) +
           " bytes to itself, but expects " + std::to_string(found.expected);
}

} // namespace hocket
