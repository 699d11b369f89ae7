// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "algorithms/running_value.hpp"

namespace hocket::allreduce {

// Everybody tells everybody its operand, and combines all from the lowest rank to the highest, as they are heard where
// the ones before have been: alpha + (p-1) n (beta + gamma), where one message reaches all, as through memory that they
// share; elsewhere p-1 messages of each rank. Folklore.
struct shm {
    static task run(shm, net on, operands data)
    {
        heard_in_order all(on, data);
        auto told = on.tell(data.mine);
        for (int ahead = 1; ahead < on.size(); ++ahead) co_await all.hear(on.next(ahead));
        co_await told;
        for (int left = all.left(); left > 0; --left) co_await all.combine_next();
        co_await settle_value(on, all.value());
    }
    static cost declared(shm, const problem& of)
    {
        double others = of.ranks - 1, n = of.bytes;
        double time = of.tells(n) ? of.told(others, n) : of.swaps(others, n, of.ranks);
        time += others * of.combining(n);
        return {time, time, of.tells(n) ? of.ranks : others * of.ranks};
    }

private:
    // What has been reached holds the operands of the ranks before `next_`. Until this rank's own has been heard by all
    // it lies elsewhere than the result, which may be where that is. What comes before its turn, which is that of
    // higher ranks alone, has a place of its own.
    class heard_in_order {
    public:
        heard_in_order(net on, operands data)
            : on_(on), data_(data), room_(on.scratch(std::size_t(on.size() - on.rank()) * data.size())),
              reached_{data.mine, is_in_place() ? place_of(on.rank()) : data.result}, next_(on.rank() == 0)
        {
        }
        op hear(int from)
        {
            if (from != next_) return on_.hear(from, place_of(from));
            bool is_before_own = from == 0 && on_.rank() == 1;
            next_ += is_before_own ? 2 : 1;
            auto with = std::exchange(reached_.now, reached_.into);
            if (from == 0 && !is_before_own) return on_.hear(from, reached_.into);
            return on_.hear_reduce(from, reached_.into, with, *data_.how, !is_before_own);
        }
        int left() const { return on_.size() - next_; }
        op combine_next()
        {
            auto high = next_ == on_.rank() ? data_.mine : cbytes(place_of(next_));
            ++next_;
            return on_.combine(data_.result, std::exchange(reached_.now, data_.result), high, *data_.how);
        }
        running_value value() const { return {reached_.now, data_.result}; }

    private:
        bool is_in_place() const { return data_.result.data() == data_.mine.data(); }
        bytes place_of(int rank) const
        {
            return room_.subspan(std::size_t(rank - on_.rank()) * data_.size(), data_.size());
        }

        net on_;
        operands data_;
        bytes room_;
        running_value reached_;
        int next_;
    };
};

} // namespace hocket::allreduce
