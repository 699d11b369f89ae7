// SPDX-License-Identifier: BSD-3-Clause
// Reduce, allreduce, reduce_scatter_block, reduce_scatter, scan and exscan, by MPI_SUM: of floats, or of bytes where
// the size is no multiple of a float's.
#pragma once
#include "bench/device_copy.hpp"
#include "bench/exercise.hpp"

namespace hocket::bench {

class reduction_exercise : public exercise {
public:
    using exercise::exercise;

    void resize(std::size_t n) override;
    void call(form& by, MPI_Comm on) override;
    void fill() override;
    bool right() override;
    operands seen() override;

private:
    std::size_t elements() const;
    std::size_t bytes_of(std::size_t n) const { return n * (type_ == MPI_FLOAT ? sizeof(float) : 1); }

    bool scatters() const { return o_.collective.starts_with("reduce_scatter"); }
    int last() const; // the ranks before this one are in the result
    bool holds(const unsigned char* data, std::size_t i, int is) const;
    void put(memory& data, std::size_t i, int is) const;

    MPI_Datatype type_ = MPI_FLOAT;
    std::size_t first_ = 0, result_ = 0; // elements of the operand in this rank's result
    std::vector<int> counts_;            // elements of each rank, or of all
    memory from_{places_}, to_{places_};
    device_copy from_there_{o_.on}, to_there_{o_.on};
};

} // namespace hocket::bench
