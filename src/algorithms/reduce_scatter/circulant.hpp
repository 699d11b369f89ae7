// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "algorithms/reduce_scatter/sums_exchange.hpp"
#include "algorithms/running_value.hpp"
#include "shapes/circulant_graph.hpp"

namespace hocket::reduce_scatter {

// Circulant reduce-scatter: of the sums for its own block and those behind it round the ring, a rank hands the farther
// half to the rank in front of which these begin, and halves so on until its own is left: q alpha + (p-1)/p n (beta +
// gamma) for any p, without a fold. Operators must commute. Traeff 2024.
struct circulant {
    static task run(circulant, net on, scattered_operands data)
    {
        hocket::circulant graph(on.size());
        if (graph.q == 0) {
            co_await settle_value(on, {data.mine, data.result});
            co_return;
        }
        sums_of_run sums(on, data, on.size() - graph.skip[graph.q - 1]);
        sums_exchange step(on, data.how, 4);
        for (int j = graph.q - 1; j >= 0; --j) {
            int near = graph.skip[j], far = graph.skip[j + 1];
            sums.each_piece(near, far, [&](int i, int end) { step.give(sums.now(i, end)); });
            sums.each_piece(0, far - near, [&](int i, int end) {
                step.take(j == 0 ? data.result : sums.place(i, end), sums.now(i, end));
            });
            co_await sums_exchange::round(&step, on.next(near), on.prev(near));
            sums.arrived();
        }
    }
    static cost declared(circulant, const problem& of)
    {
        hocket::circulant graph(of.ranks);
        double time = 0;
        for (int j = graph.q - 1; j >= 0; --j) {
            double part = graph.count(j) * of.block();
            time += of.exchange(part, graph.skip[j]) + of.combining(part);
        }
        return {time, time, double(graph.q) * of.ranks};
    }

private:
    // The sums of the blocks from a rank's own on, i = 0, 1, ...; only the first `most` of them ever change.
    class sums_of_run {
    public:
        sums_of_run(net on, const scattered_operands& data, int most)
            : data_(data), me_(on.rank()), p_(on.size()), most_(most), memory_(data.work)
        {
            if (memory_.empty() && p_ > 2) memory_ = on.scratch(length(0, most));
        }
        // f(i, end) for parts of first..last-1 that do not reach over the end of the vector or of what has changed.
        template <class F> void each_piece(int first, int last, F f) const
        {
            while (first < last) {
                int end = last;
                for (int border : {p_ - me_, most_})
                    if (first < border) end = std::min(end, border);
                f(first, end);
                first = end;
            }
        }
        cbytes now(int i, int end) const
        {
            return changed_ && i < most_ ? cbytes(place(i, end)) : data_.mine.subspan(at(i), length(i, end));
        }
        bytes place(int i, int end) const
        {
            return memory_.subspan(data_.work.empty() ? length(0, i) : at(i), length(i, end));
        }
        void arrived() { changed_ = true; }

    private:
        int block(int i) const { return i < p_ - me_ ? me_ + i : me_ + i - p_; }
        std::size_t at(int i) const { return data_.cut.offset(block(i)); }
        std::size_t length(int i, int end) const
        {
            if (i == end) return 0;
            auto from = at(i), last = at(end - 1) + data_.cut.length(block(end - 1));
            bool wraps = i < p_ - me_ && p_ - me_ < end;
            return wraps ? data_.cut.total() - from + last : last - from;
        }

        scattered_operands data_;
        int me_, p_, most_;
        bytes memory_;
        bool changed_ = false;
    };
};

} // namespace hocket::reduce_scatter
