// SPDX-License-Identifier: BSD-3-Clause
#include "bench/allgather_exercise.hpp"

namespace hocket::bench {

void allgather_exercise::resize(std::size_t n)
{
    auto sizes = o_.blocks(ranks_, n);
    counts_.assign(sizes.begin(), sizes.end());
    starts_.assign(1, 0);
    for (auto count : counts_) starts_.push_back(starts_.back() + count);
    block_.make_room(std::size_t(counts_[std::size_t(rank_)]));
    all_.make_room(std::size_t(starts_.back()));
}

void allgather_exercise::call(form& by, MPI_Comm on)
{
    auto *block = block_.data(), *all = all_.data();
    int n = counts_[std::size_t(rank_)];
    if (o_.irregular())
        by(MPI_Allgatherv, MPI_Iallgatherv, MPI_Allgatherv_init, on, block, n, MPI_BYTE, all, counts_.data(),
           starts_.data(), MPI_BYTE);
    else by(MPI_Allgather, MPI_Iallgather, MPI_Allgather_init, on, block, n, MPI_BYTE, all, n, MPI_BYTE);
}

operands allgather_exercise::seen()
{
    return {block_.data(), all_.data(), counts_[std::size_t(rank_)], MPI_BYTE, counts_.data(), starts_.data()};
}

void allgather_exercise::fill()
{
    for (std::size_t i = 0; i < std::size_t(counts_[std::size_t(rank_)]); ++i) block_[i] = expected(rank_, i);
    for (int r = 0; r < ranks_; ++r)
        for (std::size_t i = 0; i < std::size_t(counts_[std::size_t(r)]); ++i)
            all_[std::size_t(starts_[std::size_t(r)]) + i] = static_cast<unsigned char>(~expected(r, i));
}

bool allgather_exercise::right()
{
    bool every = true;
    for (int r = 0; r < ranks_; ++r)
        for (std::size_t i = 0; i < std::size_t(counts_[std::size_t(r)]); ++i)
            every &= all_[std::size_t(starts_[std::size_t(r)]) + i] == expected(r, i);
    return every;
}

} // namespace hocket::bench
