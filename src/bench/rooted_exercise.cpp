// SPDX-License-Identifier: BSD-3-Clause
#include "bench/rooted_exercise.hpp"

namespace hocket::bench {
namespace {

void write(unsigned char* to, int rank, int n, bool wrong)
{
    for (int i = 0; i < n; ++i) {
        auto is = expected(rank, std::size_t(i));
        to[i] = wrong ? static_cast<unsigned char>(~is) : is;
    }
}

bool holds(const unsigned char* data, int rank, int n)
{
    bool all = true;
    for (int i = 0; i < n; ++i) all &= data[i] == expected(rank, std::size_t(i));
    return all;
}

} // namespace

rooted_exercise::rooted_exercise(const options& o)
    : exercise(o), gathers_(o.collective.starts_with("gather")), irregular_(o.irregular())
{
}

void rooted_exercise::resize(std::size_t n)
{
    auto sizes = o_.blocks(ranks_, n);
    counts_.assign(sizes.begin(), sizes.end());
    starts_.assign(1, 0);
    for (auto count : counts_) starts_.push_back(starts_.back() + count);
    block_.make_room(std::size_t(mine()));
    if (at_root()) all_.make_room(std::size_t(starts_.back()));
}

void rooted_exercise::call(form& by, MPI_Comm on)
{
    auto *block = block_.data(), *all = all_.data();
    auto *counts = counts_.data(), *starts = starts_.data();
    int n = mine(), root = o_.root;
    if (gathers_ && irregular_)
        by(MPI_Gatherv, MPI_Igatherv, MPI_Gatherv_init, on, block, n, MPI_BYTE, all, counts, starts, MPI_BYTE, root);
    else if (gathers_) by(MPI_Gather, MPI_Igather, MPI_Gather_init, on, block, n, MPI_BYTE, all, n, MPI_BYTE, root);
    else if (irregular_)
        by(MPI_Scatterv, MPI_Iscatterv, MPI_Scatterv_init, on, all, counts, starts, MPI_BYTE, block, n, MPI_BYTE, root);
    else by(MPI_Scatter, MPI_Iscatter, MPI_Scatter_init, on, all, n, MPI_BYTE, block, n, MPI_BYTE, root);
}

operands rooted_exercise::seen()
{
    auto *block = block_.data(), *all = all_.data();
    return {gathers_ ? block : all, gathers_ ? all : block, mine(), MPI_BYTE, counts_.data(), starts_.data()};
}

void rooted_exercise::fill()
{
    write(block_.data(), rank_, mine(), !gathers_);
    for (int r = 0; at_root() && r < ranks_; ++r)
        write(all_.data() + starts_[std::size_t(r)], r, counts_[std::size_t(r)], gathers_);
}

bool rooted_exercise::right()
{
    if (!gathers_) return holds(block_.data(), rank_, mine());
    bool every = true;
    for (int r = 0; at_root() && r < ranks_; ++r)
        every &= holds(all_.data() + starts_[std::size_t(r)], r, counts_[std::size_t(r)]);
    return every;
}

} // namespace hocket::bench
