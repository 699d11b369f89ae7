// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "bench/exercise.hpp"

namespace hocket::bench {

class bcast_exercise : public exercise {
public:
    using exercise::exercise;

    void resize(std::size_t n) override
    {
        n_ = n;
        data_.make_room(n);
    }
    void call(form& by, MPI_Comm on) override
    {
        by(MPI_Bcast, MPI_Ibcast, MPI_Bcast_init, on, data_.data(), int(n_), MPI_BYTE, o_.root);
    }
    void fill() override
    {
        for (std::size_t i = 0; i < n_; ++i) {
            auto is = expected(o_.root, i);
            data_[i] = rank_ == o_.root ? is : static_cast<unsigned char>(~is);
        }
    }
    bool right() override
    {
        bool all = true;
        for (std::size_t i = 0; i < n_; ++i) all &= data_[i] == expected(o_.root, i);
        return all;
    }
    operands seen() override { return {data_.data(), data_.data(), int(n_)}; }

private:
    std::size_t n_ = 0;
    memory data_{places_};
};

} // namespace hocket::bench
