// SPDX-License-Identifier: BSD-3-Clause
// Gather, gatherv, scatter and scatterv. The blocks lie one after the other in the root's memory.
#pragma once
#include "bench/exercise.hpp"

namespace hocket::bench {

class rooted_exercise : public exercise {
public:
    explicit rooted_exercise(const options& o);

    void resize(std::size_t n) override;
    void call(MPI_Comm on) override;
    void fill() override;
    bool right() const override;

private:
    int mine() const { return counts_[std::size_t(rank_)]; }
    bool at_root() const { return rank_ == o_.root; }

    const options& o_;
    bool gathers_, irregular_;
    int rank_ = 0, ranks_ = 0;
    std::vector<int> counts_, places_;
    std::vector<unsigned char> block_, all_; // all_: at the root
};

} // namespace hocket::bench
