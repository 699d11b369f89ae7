// SPDX-License-Identifier: BSD-3-Clause
// The five neighborhood collectives, on the topology that --graph names.
#pragma once
#include "bench/exercise.hpp"
#include "shapes/neighborhood.hpp"

namespace hocket::bench {

class neighbor_exercise : public exercise {
public:
    explicit neighbor_exercise(const options& o);

    void resize(std::size_t n) override;
    void call(form& by, MPI_Comm on) override;
    void fill() override;
    bool right() override;
    operands seen() override;

private:
    // The blocks of one direction, one after the other.
    struct end {
        explicit end(const rotation& by) : all(by) {}

        std::vector<int> others, counts, starts;
        std::vector<int> which; // of the blocks between the same two ranks, in the order of their meeting
        std::vector<MPI_Aint> at; // starts, as alltoallw has them
        memory all;
    };
    int block() const; // bytes of each, where they are alike
    void exchange(form& by, MPI_Comm on);
    void lay_out(end& e, std::size_t n, bool out);
    // What byte i of such a block is. To all neighbors a rank says the same in an allgather.
    unsigned char is(int from, int to, int which, std::size_t i) const
    {
        return gathers_ ? expected(from, i) : expected((from * ranks_ + to) * 31 + which, i);
    }

    bool gathers_;
    neighborhood mine_;
    end out_{places_}, in_{places_};
    std::vector<MPI_Datatype> types_;
};

} // namespace hocket::bench
