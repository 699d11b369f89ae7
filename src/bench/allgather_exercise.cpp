// SPDX-License-Identifier: BSD-3-Clause
#include "bench/allgather_exercise.hpp"
#include <algorithm>

namespace hocket::bench {

allgather_exercise::allgather_exercise(const options& o) : o_(o)
{
    MPI_Comm_rank(MPI_COMM_WORLD, &rank_);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks_);
}

void allgather_exercise::resize(std::size_t n)
{
    auto sizes = o_.blocks(ranks_, n);
    counts_.assign(sizes.begin(), sizes.end());
    places_.assign(1, 0);
    for (auto count : counts_) places_.push_back(places_.back() + count);
    block_.resize(std::max(block_.size(), std::size_t(counts_[std::size_t(rank_)])));
    all_.resize(std::max(all_.size(), std::size_t(places_.back())));
}

void allgather_exercise::call(MPI_Comm on)
{
    int n = counts_[std::size_t(rank_)];
    if (o_.irregular())
        MPI_Allgatherv(block_.data(), n, MPI_BYTE, all_.data(), counts_.data(), places_.data(), MPI_BYTE, on);
    else MPI_Allgather(block_.data(), n, MPI_BYTE, all_.data(), n, MPI_BYTE, on);
}

void allgather_exercise::fill()
{
    for (std::size_t i = 0; i < std::size_t(counts_[std::size_t(rank_)]); ++i) block_[i] = expected(rank_, i);
    std::fill(all_.begin(), all_.end(), static_cast<unsigned char>(~expected(0, 0)));
}

bool allgather_exercise::right() const
{
    bool every = true;
    for (int r = 0; r < ranks_; ++r)
        for (std::size_t i = 0; i < std::size_t(counts_[std::size_t(r)]); ++i)
            every &= all_[std::size_t(places_[std::size_t(r)]) + i] == expected(r, i);
    return every;
}

} // namespace hocket::bench
