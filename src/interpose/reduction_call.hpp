// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "drive/reduction_data.hpp"
#include "interpose/arguments.hpp"
#include "interpose/collective.hpp"
#include "interpose/known_call.hpp"
#include "interpose/later_form.hpp"

namespace hocket {

// The arguments of MPI_Reduce, MPI_Allreduce, MPI_Reduce_scatter_block, MPI_Reduce_scatter, MPI_Scan or MPI_Exscan, or
// of one of these with large counts.
struct reduction_call {
    collective which;
    bool large; // a form with large counts
    const void* from;
    void* to;
    MPI_Count count; // reduce_scatter_block: of one block
    MPI_Datatype type;
    MPI_Op op;
    MPI_Comm comm;
    int root = 0;                            // reduce
    const int* counts = nullptr;             // reduce_scatter
    const MPI_Count* large_counts = nullptr; // the same, large
    later_form later{};

    bool scatters() const { return which == collective::reduce_scatter || which == collective::reduce_scatter_block; }

    // What a choice goes by: one block of a reduce_scatter_block, else the whole vector.
    std::size_t bytes_of(const reduction_user& user) const
    {
        return which == collective::reduce_scatter_block ? user.parts.size_of(0) : user.size();
    }

    // The same before it is judged; reduce_scatter has a list instead.
    amount size(int) const { return {which == collective::reduce_scatter ? -1 : count, type}; }

    // Of counts, for all ranks.
    bool has_list() const { return which == collective::reduce_scatter; }
    // As the library does it; the second between other buffers, and blocking.
    int native() const;
    int native(const void* from, void* to) const;

    // What is to be reduced. None where the call is not correct as far as one rank can see: the library's to refuse.
    std::optional<reduction_user> judge(int rank, int ranks) const;

    // As a barrier's.
    bool remember(known_call& as, const reduction_user& user) const;
    bool is_like(const known_call& like, int rank, int ranks) const
    {
        bool fits = like.has(count, type) && op == like.op && !later && root >= 0 && root < ranks;
        bool gets_none = which == collective::reduce ? rank != root : is_void_on(rank);
        bool may_be_in_place = !scatters() && !gets_none; // there the result would lie on operands
        return fits && (may_be_in_place ? from != nullptr : is_plain(from)) &&
               (gets_none || (is_plain(to) && from != to));
    }
    void run_now(net on, const known_call& like, prompt& by) const;

private:
    // An exscan's rank 0 may give any address for its result, and nothing is written there. In place that is an
    // operand.
    bool is_void_on(int rank) const { return which == collective::exscan && rank == 0 && from != MPI_IN_PLACE; }
    int start_native() const;
    int start_native_reduce() const;
    int start_native_reduce_scatter() const;
    bool judge_counts(reduction_user& user) const;
    bool judge_buffers(reduction_user& user) const;
};

} // namespace hocket
