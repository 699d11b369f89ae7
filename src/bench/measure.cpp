// SPDX-License-Identifier: BSD-3-Clause
#include "bench/measure.hpp"
#include <algorithm>

namespace hocket::bench {

stopwatch::stopwatch(const options& o, common_start& start, MPI_Comm all)
    : o_(o), start_(start), all_(all), work_(make_exercise(o))
{
    MPI_Comm_rank(all_, &rank_);
    MPI_Comm_size(all_, &ranks_);
}

samples stopwatch::measure(const variant& v, std::size_t bytes, int calls)
{
    work_->resize(bytes);
    work_->take(v);
    for (int i = 0; i < o_.warmup; ++i) work_->call(v.comm());
    auto n = std::size_t(calls);
    std::vector<double> starts(n), mine(n), missed(n);
    for (std::size_t i = 0; i < mine.size(); ++i) {
        starts[i] = start_.wait();
        missed[i] = start_.missed();
        work_->call(v.comm());
        mine[i] = now();
    }
    start_.settle(starts);
    for (std::size_t i = 0; i < mine.size(); ++i) mine[i] = (mine[i] - starts[i]) * 1e6;
    samples all;
    gather(std::move(mine), all);
    leave_out(missed, all);
    return all;
}

double stopwatch::probe(const variant& v, std::size_t bytes)
{
    auto once = measure(v, bytes, 1);
    double time = rank_ == 0 ? once.slowest[0] : 0;
    MPI_Bcast(&time, 1, MPI_DOUBLE, 0, all_);
    return time;
}

void stopwatch::gather(std::vector<double> mine, samples& into) const
{
    int n = int(mine.size());
    for (auto* column : {&into.slowest, &into.average, &into.root}) column->resize(mine.size());
    MPI_Reduce(mine.data(), into.slowest.data(), n, MPI_DOUBLE, MPI_MAX, 0, all_);
    MPI_Reduce(mine.data(), into.average.data(), n, MPI_DOUBLE, MPI_SUM, 0, all_);
    for (auto& sum : into.average) sum /= ranks_;
    if (rank_ != o_.root) std::fill(mine.begin(), mine.end(), 0);
    MPI_Reduce(mine.data(), into.root.data(), n, MPI_DOUBLE, MPI_MAX, 0, all_);
}

// Where a rank came too late for the agreed start, the time is that of what held it up. If all did, all count.
void stopwatch::leave_out(std::vector<double>& missed, samples& from) const
{
    MPI_Reduce(rank_ == 0 ? MPI_IN_PLACE : missed.data(), missed.data(), int(missed.size()), MPI_DOUBLE, MPI_MAX, 0,
               all_);
    if (rank_ != 0 || std::ranges::count(missed, 0) == 0) return;
    for (auto* column : {&from.slowest, &from.average, &from.root}) {
        std::size_t kept = 0;
        for (std::size_t i = 0; i < column->size(); ++i)
            if (missed[i] == 0) (*column)[kept++] = (*column)[i];
        column->resize(kept);
    }
}

bool stopwatch::verify(const variant& v, std::size_t bytes)
{
    work_->resize(bytes);
    work_->take(v);
    work_->fill();
    work_->call(v.comm());
    int right = work_->right(), all_right = 0;
    MPI_Allreduce(&right, &all_right, 1, MPI_INT, MPI_MIN, all_);
    return all_right;
}

double median(std::vector<double> of)
{
    std::sort(of.begin(), of.end());
    auto half = of.size() / 2;
    return of.size() % 2 ? of[half] : (of[half - 1] + of[half]) / 2;
}

} // namespace hocket::bench
