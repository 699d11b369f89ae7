// SPDX-License-Identifier: BSD-3-Clause
#include "bench/measure.hpp"
#include <algorithm>

namespace hocket::bench {

stopwatch::stopwatch(const options& o, common_start& start) : o_(o), start_(start), work_(make_exercise(o))
{
    MPI_Comm_rank(MPI_COMM_WORLD, &rank_);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks_);
}

samples stopwatch::measure(const variant& v, std::size_t bytes)
{
    work_->resize(bytes);
    for (int i = 0; i < o_.warmup; ++i) work_->call(v.comm());
    std::vector<double> mine;
    mine.reserve(std::size_t(o_.iterations));
    for (int i = 0; i < o_.iterations; ++i) {
        double start = start_.wait();
        work_->call(v.comm());
        mine.push_back((now() - start) * 1e6);
    }
    samples all;
    gather(std::move(mine), all);
    return all;
}

void stopwatch::gather(std::vector<double> mine, samples& into) const
{
    int n = int(mine.size());
    for (auto* column : {&into.slowest, &into.average, &into.root}) column->resize(mine.size());
    MPI_Reduce(mine.data(), into.slowest.data(), n, MPI_DOUBLE, MPI_MAX, 0, MPI_COMM_WORLD);
    MPI_Reduce(mine.data(), into.average.data(), n, MPI_DOUBLE, MPI_SUM, 0, MPI_COMM_WORLD);
    for (auto& sum : into.average) sum /= ranks_;
    if (rank_ != o_.root) std::fill(mine.begin(), mine.end(), 0);
    MPI_Reduce(mine.data(), into.root.data(), n, MPI_DOUBLE, MPI_MAX, 0, MPI_COMM_WORLD);
}

bool stopwatch::verify(const variant& v, std::size_t bytes)
{
    work_->resize(bytes);
    work_->fill();
    work_->call(v.comm());
    int right = work_->right(), all_right = 0;
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
