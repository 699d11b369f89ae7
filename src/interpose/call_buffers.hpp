// SPDX-License-Identifier: BSD-3-Clause
// The buffers of a call as one rank uses them: which blocks it reads and which it writes.
#pragma once
#include "interpose/allgather_call.hpp"
#include "interpose/alltoall_call.hpp"
#include "interpose/bcast_call.hpp"
#include "interpose/neighbor_call.hpp"
#include "interpose/reduction_call.hpp"
#include "interpose/rooted_call.hpp"

namespace hocket {

// Blocks [first, last) of a list; of a neighborhood those that have a neighbor.
struct used_blocks {
    user_blocks of{};
    int first = 0, last = 0;
    const std::vector<int>* neighbors = nullptr;
};

inline used_blocks one_block(MPI_Count count, MPI_Datatype type, bool used = true)
{
    return {{.type = type, .each = count}, 0, used ? 1 : 0};
}

// visit(at, read, written) for each buffer, whose address it may change.
template <class Visit> void with_buffers(bcast_call& call, int rank, int, Visit visit)
{
    bool sends = rank == call.root;
    visit(call.at, one_block(call.count, call.type, sends), one_block(call.count, call.type, !sends));
}

// In place, the root's own block is among the others.
template <class Visit> void with_buffers(rooted_call& call, int rank, int ranks, Visit visit)
{
    bool gathers = call.gathers(), at_root = rank == call.root, in_place = call.own.at == MPI_IN_PLACE;
    auto own = [&](bool used) { return one_block(call.own.count, call.own.type, used && !in_place); };
    auto all = [&](bool used) { return used_blocks{call.all, 0, used && at_root ? ranks : 0}; };
    visit(call.own.at, own(gathers), own(!gathers));
    if (at_root) {
        auto reads = gathers && in_place ? used_blocks{call.all, rank, rank + 1} : all(!gathers);
        visit(call.all.at, reads, all(gathers));
    }
}

template <class Visit> void with_buffers(allgather_call& call, int rank, int ranks, Visit visit)
{
    bool in_place = call.from == MPI_IN_PLACE;
    auto* from = const_cast<void*>(call.from);
    visit(from, one_block(call.count, call.type, !in_place), {});
    call.from = from;
    visit(call.all.at, in_place ? used_blocks{call.all, rank, rank + 1} : used_blocks{}, {call.all, 0, ranks});
}

template <class Visit> void with_buffers(alltoall_call& call, int, int ranks, Visit visit)
{
    bool in_place = call.out.at == MPI_IN_PLACE;
    visit(call.out.at, {call.out, 0, in_place ? 0 : ranks}, {});
    visit(call.in.at, {call.in, 0, in_place ? ranks : 0}, {call.in, 0, ranks});
}

template <class Visit> void with_buffers(neighbor_call& call, const neighborhood& around, Visit visit)
{
    auto out = call.gathers() ? one_block(call.out.each, call.out.type)
                              : used_blocks{call.out, 0, int(around.destinations.size()), &around.destinations};
    visit(call.out.at, out, {});
    visit(call.in.at, {}, {call.in, 0, int(around.sources.size()), &around.sources});
}

// Elements of the operand and of the result; negative: the call is wrong.
struct reduced_counts {
    MPI_Count operand, result;
};
reduced_counts counts_of(const reduction_call& call, int rank, int ranks);

template <class Visit> void with_buffers(reduction_call& call, int rank, int ranks, Visit visit)
{
    auto n = counts_of(call, rank, ranks);
    bool in_place = call.from == MPI_IN_PLACE;
    bool has_result = call.which != collective::reduce || rank == call.root;
    bool writes = has_result && !(call.which == collective::exscan && rank == 0);
    auto* from = const_cast<void*>(call.from);
    visit(from, one_block(n.operand, call.type, !in_place), {});
    call.from = from;
    if (has_result) visit(call.to, one_block(n.operand, call.type, in_place), one_block(n.result, call.type, writes));
}

} // namespace hocket
