// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "algorithms/running_value.hpp"
#include "algorithms/steps.hpp"

namespace hocket::allreduce {

// Everybody tells everybody its operand, and combines all from the lowest rank to the highest, as they are heard where
// the ones before have been: alpha + (p-1) n (beta + gamma), where one message reaches all, as through memory that they
// share; elsewhere p-1 messages of each rank. Folklore.
struct shm {
    // The operands of the ranks before `next_` are combined in `sum_`; that of a higher rank which comes before its
    // turn waits in a place of its own. This rank's own operand may lie where the result goes, and others read it until
    // all have heard it: so long the sum is elsewhere then.
    class steps {
    public:
        steps(shm, net on, operands data)
            : on_(on), data_(data), early_(on.rank() == 0 ? 0 : on.size() - on.rank() - 1),
              room_(room_for(early_ + is_in_place())), sum_{data.mine, is_in_place() ? place(early_) : data.result},
              next_(on.rank() == 0 ? 1 : 0)
        {
        }
        static std::optional<cbytes> says(net, const operands& data) { return data.mine; }
        bool meanwhile(request& next)
        {
            if (++ahead_ >= on_.size()) return false;
            next = hear(on_.next(ahead_));
            return true;
        }
        bool then(request& next)
        {
            if (next_ < on_.size()) return next = combine_next(), true;
            if (running_value{sum_.now, data_.result}.moved() || data_.result.empty()) return false;
            next = on_.copying(data_.result, std::exchange(sum_.now, data_.result));
            return true;
        }

    private:
        bytes room_for(int operands) const
        {
            return operands > 0 ? on_.scratch(std::size_t(operands) * data_.size()) : bytes();
        }
        request hear(int from)
        {
            if (from != next_) return on_.hearing(from, place_of(from));
            if (from == 0 && on_.rank() == 1) return before_own();
            ++next_;
            auto below = std::exchange(sum_.now, sum_.into);
            return from == 0 ? on_.hearing(from, sum_.into)
                             : on_.hearing_reduce(from, sum_.into, below, *data_.how, true);
        }
        request combine_next()
        {
            auto high = next_ == on_.rank() ? data_.mine : cbytes(place_of(next_));
            ++next_;
            return on_.combining(data_.result, std::exchange(sum_.now, data_.result), high, *data_.how);
        }
        // The only lower rank's: this rank's own is next.
        request before_own()
        {
            next_ = 2;
            sum_.arrived();
            return on_.hearing_reduce(0, sum_.into, data_.mine, *data_.how, false);
        }
        bool is_in_place() const { return data_.result.data() == data_.mine.data(); }
        bytes place(int i) const { return room_.subspan(std::size_t(i) * data_.size(), data_.size()); }
        bytes place_of(int higher) const { return place(higher - on_.rank() - 1); }

        net on_;
        operands data_;
        int early_; // operands that may come too early
        bytes room_;
        running_value sum_;
        int next_, ahead_ = 0;
    };
    static task run(shm with, net on, operands data) { return take_steps<steps>(with, on, data); }
    static cost declared(shm, const problem& of)
    {
        double others = of.ranks - 1, n = of.bytes;
        double time = of.tells(n) ? of.told(others, n) : of.swaps(others, n, of.ranks);
        time += others * of.combining(n);
        return {time, time, of.tells(n) ? of.ranks : others * of.ranks};
    }
};

} // namespace hocket::allreduce
