// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "drive/rooted_data.hpp"
#include "interpose/arguments.hpp"
#include "interpose/collective.hpp"
#include "interpose/known_call.hpp"
#include "interpose/later_form.hpp"

namespace hocket {

// The arguments of MPI_Gather, MPI_Gatherv, MPI_Scatter or MPI_Scatterv, or of one of these with large counts.
struct rooted_call {
    collective which;
    bool large; // a form with large counts
    struct {
        void* at;
        MPI_Count count;
        MPI_Datatype type;
    } own;           // what this rank sends to the root, or receives from it
    user_blocks all; // read at the root only
    int root;
    MPI_Comm comm;
    later_form later{};

    bool gathers() const { return which == collective::gather || which == collective::gatherv; }
    // Do all ranks know how much each one has?
    bool regular() const { return which == collective::gather || which == collective::scatter; }

    // What a choice goes by: one block, or nothing where only the root knows the sizes.
    static std::size_t bytes_of(const rooted_user& user) { return user.block.value_or(0); }

    // The same before it is judged.
    amount size(int rank) const
    {
        if (!regular()) return {-1, own.type};
        return rank == root ? amount{all.count_of(0), all.type} : amount{own.count, own.type};
    }

    // Of counts, for all ranks.
    bool has_list() const { return !regular(); }
    // As the library does it.
    int native() const;
    int native_nonblocking() const;

    // What is to be moved. None where the call is not correct as far as one rank can see: the library's to refuse.
    std::optional<rooted_user> judge(int rank, int ranks) const;
    // As a barrier's.
    bool remember(known_call& as, const rooted_user& user) const;
    bool is_like(const known_call& like, int rank, int ranks) const
    {
        bool fits = like.has(own.count, own.type) && root >= 0 && root < ranks && is_plain(own.at) && !later;
        return fits && (rank != root || has_like_blocks(like));
    }
    void run_now(net on, const known_call& like, prompt& by) const;
    // "rank 5 sends 400 bytes, but the root expects 396"
    std::string disagreement(const disagreement_of& found) const;

private:
    bool has_like_blocks(const known_call& like) const
    {
        return like.has(all.each, all.type) && is_plain(all.at) && own.at != like.block(all.at, root);
    }
    int start_native() const;
    int start_native_small() const;
    int start_native_large() const;
    bool judge_own(rooted_user& user) const;
    bool judge_blocks(rooted_user& user) const;
};

} // namespace hocket
