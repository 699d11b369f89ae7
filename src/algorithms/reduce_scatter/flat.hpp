// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "algorithms/running_value.hpp"

namespace hocket::reduce_scatter {

// Flat: every rank sends each other one its operand itself, one after the other from its next neighbour on, and
// combines one `window` of what comes while it hears the next. (p-1)(alpha + n/p (beta + gamma)), and one latency where
// short messages overlap, for 2 windows of blocks. What comes from lower ranks and from higher ones is kept apart until
// the end, so operators need not commute. For few ranks, and inside a node.
struct flat {
    int window = 8;

    static task run(flat with, net on, scattered_operands data)
    {
        if (on.size() == 1) co_await settle_value(on, {data.mine, data.result});
        else co_await both(take(on, data, with.window), give(on, data));
    }
    static cost declared(flat, const problem& of)
    {
        double others = of.ranks - 1, block = of.block();
        double time = others * of.combining(block) + of.swaps(others, block, of.ranks);
        return {time, time, others * of.ranks};
    }

private:
    // The operands of a block by the distances 1, 2, ... of who has them, two windows of them at a time. The first one
    // of a higher rank comes to where all of these are combined.
    class arrivals {
    public:
        arrivals(net on, const scattered_operands& data, int window)
            : on_(on), data_(data), window_(std::min(window, on.size() - 1)),
              room_(on.scratch(std::size_t(std::min(2 * window_, on.size() - 1)) * data.result.size())),
              above_(on.rank() + 1 < on.size() ? on.scratch(data.result.size()) : bytes{}),
              low_(data.range(on.rank(), on.rank() + 1))
        {
        }
        int batches() const { return (on_.size() - 2) / window_ + 1; }
        task hear(int batch) const
        {
            auto step = on_.together(window_);
            for (int away = first(batch); away < first(batch + 1); ++away) step.recv(on_.prev(away), place(away));
            co_await step;
        }
        task combine(int batch)
        {
            for (int away = first(batch); away < first(batch + 1); ++away) {
                if (away == on_.rank() + 1) continue;
                bool lower = away <= on_.rank();
                auto into = lower ? data_.result : above_;
                auto with = lower ? low_ : cbytes(above_);
                co_await on_.combine(into, place(away), with, *data_.how);
                if (lower) low_ = into;
            }
        }
        task settle() const
        {
            if (!above_.empty()) co_await on_.combine(data_.result, low_, above_, *data_.how);
            else co_await settle_value(on_, {low_, data_.result});
        }

    private:
        int first(int batch) const { return std::min(1 + batch * window_, on_.size()); }
        bytes place(int away) const
        {
            auto n = data_.result.size();
            return away == on_.rank() + 1 ? above_ : room_.subspan(std::size_t((away - 1) % (2 * window_)) * n, n);
        }

        net on_;
        scattered_operands data_;
        int window_;
        bytes room_, above_;
        cbytes low_;
    };

    static task take(net on, scattered_operands data, int window)
    {
        arrivals all(on, data, window);
        co_await all.hear(0);
        for (int i = 0; i < all.batches(); ++i) co_await both(all.hear(i + 1), all.combine(i));
        co_await all.settle();
    }
    static task give(net on, scattered_operands data)
    {
        for (int away = 1; away < on.size(); ++away)
            co_await on.send(on.next(away), data.range(on.next(away), on.next(away) + 1));
    }
};

} // namespace hocket::reduce_scatter
