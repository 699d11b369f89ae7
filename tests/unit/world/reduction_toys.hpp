// SPDX-License-Identifier: BSD-3-Clause
// Small reductions, right and wrong, and a trial to run them in.
#pragma once
#include "world/reduction_trial.hpp"

namespace hocket::toys {

template <class Data> class toy final : public algorithm<Data> {
public:
    using start_toy = task (*)(net, Data);
    explicit toy(start_toy how) : how_(how) {}
    task start(net on, Data data) const override { return how_(on, data); }
    cost declared(const problem&) const override { return {}; }

private:
    start_toy how_;
};

template <class Data>
std::optional<trouble> run(const char* collective, task (*how)(net, Data), std::size_t elements, bool in_order,
                           int root = 0)
{
    bound_plan plan{"toy", way::own, false, in_order, std::shared_ptr<const algorithm<Data>>(new toy<Data>(how))};
    reduction_trial trial(collective, 4, 1);
    fifo by;
    return trial.run(plan, {nullptr, root, 16 * elements, "equal", "fifo"}, by);
}

// Rank 0 takes these ranks' operands, one after the other.
inline task combine_at_0(net on, operands data, std::span<const int> ranks)
{
    cbytes with = data.mine;
    for (int r : ranks) {
        if (on.rank() == r) co_await on.send(0, data.mine);
        if (on.rank() != 0) continue;
        co_await on.recv_reduce(r, data.result, with, *data.how);
        with = data.result;
    }
}

template <int... Ranks> task takes(net on, operands data)
{
    static constexpr int ranks[] = {Ranks...};
    return combine_at_0(on, data, ranks);
}

} // namespace hocket::toys
