// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "drive/neighbor_data.hpp"
#include "interpose/arguments.hpp"
#include "interpose/collective.hpp"
#include "interpose/later_form.hpp"
#include "interpose/neighbor_topology.hpp"

namespace hocket {

// The arguments of a neighborhood collective.
struct neighbor_call {
    collective which;
    bool large;          // a form with large counts
    user_blocks out, in; // of an allgather `out` is one block
    MPI_Comm comm;
    later_form later{};
    const neighbor_topology* on = nullptr; // once it is known

    static std::size_t bytes_of(const neighbor_user& user) { return user.each.value_or(0); }
    amount size(int) const { return {is_regular() ? in.each : -1, in.type}; }
    // Of counts, for all neighbors.
    bool has_list() const { return !is_regular(); }
    bool gathers() const { return which == collective::neighbor_allgather || which == collective::neighbor_allgatherv; }
    bool is_regular() const
    {
        return which == collective::neighbor_allgather || which == collective::neighbor_alltoall;
    }
    // As the library does it.
    int native() const;
    // What is to be moved. None where the call is not correct as far as one rank can see: the library's to refuse.
    std::optional<neighbor_user> judge(int rank, int ranks) const;
    // "rank 5 sends 400 bytes to itself, but expects 396"
    static std::string disagreement(const disagreement_of& found);

private:
    int native_allgather() const;
    int start_allgather() const;
    int start_native() const;
};

} // namespace hocket
