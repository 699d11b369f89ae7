// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "drive/allgather_data.hpp"
#include "interpose/arguments.hpp"
#include "interpose/collective.hpp"
#include "interpose/known_call.hpp"
#include "interpose/later_form.hpp"

namespace hocket {

// The arguments of MPI_Allgather or MPI_Allgatherv, or of one of these with large counts.
struct allgather_call {
    collective which;
    bool large; // a form with large counts
    const void* from;
    MPI_Count count;
    MPI_Datatype type;
    user_blocks all;
    MPI_Comm comm;
    later_form later{};

    // What a choice goes by: one block of an allgather, all of an allgatherv.
    std::size_t bytes_of(const allgather_user& user) const
    {
        return which == collective::allgather ? user.blocks.size_of(0) : user.size;
    }
    // The same before it is judged; allgatherv has a list instead.
    amount size(int) const { return {which == collective::allgather ? all.count_of(0) : -1, all.type}; }
    // Of counts, for all ranks.
    bool has_list() const { return which == collective::allgatherv; }
    // As the library does it.
    int native() const;
    // What is to be moved. None where the call is not correct as far as one rank can see: the library's to refuse.
    std::optional<allgather_user> judge(int rank, int ranks) const;
    // As a barrier's.
    bool remember(known_call& as, const allgather_user& user) const;
    bool is_like(const known_call& like, int rank, int) const
    {
        bool fits = like.has(count, type) && like.has(all.each, all.type) && !later;
        return fits && is_plain(from) && is_plain(all.at) && from != like.block(all.at, rank);
    }
    void run_now(net on, const known_call& like, prompt& by) const;
    // "rank 5 sends 400 bytes, but its block has 396"
    static std::string disagreement(const disagreement_of& found);

private:
    int start_native() const;
    bool judge_blocks(allgather_user& user) const;
};

} // namespace hocket
