// SPDX-License-Identifier: BSD-3-Clause
// Alltoall, alltoallv and alltoallw, the last with the same type for everybody. The blocks lie one after the other.
#pragma once
#include "bench/exercise.hpp"

namespace hocket::bench {

class alltoall_exercise : public exercise {
public:
    explicit alltoall_exercise(const options& o);

    void resize(std::size_t n) override;
    void call(form& by, MPI_Comm on) override;
    void fill() override;
    bool right() override;
    operands seen() override
    {
        auto &o = out_, &i = in_;
        operands all{o.all.data(), i.all.data(), o.counts[0], MPI_BYTE, o.counts.data(), o.starts.data()};
        all.in = {i.counts.data(), i.starts.data()};
        return all;
    }

private:
    // What a rank sends, or what it gets.
    struct side {
        explicit side(const rotation& by) : all(by) {}
        void clear() { counts.clear(), starts.assign(1, 0); }
        void add(std::size_t block);

        std::vector<int> counts, starts{0};
        memory all;
    };
    // What byte i is of what one rank has for another.
    unsigned char is(int from, int to, std::size_t i) const { return expected(from * ranks_ + to, i); }

    std::vector<MPI_Datatype> types_;
    side out_{places_}, in_{places_};
};

} // namespace hocket::bench
