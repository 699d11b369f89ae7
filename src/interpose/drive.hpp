// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "drive/blocking.hpp"
#include "interpose/agreement.hpp"
#include "interpose/communicator.hpp"

namespace hocket {

// An algorithm of ours on the data that `user` describes, once prepare() has succeeded. `start` makes the task, from
// the ranks and the data. The rank that has found a disagreement names it.
template <class Data, class Call, class Start, class... User>
int communicator::drive(const Call& call, Start start, const User&... user)
{
    auto& port = private_->port();
    if (port.failure()) return give_up(port.failure());
    Data data(port, user...);
    waiter wait(crowded_);
    auto on_all = [&](const Data& made) { return start(net(port, rank_, size_), made); };
    if (run_blocking(port, data, on_all, wait) == MPI_SUCCESS) return MPI_SUCCESS;
    if constexpr (requires(disagreement_of found) { call.disagreement(found); })
        if (auto& found = port.disagreement()) complain(function_of(call.which) + ": " + call.disagreement(*found));
    return give_up(port.failure());
}

} // namespace hocket
