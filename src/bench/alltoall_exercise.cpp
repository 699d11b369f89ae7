// SPDX-License-Identifier: BSD-3-Clause
#include "bench/alltoall_exercise.hpp"

namespace hocket::bench {

alltoall_exercise::alltoall_exercise(const options& o) : exercise(o), types_(std::size_t(ranks_), MPI_BYTE) {}

void alltoall_exercise::side::add(std::size_t block)
{
    counts.push_back(int(block));
    starts.push_back(starts.back() + int(block));
}

void alltoall_exercise::resize(std::size_t n)
{
    auto sizes = o_.blocks(ranks_, n);
    auto p = std::size_t(ranks_), me = std::size_t(rank_);
    out_.clear(), in_.clear();
    for (std::size_t i = 0; i < p; ++i) {
        out_.add(sizes[me * p + i]);
        in_.add(sizes[i * p + me]);
    }
    for (auto* one : {&out_, &in_}) one->all.make_room(std::size_t(one->starts.back()));
}

void alltoall_exercise::call(form& by, MPI_Comm on)
{
    auto *from = out_.all.data(), *to = in_.all.data();
    auto *out = out_.counts.data(), *in = in_.counts.data();
    auto *out_at = out_.starts.data(), *in_at = in_.starts.data();
    if (o_.collective == "alltoall")
        by(MPI_Alltoall, MPI_Ialltoall, MPI_Alltoall_init, on, from, *out, MPI_BYTE, to, *in, MPI_BYTE);
    else if (o_.collective == "alltoallv")
        by(MPI_Alltoallv, MPI_Ialltoallv, MPI_Alltoallv_init, on, from, out, out_at, MPI_BYTE, to, in, in_at, MPI_BYTE);
    else
        by(MPI_Alltoallw, MPI_Ialltoallw, MPI_Alltoallw_init, on, from, out, out_at, types_.data(), to, in, in_at,
           types_.data());
}

void alltoall_exercise::fill()
{
    for (int r = 0; r < ranks_; ++r) {
        auto at = std::size_t(r);
        for (int i = 0; i < out_.counts[at]; ++i)
            out_.all[std::size_t(out_.starts[at] + i)] = is(rank_, r, std::size_t(i));
        for (int i = 0; i < in_.counts[at]; ++i)
            in_.all[std::size_t(in_.starts[at] + i)] = static_cast<unsigned char>(~is(r, rank_, std::size_t(i)));
    }
}

bool alltoall_exercise::right()
{
    bool every = true;
    for (int r = 0; r < ranks_; ++r)
        for (int i = 0; i < in_.counts[std::size_t(r)]; ++i)
            every &= in_.all[std::size_t(in_.starts[std::size_t(r)] + i)] == is(r, rank_, std::size_t(i));
    return every;
}

} // namespace hocket::bench
