// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "bench/exercise.hpp"

namespace hocket::bench {

class bcast_exercise : public exercise {
public:
    explicit bcast_exercise(const options& o) : root_(o.root) { MPI_Comm_rank(MPI_COMM_WORLD, &rank_); }

    void resize(std::size_t n) override
    {
        n_ = n;
        if (data_.size() < n) data_.resize(n);
    }
    void call(MPI_Comm on) override { MPI_Bcast(data_.data(), int(n_), MPI_BYTE, root_, on); }
    void fill() override
    {
        for (std::size_t i = 0; i < n_; ++i) {
            auto is = expected(root_, i);
            data_[i] = rank_ == root_ ? is : static_cast<unsigned char>(~is);
        }
    }
    bool right() const override
    {
        bool all = true;
        for (std::size_t i = 0; i < n_; ++i) all &= data_[i] == expected(root_, i);
        return all;
    }

private:
    int root_, rank_ = 0;
    std::size_t n_ = 0;
    std::vector<unsigned char> data_;
};

} // namespace hocket::bench
