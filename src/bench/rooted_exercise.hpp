// SPDX-License-Identifier: BSD-3-Clause
// Gather, gatherv, scatter and scatterv. The blocks lie one after the other in the root's memory.
#pragma once
#include "bench/exercise.hpp"

namespace hocket::bench {

class rooted_exercise : public exercise {
public:
    explicit rooted_exercise(const options& o);

    void resize(std::size_t n) override;
    void call(form& by, MPI_Comm on) override;
    void fill() override;
    bool right() override;
    operands seen() override;

private:
    int mine() const { return counts_[std::size_t(rank_)]; }
    bool at_root() const { return rank_ == o_.root; }

    bool gathers_, irregular_;
    std::vector<int> counts_, starts_;
    memory block_{places_}, all_{places_}; // all_: at the root
};

} // namespace hocket::bench
