// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "fit/place.hpp"
#include "fit/shared_way.hpp"
#include <optional>

namespace hocket::fit {

// The first two ranks of a node with memory that they share: once for messages that are copied twice, once for those
// that are read where they lie, as far as the system lets them.
class shared_pair {
public:
    explicit shared_pair(const place& where); // collective

    // The same on every rank.
    bool works() const { return works_; }
    bool reads() const { return reads_; }
    // On rank 0: why there is no memory, or no reading. Empty: there is both.
    const std::string& mistake() const { return mistake_; }

    // Of the pair: 0 or 1. -1 on the other ranks, who have nothing of what follows.
    int end() const { return end_; }
    shared_way& in_cells() { return *two_; }
    shared_way& in_place() { return *one_; }
    void give_word();
    void take_word();

private:
    void join(MPI_Comm both);
    std::optional<segment> share(MPI_Comm both);
    std::optional<segment> make(MPI_Comm both);
    std::optional<segment> attach(MPI_Comm both);
    bool try_reading(MPI_Comm both, pid_t& other);
    bool agree(MPI_Comm both);

    int end_ = -1;
    bool works_ = false, reads_ = false;
    std::string mistake_;
    std::optional<shared_way> two_, one_;
};

} // namespace hocket::fit
