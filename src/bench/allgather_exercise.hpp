// SPDX-License-Identifier: BSD-3-Clause
// Allgather and allgatherv. The blocks lie one after the other.
#pragma once
#include "bench/exercise.hpp"

namespace hocket::bench {

class allgather_exercise : public exercise {
public:
    explicit allgather_exercise(const options& o);

    void resize(std::size_t n) override;
    void call(MPI_Comm on) override;
    void fill() override;
    bool right() const override;

private:
    const options& o_;
    int rank_ = 0, ranks_ = 0;
    std::vector<int> counts_, places_;
    std::vector<unsigned char> block_, all_;
};

} // namespace hocket::bench
