// SPDX-License-Identifier: BSD-3-Clause
#include "bench/measure.hpp"
#include <algorithm>

namespace hocket::bench {

stopwatch::stopwatch(const options& o, common_start& start, MPI_Comm all)
    : o_(o), start_(start), all_(all), work_(make_exercise(o)), form_(o.form)
{
    MPI_Comm_rank(all_, &rank_);
    MPI_Comm_size(all_, &ranks_);
    if (o.form == "nonblocking") labour_ = std::make_unique<labour>();
    nothing_ = time_of_nothing();
}

// What this rank's clock shows for a call that takes no time: how late it sees that the start has come, and how long it
// takes to read the end. Collective.
double stopwatch::time_of_nothing()
{
    int tries = start_.sleeps() ? 21 : 101;
    std::vector<double> all;
    for (int i = 0; i < tries; ++i) {
        double start = start_.wait();
        double end = start_.now();
        if (!start_.missed()) all.push_back(end - start);
    }
    start_.count_late_anew();
    return all.empty() ? 0 : median(all);
}

form& stopwatch::form_of(const variant& v)
{
    return v.form().empty() ? form_ : v.form() == "persistent" ? lasting_ : waiting_;
}

void stopwatch::prepare(const variant& v, std::size_t bytes)
{
    form_of(v).drop();
    MPI_Comm_rank(v.comm(), &seat_);
    work_->sit(seat_);
    work_->resize(bytes);
    work_->take(v);
    if (v.other() != nullptr) make_ready(v);
    else if (form_of(v).is_made_before()) work_->call(form_of(v), v.comm());
}

void stopwatch::make_ready(const variant& v)
{
    hands_ = at_hand(v);
    spare_.resize(std::max(spare_.size(), hands_.whole() * hands_.size + 1)); // never nothing: copies want an address
    hands_.spare = spare_.data();
    v.other()->make_ready(hands_);
}

hands stopwatch::at_hand(const variant& v)
{
    hands all{work_->seen(), v.comm(), o_.root, seat_, ranks_, 0, nullptr, &kept::of(v.comm())};
    int size = 0;
    MPI_Type_size(all.of.type, &size);
    all.size = std::size_t(size);
    return all;
}

bool stopwatch::fits(const variant& v, std::size_t bytes)
{
    if (v.other() == nullptr) return true;
    work_->resize(bytes);
    auto each = work_->seen().count;
    if (v.other()->divided) return each % ranks_ == 0 && each > 0;
    // A leader has what all of its node have for all ranks, and half of these at most are there.
    bool led = v.other()->where != mock_up::anywhere && o_.exchanges();
    return !led || std::size_t(each) * std::size_t(ranks_) * std::size_t(ranks_) / 2 <= 0x7fffffff;
}

void stopwatch::begin(const variant& v)
{
    if (v.other() == nullptr) return work_->call(form_of(v), v.comm());
    hands_.of = work_->seen(); // where they lie now
    v.other()->run(hands_);
}

void stopwatch::once(const variant& v)
{
    begin(v);
    form_of(v).finish();
}

samples stopwatch::measure(const variant& v, std::size_t bytes, int calls, std::size_t repeat)
{
    prepare(v, bytes);
    for (int i = 0; i < o_.warmup; ++i) once(v);
    auto n = std::size_t(calls);
    samples all;
    all.begin = now();
    std::vector<double> starts(n), mine(n), missed(n);
    skew arrivals(o_, rank_, ranks_, repeat);
    for (std::size_t i = 0; i < mine.size(); ++i) {
        work_->turn();
        starts[i] = start_.wait(arrivals.next());
        missed[i] = start_.missed();
        once(v);
        mine[i] = start_.now();
    }
    start_.settle(starts);
    // Who was done before the last one arrived cost nothing.
    for (std::size_t i = 0; i < mine.size(); ++i) mine[i] = std::max((mine[i] - starts[i] - nothing_) * 1e6, 0.0);
    gather(std::move(mine), all);
    leave_out(missed, all.of_a_call());
    if (labour_) overlap(v, n, all);
    form_of(v).drop();
    all.end = now();
    return all;
}

std::vector<double> stopwatch::slowest(std::vector<double> mine) const
{
    std::vector<double> all(mine.size());
    MPI_Reduce(mine.data(), all.data(), int(mine.size()), MPI_DOUBLE, MPI_MAX, 0, all_);
    return all;
}

// As long as the collective takes, each rank computes between its start and its end.
void stopwatch::overlap(const variant& v, std::size_t calls, samples& all)
{
    double length = rank_ == 0 ? median(all.slowest) * 1e-6 : 0;
    MPI_Bcast(&length, 1, MPI_DOUBLE, 0, all_);
    labour_->lasts(length);
    std::vector<double> starts(calls), both(calls), alone(calls), missed(calls);
    for (std::size_t i = 0; i < calls; ++i) {
        double since = now();
        labour_->run();
        alone[i] = (now() - since) * 1e6;
        work_->turn();
        starts[i] = start_.wait();
        missed[i] = start_.missed();
        begin(v);
        labour_->run();
        form_.finish();
        both[i] = start_.now();
    }
    start_.settle(starts);
    for (std::size_t i = 0; i < calls; ++i) both[i] = (both[i] - starts[i] - nothing_) * 1e6;
    all.overlapped = slowest(both);
    all.computing = slowest(alone);
    leave_out(missed, {&all.overlapped});
}

double stopwatch::probe(const variant& v, std::size_t bytes)
{
    constexpr int tries = 2; // of which something else may disturb one
    auto each = measure(v, bytes, tries);
    double time = rank_ == 0 ? *std::ranges::min_element(each.slowest) : 0;
    MPI_Bcast(&time, 1, MPI_DOUBLE, 0, all_);
    return time;
}

void stopwatch::gather(std::vector<double> mine, samples& into) const
{
    int n = int(mine.size());
    for (auto* column : into.of_a_call()) column->resize(mine.size());
    MPI_Reduce(mine.data(), into.slowest.data(), n, MPI_DOUBLE, MPI_MAX, 0, all_);
    MPI_Reduce(mine.data(), into.fastest.data(), n, MPI_DOUBLE, MPI_MIN, 0, all_);
    MPI_Reduce(mine.data(), into.average.data(), n, MPI_DOUBLE, MPI_SUM, 0, all_);
    for (auto& sum : into.average) sum /= ranks_;
    if (seat_ != o_.root) std::fill(mine.begin(), mine.end(), 0);
    MPI_Reduce(mine.data(), into.root.data(), n, MPI_DOUBLE, MPI_MAX, 0, all_);
}

// Where a rank came too late for the agreed start, the time is that of what held it up. If all did, all count.
void stopwatch::leave_out(std::vector<double>& missed, const std::vector<samples::column*>& from) const
{
    MPI_Reduce(rank_ == 0 ? MPI_IN_PLACE : missed.data(), missed.data(), int(missed.size()), MPI_DOUBLE, MPI_MAX, 0,
               all_);
    if (rank_ != 0 || std::ranges::count(missed, 0) == 0) return;
    for (auto* column : from) {
        std::size_t kept = 0;
        for (std::size_t i = 0; i < column->size(); ++i)
            if (missed[i] == 0) (*column)[kept++] = (*column)[i];
        column->resize(kept);
    }
}

bool stopwatch::verify(const variant& v, std::size_t bytes)
{
    prepare(v, bytes);
    work_->turn();
    work_->fill();
    once(v);
    form_of(v).drop();
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
