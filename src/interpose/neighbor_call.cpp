// SPDX-License-Identifier: BSD-3-Clause
#include "interpose/neighbor_call.hpp"
#include "interpose/alltoall_call.hpp"
#include "interpose/call_library.hpp"
#include "interpose/narrow.hpp"

namespace hocket {

namespace {

bool judge_end(user_blocks& side, const std::vector<int>* of, bool has_lists)
{
    if (side.at == MPI_IN_PLACE) return false;
    if (of && of->empty()) return true;
    if (has_lists && of && (side.alike() || !(side.offsets || side.large_offsets))) return false;
    if (!side.types && !is_type(side.type, side.element)) return false;
    int n = of ? int(of->size()) : 1;
    for (int i = 0; i < n; ++i) {
        if (of && (*of)[std::size_t(i)] < 0) continue;
        std::size_t element = 0;
        if (side.count_of(i) < 0) return false;
        if (side.types && side.count_of(i) > 0 && !is_type(side.types[i], element)) return false;
    }
    return have_addresses(side, n);
}

} // namespace

std::optional<neighbor_user> neighbor_call::judge(int rank, int) const
{
    neighbor_user user{rank, &on->around, &on->routes, out, in, gathers(), {}};
    bool typed = which == collective::neighbor_alltoallw;
    if (typed && ((!out.types && !on->around.destinations.empty()) || (!in.types && !on->around.sources.empty())))
        return {};
    if (!judge_end(user.in, &on->around.sources, !is_regular())) return {};
    if (!judge_end(user.out, gathers() ? nullptr : &on->around.destinations, !is_regular())) return {};
    auto& known =
        on->around.sources.empty() ? user.out : user.in; // who has neighbors on one side says nothing on the other
    if (is_regular()) user.each = std::size_t(known.each) * known.element;
    return user;
}

std::string neighbor_call::disagreement(const disagreement_of& found)
{
    return alltoall_call::disagreement(found);
}

int neighbor_call::native_allgather() const
{
    auto equal = [&](auto* f) { return call_library(f, out.at, out.each, out.type, in.at, in.each, in.type, comm); };
    auto listed = [&](auto* f, auto* counts, auto* offsets) {
        return call_library(f, out.at, out.each, out.type, in.at, counts, offsets, in.type, comm);
    };
    if (is_regular()) return large ? equal(mpi.Neighbor_allgather_c) : equal(mpi.Neighbor_allgather);
    return large ? listed(mpi.Neighbor_allgatherv_c, in.large_counts, in.large_offsets)
                 : listed(mpi.Neighbor_allgatherv, in.counts, in.offsets);
}

int neighbor_call::native() const
{
    if (is_beyond_library(*this)) return native_narrowed(*this);
    if (later) return start_native();
    if (gathers()) return native_allgather();
    auto equal = [&](auto* f) { return call_library(f, out.at, out.each, out.type, in.at, in.each, in.type, comm); };
    auto listed = [&](auto* f, auto counts, auto offsets) {
        return call_library(f, out.at, counts(out), offsets(out), out.type, in.at, counts(in), offsets(in), in.type,
                            comm);
    };
    auto typed = [&](auto* f, auto counts) {
        return call_library(f, out.at, counts(out), out.large_offsets, out.types, in.at, counts(in), in.large_offsets,
                            in.types, comm);
    };
    auto counts = [](auto& side) { return side.counts; };
    auto offsets = [](auto& side) { return side.offsets; };
    auto large_counts = [](auto& side) { return side.large_counts; };
    auto large_offsets = [](auto& side) { return side.large_offsets; };
    switch (which) {
    case collective::neighbor_alltoall: return large ? equal(mpi.Neighbor_alltoall_c) : equal(mpi.Neighbor_alltoall);
    case collective::neighbor_alltoallv:
        return large ? listed(mpi.Neighbor_alltoallv_c, large_counts, large_offsets)
                     : listed(mpi.Neighbor_alltoallv, counts, offsets);
    default: return large ? typed(mpi.Neighbor_alltoallw_c, large_counts) : typed(mpi.Neighbor_alltoallw, counts);
    }
}

} // namespace hocket
