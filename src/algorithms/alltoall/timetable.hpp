// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "algorithms/alltoall/swap_price.hpp"
#include "shapes/timetable.hpp"

namespace hocket::alltoall {

// Timetable: in every round all ranks swap blocks two by two (a 1-factorisation), so that each interface has one flow
// in and one flow out. No barrier keeps rounds apart: a rank goes on when it has its partner's block, with `window`
// swaps under way. p-1 rounds for even p, p for odd p, in which one rank is idle; (p-1)(alpha + m beta). In place with
// one block of scratch for each swap under way. Kirkman 1847; for alltoall: Schreuder 1980 by way of FFTW.
struct timetable {
    int window = 4, order = 1;
    std::size_t segment = 0, credit = 0;

    static task run(timetable with, net on, exchanged_blocks data)
    {
        partners_in_turn partners(hocket::timetable(on.size(), with.order), on.rank());
        swap_terms terms{with.segment, with.credit};
        co_await swap_in_turn(on, data, terms, partners, with.window);
    }
    static cost declared(timetable with, const problem& of)
    {
        if (of.ranks == 1 || of.bytes == 0) return {};
        swap_terms terms{with.segment, with.credit};
        double rounds = hocket::timetable(of.ranks).rounds(), n = of.block(), others = of.ranks - 1;
        auto& by = of.level();
        double sharing = of.spans_nodes ? std::ceil(double(of.per_node) * of.at_once / of.nics) : others;
        double window = with.window == 0 ? others : std::min<double>(with.window, others);
        double time =
            swaps_in_turn(by, terms, rounds, n, window, sharing) + swaps_lost(of, terms, n, window * of.per_node);
        return {time, time, others * of.ranks * terms.messages(n)};
    }
};

} // namespace hocket::alltoall
