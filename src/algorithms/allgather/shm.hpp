// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "algorithms/steps.hpp"

namespace hocket::allgather {

// Everybody tells everybody its block: alpha + (p-1) m beta, where one message reaches all, as through memory that they
// share; elsewhere p-1 messages of each rank. Folklore.
struct shm {
    class steps {
    public:
        steps(shm, net on, const blocks& data) : on_(on), data_(data) {}
        static std::optional<cbytes> says(net on, const blocks& data) { return data[on.rank()]; }
        bool meanwhile(request& next)
        {
            if (++ahead_ >= on_.size()) return false;
            int from = on_.next(ahead_);
            next = on_.hearing(from, data_[from]);
            return true;
        }
        bool then(request&) { return false; }

    private:
        net on_;
        blocks data_;
        int ahead_ = 0;
    };
    static task run(shm with, net on, blocks data) { return take_steps<steps>(with, on, data); }
    static cost declared(shm, const problem& of)
    {
        double others = of.ranks - 1, m = of.block();
        double time = of.tells(m) ? of.told(others, m) : of.swaps(others, m, of.ranks);
        return {time, time, of.tells(m) ? of.ranks : others * of.ranks};
    }
};

} // namespace hocket::allgather
