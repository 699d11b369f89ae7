// SPDX-License-Identifier: BSD-3-Clause
// Allgather and allgatherv. The blocks lie one after the other.
#pragma once
#include "bench/exercise.hpp"

namespace hocket::bench {

class allgather_exercise : public exercise {
public:
    using exercise::exercise;

    void resize(std::size_t n) override;
    void call(form& by, MPI_Comm on) override;
    void fill() override;
    bool right() override;
    operands seen() override;

private:
    std::vector<int> counts_, starts_;
    memory block_{places_}, all_{places_};
};

} // namespace hocket::bench
