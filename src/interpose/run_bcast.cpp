// SPDX-License-Identifier: BSD-3-Clause
#include "drive/blocking.hpp"
#include "drive/packing.hpp"
#include "interpose/communicator.hpp"
#include "interpose/inside.hpp"

namespace hocket {

int communicator::run(const bcast_call& call)
{
    std::size_t element = 0;
    if (native_ || !call.is_sound(size_, element)) return call.native();
    if (!settled_ && !settle()) return call.native();
    auto& made = decide(collective::bcast, std::size_t(call.count) * element);
    if (is_native(made)) return call.native();
    inside guard;
    return watched_ ? run_watched(made, call, element) : run(made.plan, call, element);
}

int communicator::run(const bound_plan& plan, const bcast_call& call, std::size_t element)
{
    if (plan.runs == way::native) return call.native();
    if (plan.runs == way::native_nonblocking) return call.native_nonblocking();
    if (call.count == 0 || element == 0) return MPI_SUCCESS; // on every rank: nothing moves
    if (!prepare(plan)) return call.native();
    return run_own(plan.as<bytes>(), call, element);
}

int communicator::run_own(const bcast_algorithm& algorithm, const bcast_call& call, std::size_t element)
{
    auto& port = private_->port();
    if (port.failure()) return give_up(port.failure());
    packed data(port, {call.at, std::size_t(call.count), call.type, element},
                rank_ == call.root ? packed::role::source : packed::role::target);
    port.begin(data.picture());
    waiter wait(crowded_);
    if (run_blocking(port, algorithm.start(net(port, rank_, size_).rooted(call.root), data.data()), wait) == 0)
        data.finish();
    port.end();
    return port.failure() ? give_up(port.failure()) : MPI_SUCCESS;
}

} // namespace hocket
