// SPDX-License-Identifier: BSD-3-Clause
#include "bench/reduction_exercise.hpp"
#include <algorithm>
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

reduction_exercise::reduction_exercise(const options& o) : o_(o)
{
    MPI_Comm_rank(MPI_COMM_WORLD, &rank_);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks_);
}

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
    auto all = std::size_t(std::accumulate(counts_.begin(), counts_.end(), 0)) * size;
    for (auto* data : {&from_, &to_}) data->resize(std::max(data->size(), all));
}

void reduction_exercise::call(MPI_Comm on)
{
    auto *from = from_.data(), *to = to_.data();
    auto& what = o_.collective;
    int n = counts_[0];
    if (what == "reduce") MPI_Reduce(from, to, n, type_, MPI_SUM, o_.root, on);
    else if (what == "allreduce") MPI_Allreduce(from, to, n, type_, MPI_SUM, on);
    else if (what == "reduce_scatter_block") MPI_Reduce_scatter_block(from, to, n, type_, MPI_SUM, on);
    else if (what == "reduce_scatter") MPI_Reduce_scatter(from, to, counts_.data(), type_, MPI_SUM, on);
    else if (what == "scan") MPI_Scan(from, to, n, type_, MPI_SUM, on);
    else MPI_Exscan(from, to, n, type_, MPI_SUM, on);
}

void reduction_exercise::put(std::vector<unsigned char>& data, std::size_t i, int is) const
{
    auto value = float(is);
    if (type_ == MPI_FLOAT) std::memcpy(data.data() + i * sizeof value, &value, sizeof value);
    else data[i] = static_cast<unsigned char>(is);
}

bool reduction_exercise::holds(const std::vector<unsigned char>& data, std::size_t i, int is) const
{
    if (type_ != MPI_FLOAT) return data[i] == static_cast<unsigned char>(is);
    float value = 0;
    std::memcpy(&value, data.data() + i * sizeof value, sizeof value);
    return value == float(is);
}

int reduction_exercise::last() const
{
    return o_.collective == "scan" ? rank_ + 1 : o_.collective == "exscan" ? rank_ : ranks_;
}

void reduction_exercise::fill()
{
    auto n = std::size_t(std::accumulate(counts_.begin(), counts_.end(), 0));
    for (std::size_t i = 0; i < n; ++i) {
        put(from_, i, operand(rank_, i));
        put(to_, i, -1);
    }
}

bool reduction_exercise::right() const
{
    if (last() == 0 || (o_.collective == "reduce" && rank_ != o_.root)) return true; // there is no result
    bool all = true;
    for (std::size_t i = 0; i < result_; ++i) all &= holds(to_, i, sum_of_first(last(), first_ + i));
    return all;
}

} // namespace hocket::bench
