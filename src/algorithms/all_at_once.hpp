// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "algorithms/direct.hpp"

namespace hocket {

// The root posts the messages of all ranks before it waits for any: (p-1)(alpha + m beta), and fewer steps between two
// of them than where a window moves on. For short blocks of few ranks: nothing keeps many from flooding the root.
// Folklore.
template <flow way> struct all_at_once {
    static task run(all_at_once, net on, rooted_blocks data)
    {
        auto step = on.together(std::max(1, on.size() - 1));
        if (on.rank() == 0)
            for (int rank = 1; rank < on.size(); ++rank) post(step, on, *data.places, rank);
        else if (!data.mine.empty()) add(step, 0, data.mine, way == flow::to_root);
        co_await step;
    }
    static cost declared(all_at_once, const problem& of) { return direct<way>::declared({.window = of.ranks}, of); }

private:
    static void post(round& step, net on, const block_places& all, int rank)
    {
        constexpr bool sends = way == flow::from_root;
        bytes one;
        auto list = pieces_of(on, all, rank, one);
        if (list.size() == 1) add(step, rank, one, sends);
        if (list.size() > 1) add(step, rank, list, sends);
    }
    template <class Data> static void add(round& step, int peer, Data data, bool sends)
    {
        if (sends) step.send(peer, data);
        else step.recv(peer, data);
    }
};

} // namespace hocket
