// SPDX-License-Identifier: BSD-3-Clause
#include "bench/rooted_exercise.hpp"

namespace hocket::bench {
namespace {

using memory = std::vector<unsigned char>;

void make_room(memory& in, std::size_t n)
{
    if (in.size() < n) in.resize(n);
}

void write(unsigned char* to, int rank, int n, bool wrong)
{
    for (int i = 0; i < n; ++i) {
        auto is = expected(rank, std::size_t(i));
        to[i] = wrong ? static_cast<unsigned char>(~is) : is;
    }
}

bool holds(const unsigned char* block, int rank, int n)
{
    bool all = true;
    for (int i = 0; i < n; ++i) all &= block[i] == expected(rank, std::size_t(i));
    return all;
}

} // namespace

rooted_exercise::rooted_exercise(const options& o)
    : o_(o), gathers_(o.collective.starts_with("gather")), irregular_(o.irregular())
{
    MPI_Comm_rank(MPI_COMM_WORLD, &rank_);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks_);
}

void rooted_exercise::resize(std::size_t n)
{
    auto sizes = o_.blocks(ranks_, n);
    counts_.assign(sizes.begin(), sizes.end());
    places_.assign(1, 0);
    for (auto count : counts_) places_.push_back(places_.back() + count);
    make_room(block_, std::size_t(mine()));
    if (at_root()) make_room(all_, std::size_t(places_.back()));
}

void rooted_exercise::call(MPI_Comm on)
{
    auto *block = block_.data(), *all = all_.data();
    int n = mine(), root = o_.root;
    if (gathers_ && irregular_)
        MPI_Gatherv(block, n, MPI_BYTE, all, counts_.data(), places_.data(), MPI_BYTE, root, on);
    else if (gathers_) MPI_Gather(block, n, MPI_BYTE, all, n, MPI_BYTE, root, on);
    else if (irregular_) MPI_Scatterv(all, counts_.data(), places_.data(), MPI_BYTE, block, n, MPI_BYTE, root, on);
    else MPI_Scatter(all, n, MPI_BYTE, block, n, MPI_BYTE, root, on);
}

void rooted_exercise::fill()
{
    write(block_.data(), rank_, mine(), !gathers_);
    for (int r = 0; at_root() && r < ranks_; ++r)
        write(all_.data() + places_[std::size_t(r)], r, counts_[std::size_t(r)], gathers_);
}

bool rooted_exercise::right() const
{
    if (!gathers_) return holds(block_.data(), rank_, mine());
    bool every = true;
    for (int r = 0; at_root() && r < ranks_; ++r)
        every &= holds(all_.data() + places_[std::size_t(r)], r, counts_[std::size_t(r)]);
    return every;
}

} // namespace hocket::bench
