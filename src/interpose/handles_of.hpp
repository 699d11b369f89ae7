// SPDX-License-Identifier: BSD-3-Clause
// The types and operators of a call.
#pragma once
#include "drive/persistent.hpp"
#include "interpose/allgather_call.hpp"
#include "interpose/alltoall_call.hpp"
#include "interpose/barrier_call.hpp"
#include "interpose/bcast_call.hpp"
#include "interpose/neighbor_call.hpp"
#include "interpose/reduction_call.hpp"
#include "interpose/rooted_call.hpp"

namespace hocket {

inline handles handles_of(const barrier_call&, int)
{
    return {};
}

inline handles handles_of(const bcast_call& call, int)
{
    return {{call.type}, {}};
}

inline handles handles_of(const rooted_call& call, int)
{
    return {{call.own.type, call.all.type}, {}};
}

inline handles handles_of(const allgather_call& call, int)
{
    return {{call.type, call.all.type}, {}};
}

inline handles handles_of(const reduction_call& call, int)
{
    return {{call.type}, {call.op}};
}

inline handles handles_of(const alltoall_call& call, int ranks)
{
    handles found{{call.out.type, call.in.type}, {}};
    for (auto* types : {call.out.at == MPI_IN_PLACE ? nullptr : call.out.types, call.in.types})
        if (types) found.types.insert(found.types.end(), types, types + ranks);
    return found;
}

inline handles handles_of(const neighbor_call& call, int)
{
    handles found{{call.out.type, call.in.type}, {}};
    auto add = [&](const MPI_Datatype* types, std::size_t n) {
        if (types) found.types.insert(found.types.end(), types, types + n);
    };
    add(call.out.types, call.on->around.destinations.size());
    add(call.in.types, call.on->around.sources.size());
    return found;
}

} // namespace hocket
