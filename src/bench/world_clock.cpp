// SPDX-License-Identifier: BSD-3-Clause
#include "bench/world_clock.hpp"
#include "bench/clock.hpp"
#include <algorithm>
#include <cmath>
#include <random>
#include <unistd.h>

namespace hocket::bench {
namespace {

constexpr int exchanges = 20;           // of which the fastest one counts
constexpr int first_points = 10, more_points = 2;
constexpr unsigned between_points = 50'000; // microseconds
constexpr double stale = 3;             // seconds
constexpr std::size_t remembered = 60;  // points

} // namespace

// Without fake clocks the ranks that share memory share a clock as well.
world_clock::world_clock(const options& o, MPI_Comm all)
    : all_(all), fake_(o.fake_clocks > 0), needed_(o.start != "barrier" && o.start != "alarm")
{
    int rank, mine;
    MPI_Comm_rank(all, &rank);
    if (fake_) {
        std::mt19937 dice(o.fake_clocks + unsigned(rank) * 7919u);
        offset_ = double(dice()) / 4294967296.0 * 1000;
        rate_ = 1 + (double(dice()) / 4294967296.0 - 0.5) * 1e-4;
        MPI_Comm_split(all, rank, 0, &node_);
    } else MPI_Comm_split_type(all, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL, &node_);
    MPI_Comm_rank(node_, &mine);
    MPI_Comm_split(all, mine == 0 ? 0 : MPI_UNDEFINED, 0, &leaders_);
    if (mine == 0) MPI_Comm_size(leaders_, &nodes_), MPI_Comm_rank(leaders_, &leader_);
    MPI_Bcast(&nodes_, 1, MPI_INT, 0, node_);
    since_ = last_ = own();
    if (!corrects()) return;
    learn(first_points);
    learn(1); // tries what was learnt
}

world_clock::~world_clock()
{
    MPI_Comm_free(&node_);
    if (leaders_ != MPI_COMM_NULL) MPI_Comm_free(&leaders_);
}

double world_clock::own() const
{
    return hocket::bench::now() * rate_ + offset_;
}

double world_clock::reach(double moment) const
{
    double at;
    while ((at = now()) < moment) continue;
    return at;
}

void world_clock::teach(int child, int points) const
{
    for (int i = 0; i < points * exchanges; ++i) {
        double time = 0;
        MPI_Recv(&time, 0, MPI_DOUBLE, child, 0, leaders_, MPI_STATUS_IGNORE);
        time = now();
        MPI_Send(&time, 1, MPI_DOUBLE, child, 0, leaders_);
    }
}

// The answer was given at some time between the question and its arrival: the shorter that took, the surer it is.
world_clock::sight world_clock::look(int parent) const
{
    sight best{};
    double shortest = 1e9;
    for (int i = 0; i < exchanges; ++i) {
        double asked = own(), time = 0;
        MPI_Send(&time, 0, MPI_DOUBLE, parent, 0, leaders_);
        MPI_Recv(&time, 1, MPI_DOUBLE, parent, 0, leaders_, MPI_STATUS_IGNORE);
        double told = own(), middle = (asked + told) / 2;
        if (told - asked < shortest) shortest = told - asked, best = {middle, time - middle};
    }
    return best;
}

// The line of least squares through what was seen.
void world_clock::fit()
{
    if (seen_.size() > remembered) seen_.erase(seen_.begin(), seen_.end() - std::ptrdiff_t(remembered));
    double n = double(seen_.size()), at = 0, ahead = 0, square = 0, product = 0;
    for (auto& s : seen_) at += s.at / n, ahead += s.ahead / n;
    for (auto& s : seen_) square += (s.at - at) * (s.at - at), product += (s.at - at) * (s.ahead - ahead);
    since_ = at, ahead_ = ahead, drift_ = square > 0 ? product / square : 0;
}

// In round k leader i < 2^k teaches leader i + 2^k: whoever teaches knows already.
void world_clock::learn(int points)
{
    for (int half = 1; leaders_ != MPI_COMM_NULL && half < nodes_; half *= 2) {
        if (leader_ < half && leader_ + half < nodes_) teach(leader_ + half, points);
        if (leader_ < half || leader_ >= 2 * half) continue;
        for (int i = 0; i < points; ++i) {
            seen_.push_back(look(leader_ - half));
            auto& s = seen_.back();
            if (seen_.size() > first_points) error_ = std::max(error_, std::abs(corrected(s.at) - s.at - s.ahead));
            if (i + 1 < points) usleep(between_points);
        }
        fit();
    }
    double correction[] = {since_, ahead_, drift_};
    MPI_Bcast(correction, 3, MPI_DOUBLE, 0, node_);
    since_ = correction[0], ahead_ = correction[1], drift_ = correction[2];
    double worst = 0;
    MPI_Reduce(&error_, &worst, 1, MPI_DOUBLE, MPI_MAX, 0, all_);
    error_ = std::max(error_, worst);
    last_ = own();
}

void world_clock::refresh()
{
    if (!corrects()) return;
    int late = own() - last_ > stale;
    MPI_Bcast(&late, 1, MPI_INT, 0, all_);
    if (late) learn(more_points);
}

} // namespace hocket::bench
