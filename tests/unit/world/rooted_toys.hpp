// SPDX-License-Identifier: BSD-3-Clause
// Small gathers and scatters, right and wrong, and a case to run them on.
#pragma once
#include "algorithms/in_pieces.hpp"
#include "world/rooted_trial.hpp"

namespace hocket::toys {

using start_rooted = task (*)(net, rooted_blocks);

class rooted_toy final : public algorithm<rooted_blocks> {
public:
    explicit rooted_toy(start_rooted how) : how_(how) {}
    task start(net on, rooted_blocks data) const override { return how_(on, data); }
    cost declared(const problem& of) const override { return {(of.ranks - 1) * of.message(of.bytes / of.ranks)}; }

private:
    start_rooted how_;
};

inline task one_after_the_other(net on, rooted_blocks data, bool to_root, int but = -1)
{
    if (on.rank() != 0) {
        if (on.rank() != but) co_await move_pieces(on, {0, !to_root}, {&data.mine, 1});
        co_return;
    }
    for (int i = 1; i < on.size(); ++i) {
        if (i == but) continue;
        auto list = pieces_of(on, *data.places, i, i + 1);
        co_await move_pieces(on, {i, to_root}, list);
    }
}

inline task gathers(net on, rooted_blocks data)
{
    return one_after_the_other(on, data, true);
}
inline task scatters(net on, rooted_blocks data)
{
    return one_after_the_other(on, data, false);
}
inline task gathers_but_one(net on, rooted_blocks data)
{
    return one_after_the_other(on, data, true, 2);
}
inline task scatters_but_one(net on, rooted_blocks data)
{
    return one_after_the_other(on, data, false, 2);
}

// Four ranks with root 1: holes before, behind and between the blocks, which lie in the order 3, 0, 1, 2; those of 0
// and 1 side by side.
inline rooted_case four_ranks(flow way)
{
    return {way, true, 1, {4, 4, 4, 4}, {7, 11, 20, 2}, 25};
}

inline std::optional<trouble> run(start_rooted how, const rooted_case& c)
{
    rooted_trial trial(int(c.sizes.size()));
    fifo by;
    return trial.run(rooted_toy(how), c, by);
}

} // namespace hocket::toys
