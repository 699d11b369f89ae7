// SPDX-License-Identifier: BSD-3-Clause
// Forms with large counts under a library that lacks them: the same call with ints. Programs that look for
// MPI_Gatherv_c find Hocket's, whether the library has one or not.
#pragma once
#include "interpose/allgather_call.hpp"
#include "interpose/alltoall_call.hpp"
#include "interpose/neighbor_call.hpp"
#include "interpose/reduction_call.hpp"
#include "interpose/rooted_call.hpp"
#include <deque>

namespace hocket {

// Keeps lists of ints until the library has read them: for all forms before the call returns.
class narrowed {
public:
    // Leaves a call as it is that has too large a count or offset: only an algorithm of Hocket's could run it.
    template <class Call> void narrow(Call& call)
    {
        auto small = call;
        if (fit(small)) call = small, call.large = false;
    }

private:
    bool fit(rooted_call& call);
    bool fit(allgather_call& call);
    bool fit(alltoall_call& call);
    bool fit(neighbor_call& call);
    bool fit(reduction_call& call);
    bool fit(user_blocks& side, int n, bool with_offsets = true);
    template <class From> bool copy(const From* from, int n, const int*& to);

    std::deque<std::vector<int>> lists_;
};

// Does the library lack the form of this call?
template <class Call> bool is_beyond_library(const Call& call)
{
    return call.large && !mpi.Allgather_c;
}

template <class Call> int native_narrowed(Call call)
{
    narrowed lists;
    lists.narrow(call);
    return call.large ? MPI_ERR_UNSUPPORTED_OPERATION : call.native();
}

} // namespace hocket
