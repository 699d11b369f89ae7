// SPDX-License-Identifier: BSD-3-Clause
#include "bench/measure.hpp"
#include <algorithm>

namespace hocket::bench {

bcast_bench::bcast_bench(const options& o, common_start& start) : o_(o), start_(start), data_(o.largest)
{
    MPI_Comm_rank(MPI_COMM_WORLD, &rank_);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks_);
}

void bcast_bench::call(const variant& v, std::size_t bytes)
{
    MPI_Bcast(data_.data(), int(bytes), MPI_BYTE, o_.root, v.comm());
}

samples bcast_bench::measure(const variant& v, std::size_t bytes)
{
    for (int i = 0; i < o_.warmup; ++i) call(v, bytes);
    std::vector<double> mine;
    mine.reserve(std::size_t(o_.iterations));
    for (int i = 0; i < o_.iterations; ++i) {
        double start = start_.wait();
        call(v, bytes);
        mine.push_back((now() - start) * 1e6);
    }
    samples all;
    gather(std::move(mine), all);
    return all;
}

void bcast_bench::gather(std::vector<double> mine, samples& into) const
{
    int n = int(mine.size());
    for (auto* column : {&into.slowest, &into.average, &into.root}) column->resize(mine.size());
    MPI_Reduce(mine.data(), into.slowest.data(), n, MPI_DOUBLE, MPI_MAX, 0, MPI_COMM_WORLD);
    MPI_Reduce(mine.data(), into.average.data(), n, MPI_DOUBLE, MPI_SUM, 0, MPI_COMM_WORLD);
    for (auto& sum : into.average) sum /= ranks_;
    if (rank_ != o_.root) std::fill(mine.begin(), mine.end(), 0);
    MPI_Reduce(mine.data(), into.root.data(), n, MPI_DOUBLE, MPI_MAX, 0, MPI_COMM_WORLD);
}

bool bcast_bench::verify(const variant& v, std::size_t bytes)
{
    auto expected = [](std::size_t i) { return static_cast<unsigned char>(i * 2654435761u >> 13); };
    for (std::size_t i = 0; i < bytes; ++i)
        data_[i] = rank_ == o_.root ? expected(i) : static_cast<unsigned char>(~expected(i));
    call(v, bytes);
    int right = 1, all_right = 0;
    for (std::size_t i = 0; i < bytes; ++i) right &= data_[i] == expected(i);
    MPI_Allreduce(&right, &all_right, 1, MPI_INT, MPI_MIN, MPI_COMM_WORLD);
    return all_right;
}

double median(std::vector<double> of)
{
    std::sort(of.begin(), of.end());
    auto half = of.size() / 2;
    return of.size() % 2 ? of[half] : (of[half - 1] + of[half]) / 2;
}

} // namespace hocket::bench
