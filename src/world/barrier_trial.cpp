// SPDX-License-Identifier: BSD-3-Clause
#include "world/barrier_trial.hpp"

namespace hocket {
namespace {

// Waits for a message that nobody sends.
task stay_away(net on)
{
    co_await on.apart(7).recv(on.rank(), bytes{});
}

task pass(const barrier_algorithm& how, net on, int* left)
{
    co_await how.start(on, {});
    ++*left;
}

} // namespace

std::optional<trouble> barrier_trial::run(const barrier_algorithm& how, int late, order& by)
{
    left_ = 0;
    auto wrong = world_.run(by, [&](net on) { return pass(how, on, &left_); });
    if (wrong || by.gave_up() || world_.ranks() == 1) return wrong;
    return run_without(how, late);
}

std::optional<trouble> barrier_trial::run_without(const barrier_algorithm& how, int late)
{
    fifo by;
    left_ = 0;
    auto stuck = world_.run(by, [&](net on) { return on.rank() == late ? stay_away(on) : pass(how, on, &left_); });
    if (left_ > 0 || !stuck)
        return trouble{"early",
                       std::to_string(left_) + " ranks go on although rank " + std::to_string(late) + " has not come"};
    return {};
}

} // namespace hocket
