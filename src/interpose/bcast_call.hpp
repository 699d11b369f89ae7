// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "drive/user_data.hpp"
#include "interpose/arguments.hpp"
#include "interpose/collective.hpp"
#include "interpose/known_call.hpp"
#include "interpose/later_form.hpp"

namespace hocket {

// The arguments of MPI_Bcast or MPI_Bcast_c.
struct bcast_call {
    static constexpr auto which = collective::bcast;
    void* at;
    MPI_Count count;
    MPI_Datatype type;
    int root;
    MPI_Comm comm;
    later_form later{};

    // What a choice goes by, before it is judged.
    amount size(int) const { return {count, type}; }
    // As the library does it.
    int native() const
    {
        if (later) return start_native();
        if (count == int(count)) [[likely]]
            return mpi.Bcast(at, int(count), type, root, comm);
        return native_large();
    }
    int native_nonblocking() const;

    // Correct as far as one rank can see; what is not is the library's to refuse. Bytes of an element to `element`.
    bool is_sound(int ranks, std::size_t& element) const;

    // As a barrier's.
    bool remember(known_call& as, std::size_t element) const;
    bool is_like(const known_call& like, int, int ranks) const
    {
        return like.has(count, type) && root >= 0 && root < ranks && is_plain(at) && !later;
    }
    void run_now(net on, const known_call& like, prompt& by) const
    {
        like.run(on.rooted(root), bytes(static_cast<std::byte*>(at), like.size), by);
    }

private:
    int native_large() const;
    int start_native() const;
};

} // namespace hocket
