// SPDX-License-Identifier: BSD-3-Clause
// Alltoall, alltoallv and alltoallw, the last with the same type for everybody. The blocks lie one after the other.
#pragma once
#include "bench/exercise.hpp"

namespace hocket::bench {

class alltoall_exercise : public exercise {
public:
    explicit alltoall_exercise(const options& o);

    void resize(std::size_t n) override;
    void call(MPI_Comm on) override;
    void fill() override;
    bool right() const override;

private:
    // What a rank sends, or what it gets.
    struct side {
        std::vector<int> counts, places;
        std::vector<unsigned char> all;

        void add(std::size_t block);
    };
    // What byte i is of what one rank has for another.
    unsigned char is(int from, int to, std::size_t i) const { return expected(from * ranks_ + to, i); }

    const options& o_;
    int rank_ = 0, ranks_ = 0;
    std::vector<MPI_Datatype> types_;
    side out_, in_;
};

} // namespace hocket::bench
