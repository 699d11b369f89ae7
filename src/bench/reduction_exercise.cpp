// SPDX-License-Identifier: BSD-3-Clause
#include "bench/reduction_exercise.hpp"
#include <cstring>
#include <numeric>

namespace hocket::bench {
namespace {

// Element i of each rank's operand; no sum of them leaves a byte before there are hundreds of ranks.
int operand(int rank, std::size_t i)
{
    return int(i % 3) == rank % 3;
}

int sum_of_first(int ranks, std::size_t i)
{
    return (ranks - int(i % 3) + 2) / 3;
}

} // namespace

void reduction_exercise::resize(std::size_t n)
{
    auto size = o_.element(n), elements = n / size;
    type_ = size == sizeof(float) ? MPI_FLOAT : MPI_INT8_T;
    counts_.assign(1, int(elements));
    first_ = 0, result_ = elements;
    if (scatters()) {
        counts_.clear();
        for (auto block : o_.blocks(ranks_, n)) counts_.push_back(int(block / size));
        first_ = std::size_t(std::accumulate(counts_.begin(), counts_.begin() + rank_, 0));
        result_ = std::size_t(counts_[std::size_t(rank_)]);
    }
    auto all = this->elements() * size;
    for (auto* data : {&from_, &to_}) data->make_room(all);
    for (auto* data : {&from_there_, &to_there_}) data->make_room(all);
}

void reduction_exercise::call(form& by, MPI_Comm on)
{
    auto *from = from_there_.of(from_), *to = to_there_.of(to_);
    auto& what = o_.collective;
    int n = counts_[0];
    if (what == "reduce") by(MPI_Reduce, MPI_Ireduce, MPI_Reduce_init, on, from, to, n, type_, MPI_SUM, o_.root);
    else if (what == "allreduce")
        by(MPI_Allreduce, MPI_Iallreduce, MPI_Allreduce_init, on, from, to, n, type_, MPI_SUM);
    else if (what == "reduce_scatter_block")
        by(MPI_Reduce_scatter_block, MPI_Ireduce_scatter_block, MPI_Reduce_scatter_block_init, on, from, to, n, type_,
           MPI_SUM);
    else if (what == "reduce_scatter")
        by(MPI_Reduce_scatter, MPI_Ireduce_scatter, MPI_Reduce_scatter_init, on, from, to, counts_.data(), type_,
           MPI_SUM);
    else if (what == "scan") by(MPI_Scan, MPI_Iscan, MPI_Scan_init, on, from, to, n, type_, MPI_SUM);
    else by(MPI_Exscan, MPI_Iexscan, MPI_Exscan_init, on, from, to, n, type_, MPI_SUM);
}

operands reduction_exercise::seen()
{
    return {from_.data(), to_.data(), counts_[0], type_, scatters() ? counts_.data() : nullptr};
}

void reduction_exercise::put(memory& data, std::size_t i, int is) const
{
    auto value = float(is);
    if (type_ == MPI_FLOAT) std::memcpy(data.data() + i * sizeof value, &value, sizeof value);
    else data[i] = static_cast<unsigned char>(is);
}

std::size_t reduction_exercise::elements() const
{
    return std::size_t(std::accumulate(counts_.begin(), counts_.end(), 0));
}

bool reduction_exercise::holds(const unsigned char* data, std::size_t i, int is) const
{
    if (type_ != MPI_FLOAT) return data[i] == static_cast<unsigned char>(is);
    float value = 0;
    std::memcpy(&value, data + i * sizeof value, sizeof value);
    return value == float(is);
}

int reduction_exercise::last() const
{
    return o_.collective == "scan" ? rank_ + 1 : o_.collective == "exscan" ? rank_ : ranks_;
}

void reduction_exercise::fill()
{
    auto n = elements(), bytes = bytes_of(n);
    for (std::size_t i = 0; i < n; ++i) {
        put(from_, i, operand(rank_, i));
        put(to_, i, -1);
    }
    from_there_.bring(from_, bytes);
    to_there_.bring(to_, bytes);
}

bool reduction_exercise::right()
{
    if (last() == 0 || (o_.collective == "reduce" && rank_ != o_.root)) return true; // there is no result
    bool all = true;
    auto* found = to_there_.fetched(to_, bytes_of(result_));
    for (std::size_t i = 0; i < result_; ++i) all &= holds(found, i, sum_of_first(last(), first_ + i));
    return all;
}

} // namespace hocket::bench
