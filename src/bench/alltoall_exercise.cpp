// SPDX-License-Identifier: BSD-3-Clause
#include "bench/alltoall_exercise.hpp"
#include <algorithm>

namespace hocket::bench {

alltoall_exercise::alltoall_exercise(const options& o) : o_(o)
{
    MPI_Comm_rank(MPI_COMM_WORLD, &rank_);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks_);
    types_.assign(std::size_t(ranks_), MPI_BYTE);
}

void alltoall_exercise::side::add(std::size_t block)
{
    places.push_back(counts.empty() ? 0 : places.back() + counts.back());
    counts.push_back(int(block));
    all.resize(std::max(all.size(), std::size_t(places.back()) + block));
}

void alltoall_exercise::resize(std::size_t n)
{
    auto sizes = o_.blocks(ranks_, n);
    auto p = std::size_t(ranks_), me = std::size_t(rank_);
    for (auto* one : {&out_, &in_}) one->counts.clear(), one->places.clear();
    for (std::size_t i = 0; i < p; ++i) {
        out_.add(sizes[me * p + i]);
        in_.add(sizes[i * p + me]);
    }
}

void alltoall_exercise::call(MPI_Comm on)
{
    auto *from = out_.all.data(), *to = in_.all.data();
    if (o_.collective == "alltoall") MPI_Alltoall(from, out_.counts[0], MPI_BYTE, to, in_.counts[0], MPI_BYTE, on);
    else if (o_.collective == "alltoallv")
        MPI_Alltoallv(from, out_.counts.data(), out_.places.data(), MPI_BYTE, to, in_.counts.data(), in_.places.data(),
                      MPI_BYTE, on);
    else
        MPI_Alltoallw(from, out_.counts.data(), out_.places.data(), types_.data(), to, in_.counts.data(),
                      in_.places.data(), types_.data(), on);
}

void alltoall_exercise::fill()
{
    for (int r = 0; r < ranks_; ++r) {
        auto at = std::size_t(r);
        for (int i = 0; i < out_.counts[at]; ++i)
            out_.all[std::size_t(out_.places[at] + i)] = is(rank_, r, std::size_t(i));
        for (int i = 0; i < in_.counts[at]; ++i)
            in_.all[std::size_t(in_.places[at] + i)] = static_cast<unsigned char>(~is(r, rank_, std::size_t(i)));
    }
}

bool alltoall_exercise::right() const
{
    bool every = true;
    for (int r = 0; r < ranks_; ++r)
        for (int i = 0; i < in_.counts[std::size_t(r)]; ++i)
            every &= in_.all[std::size_t(in_.places[std::size_t(r)] + i)] == is(r, rank_, std::size_t(i));
    return every;
}

} // namespace hocket::bench
