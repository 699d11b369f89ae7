// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "drive/alltoall_data.hpp"
#include "interpose/arguments.hpp"
#include "interpose/collective.hpp"
#include "interpose/known_call.hpp"
#include "interpose/later_form.hpp"

namespace hocket {

// The arguments of MPI_Alltoall, MPI_Alltoallv or MPI_Alltoallw, or of one of these with large counts.
struct alltoall_call {
    collective which;
    bool large;          // a form with large counts
    user_blocks out, in; // out.at == MPI_IN_PLACE: nothing else of it is read
    MPI_Comm comm;
    later_form later{};

    // What a choice goes by: one block of an alltoall; of the others nobody knows all sizes.
    static std::size_t bytes_of(const alltoall_user& user) { return user.each.value_or(0); }
    // The same before it is judged.
    amount size(int) const { return {which == collective::alltoall ? in.count_of(0) : -1, in.type}; }
    // Of counts, for all ranks.
    bool has_list() const { return which != collective::alltoall; }
    // As the library does it.
    int native() const;
    // What is to be moved. None where the call is not correct as far as one rank can see: the library's to refuse.
    std::optional<alltoall_user> judge(int rank, int ranks) const;
    // As a barrier's.
    bool remember(known_call& as, const alltoall_user& user) const;
    bool is_like(const known_call& like, int, int) const
    {
        bool fits = like.has(out.each, out.type) && like.has(in.each, in.type) && !later;
        return fits && is_plain(out.at) && is_plain(in.at) && out.at != in.at;
    }
    void run_now(net on, const known_call& like, prompt& by) const;
    // "rank 5 sends 400 bytes to itself, but expects 396"
    static std::string disagreement(const disagreement_of& found);

private:
    int start_native() const;
    bool judge_blocks(user_blocks& side, int ranks) const;
    bool names_one_buffer() const;
};

} // namespace hocket
