// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "algorithms/steps.hpp"

namespace hocket::bcast {

// The root tells everybody: alpha + n beta, where one message reaches all, as through memory that they share; elsewhere
// p-1 messages. Folklore.
struct shm {
    class steps {
    public:
        steps(shm, net on, bytes data) : on_(on), data_(data), hears_(on.rank() != 0) {}
        static std::optional<cbytes> says(net on, bytes data)
        {
            return on.rank() == 0 ? std::optional<cbytes>(data) : std::nullopt;
        }
        bool meanwhile(request& next)
        {
            if (!std::exchange(hears_, false)) return false;
            next = on_.hearing(0, data_);
            return true;
        }
        bool then(request&) { return false; }

    private:
        net on_;
        bytes data_;
        bool hears_;
    };
    static task run(shm with, net on, bytes data) { return take_steps<steps>(with, on, data); }
    static cost declared(shm, const problem& of)
    {
        double others = of.ranks - 1, n = of.bytes;
        double time = of.tells(n) ? of.told(1, n) : others > 0 ? of.several(others, n) : 0;
        return {time, time, of.tells(n) ? 1 : others};
    }
};

} // namespace hocket::bcast
