// SPDX-License-Identifier: BSD-3-Clause
// Times calls of one variant, and checks once that it moves the right bytes.
#pragma once
#include "bench/clock.hpp"
#include "bench/exercise.hpp"
#include "bench/labour.hpp"
#include "bench/variant.hpp"
#include <vector>

namespace hocket::bench {

// Microseconds, one element per measured call; filled on rank 0 only.
struct samples {
    using column = std::vector<double>;
    column slowest, fastest, average, root;
    column overlapped, computing; // of other calls: with computing beside them, and this computing alone
    double begin = 0, end = 0;    // seconds on rank 0's clock

    std::vector<column*> of_a_call() { return {&slowest, &fastest, &average, &root}; }
};

class stopwatch {
public:
    stopwatch(const options& o, common_start& start, MPI_Comm all);

    // `repeat` tells apart how ranks arrive.
    samples measure(const variant& v, std::size_t bytes, int calls, std::size_t repeat = 0);
    // The time of one call, in microseconds, roughly; the same on every rank.
    double probe(const variant& v, std::size_t bytes);
    // Can it be run at this size?
    bool fits(const variant& v, std::size_t bytes);
    // True on every rank if every rank got every byte.
    bool verify(const variant& v, std::size_t bytes);

private:
    double time_of_nothing();
    void prepare(const variant& v, std::size_t bytes);
    void begin(const variant& v);
    hands at_hand(const variant& v);
    void make_ready(const variant& v);
    form& form_of(const variant& v);
    void once(const variant& v);
    void overlap(const variant& v, std::size_t calls, samples& all);
    std::vector<double> slowest(std::vector<double> mine) const;
    void gather(std::vector<double> mine, samples& into) const;
    void leave_out(std::vector<double>& missed, const std::vector<samples::column*>& from) const;

    const options& o_;
    common_start& start_;
    MPI_Comm all_;
    int rank_ = 0, ranks_ = 0;
    int seat_ = 0; // rank in what is measured
    double nothing_ = 0; // seconds
    std::unique_ptr<exercise> work_;
    form form_, waiting_{"nonblocking"}, lasting_{"persistent"};
    std::vector<unsigned char> spare_; // of mock-ups
    hands hands_{};                    // of the one that is measured
    std::unique_ptr<labour> labour_; // where calls may overlap
};

double median(std::vector<double> of);

} // namespace hocket::bench
