// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "algorithms/running_value.hpp"
#include "shapes/partition.hpp"

namespace hocket::scan {

// Chain: a rank puts what comes from the rank before in front of its own operand and passes that on, in segments, of
// which one comes while the one before leaves: (ns + p - 2)(alpha + s beta + s gamma) for ns segments of s bytes. The
// whole bandwidth for long vectors, but p steps of latency. Folklore.
template <bool inclusive> struct chain {
    std::size_t segment = 64 << 10;

    static task run(chain with, net on, operands data)
    {
        if (data.size() == 0) co_return;
        auto e = data.element();
        auto cut = segments_of(data.size(), e, with.segment);
        bool ends = on.rank() == 0 || on.rank() + 1 == on.size(), in_place = data.mine.data() == data.result.data();
        bool apart = !inclusive && !ends; // what is passed on is not the result
        auto spare = apart ? on.scratch(3 * cut.size * e) : bytes{};
        cbytes done;
        for (int s = 0; s < cut.count(); ++s) {
            auto from = cut.offset(s) * e, n = cut.length(s) * e;
            operands part{data.mine.subspan(from, n), data.result.subspan(from, n), data.how};
            auto out = apart ? spare.subspan(s % 2 * cut.size * e, n) : part.result;
            auto came = apart && in_place ? spare.last(n) : part.result;
            co_await both(take(on, part, came, out), pass(on, done));
            done = on.rank() == 0 ? part.mine : cbytes(out);
        }
        co_await pass(on, done);
    }
    static cost declared(chain with, const problem& of)
    {
        auto grain = std::size_t(of.element);
        auto cut = segments_of(std::size_t(of.bytes), grain, with.segment);
        double one = double(cut.size * grain), ns = cut.count(), hops = of.ranks - 1;
        double far = of.spans_nodes ? std::ceil(double(of.ranks) / of.neighbours()) - 1 : 0;
        double pace = of.pace(1, one, 1) + of.combining(one);
        double first = far * of.message(one) + (hops - far) * of.node(one) + hops * of.combining(one);
        return {hops > 0 ? first + (ns - 1) * pace : 0, ns * pace, ns * hops};
    }

private:
    // A segment from the rank before, and what goes to the next one.
    static task take(net on, operands part, bytes came, bytes out)
    {
        int before = on.rank() - 1;
        if (inclusive && before < 0) {
            co_await settle_value(on, {part.mine, part.result});
        } else if (inclusive) {
            co_await on.recv_reduce(before, out, part.mine, *part.how);
        } else if (before >= 0) {
            co_await on.recv(before, came);
            if (out.data() != part.result.data()) co_await on.combine(out, came, part.mine, *part.how);
            if (came.data() != part.result.data()) co_await on.copy(part.result, came);
        }
    }
    static task pass(net on, cbytes value)
    {
        if (!value.empty() && on.rank() + 1 < on.size()) co_await on.send(on.rank() + 1, value);
    }
};

} // namespace hocket::scan
