// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "algorithms/algorithm.hpp"
#include "algorithms/places.hpp"

namespace hocket::allgather {

// Gather to rank 0, then broadcast of the whole vector: the sum of both, whose bandwidth is far from the best. For
// comparison, and where a library's broadcast has hardware behind it.
struct rooted {
    const gather_algorithm* gather = nullptr;
    const bcast_algorithm* bcast = nullptr;

    static task run(rooted with, net on, blocks all)
    {
        cut_vector places(all);
        bool root = on.rank() == 0;
        rooted_blocks data{root ? bytes{} : all[on.rank()], &places, root ? &places : nullptr};
        co_await with.gather->start(on, data);
        co_await with.bcast->start(on, all.all);
    }
    static cost declared(rooted with, const problem& of)
    {
        auto first = with.gather->declared(of), second = with.bcast->declared(of);
        double all = first.finish + second.finish;
        cost made{all, all, first.messages + second.messages};
        made.held = first.held;
        return made;
    }
};

} // namespace hocket::allgather
