// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "algorithms/direct.hpp"
#include "algorithms/shares.hpp"

namespace hocket::scatter {

// The root deals blocks of at most `most` bytes with a list of where they end, where one message reaches all, as
// through memory that they share; longer ones go as `flat` has them, each as its rank and the root know: alpha + (p-1)
// m beta. After record 10.
struct shm_by_pair {
    std::size_t most = 16 << 10;

    static task run(shm_by_pair with, net on, rooted_blocks data)
    {
        auto most = listed_limit(on, with.most);
        if (most == 0) return direct<flow::from_root>::run({}, on, data);
        return on.rank() == 0 ? deal(on, data, most) : hear(on, data, most);
    }
    static cost declared(shm_by_pair with, const problem& of)
    {
        auto apart = [&] { return direct<flow::from_root>::declared({}, of); };
        return listed_cost(of, with.most, std::ceil(of.bytes / of.ranks), 1, 1, apart);
    }

private:
    static task deal(net on, rooted_blocks data, std::size_t most)
    {
        long_blocks apart(data.places, most);
        auto parts = on.ledger<bytes>(on.size() + 1);
        co_await list_parts(on, data.places, apart, parts);
        auto dealt = on.deal(parts);
        data.places = &apart;
        if (apart.has_any(on)) co_await direct<flow::from_root>::run({}, on, data);
        co_await dealt;
    }
    static task hear(net on, rooted_blocks data, std::size_t most)
    {
        bool is_long = data.mine.size() > most;
        auto heard = on.together(1);
        heard.add(on.hearing_listed(0, is_long ? bytes() : data.mine));
        if (is_long) co_await direct<flow::from_root>::run({}, on, data);
        co_await heard;
    }
};

} // namespace hocket::scatter
