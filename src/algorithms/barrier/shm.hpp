// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "algorithms/steps.hpp"

namespace hocket::barrier {

// Everybody tells everybody: alpha, where one message reaches all, as through memory that they share; elsewhere p-1
// messages of each rank. Catalogue of every MPI library's shared memory.
struct shm {
    class steps {
    public:
        steps(shm, net on, nothing) : on_(on) {}
        static std::optional<cbytes> says(net, nothing) { return cbytes(); }
        bool meanwhile(request& next)
        {
            if (++ahead_ >= on_.size()) return false;
            next = on_.hearing(on_.next(ahead_), {});
            return true;
        }
        bool then(request&) { return false; }

    private:
        net on_;
        int ahead_ = 0;
    };
    static task run(shm with, net on, nothing data) { return take_steps<steps>(with, on, data); }
    static cost declared(shm, const problem& of)
    {
        double others = of.ranks - 1;
        double time = of.tells(0) ? of.told(others, 0) : of.swaps(others, 0, of.ranks);
        return {time, time, of.tells(0) ? of.ranks : others * of.ranks};
    }
};

} // namespace hocket::barrier
