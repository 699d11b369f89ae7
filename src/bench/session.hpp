// SPDX-License-Identifier: BSD-3-Clause
// The whole measurement. Each round visits every size, and at each the variants in shuffled order: what disturbs the
// machine for a while hits one round of many sizes, not all rounds of one.
#pragma once
#include "bench/own_world.hpp"
#include "bench/race.hpp"
#include <random>

namespace hocket::bench {

class session {
public:
    explicit session(const options& o);

    nlohmann::ordered_json run();     // the document, on rank 0
    bool verified() const { return verified_; }

private:
    // measured[size * variants + variant]
    using table = std::vector<series>;
    void verify(table& measured, double since);
    bool verify_at(std::size_t size, table& measured, double since); // false: there was no time for all of it
    bool reaches(std::size_t size, double since);
    bool is_over(double since, double ahead, double share) const;
    void measure_round(int round, table& measured);
    void settle_calls();
    bool goes_on(const table& measured, double since); // and who takes no part in what follows
    nlohmann::ordered_json rows(const table& measured) const;
    nlohmann::ordered_json heading() const;
    nlohmann::ordered_json blocks(int ranks) const; // bytes of each rank, at each size

    const options& o_;
    own_world world_;
    common_start start_;
    stopwatch watch_;
    std::vector<variant> variants_;
    std::vector<std::size_t> sizes_, unreached_; // unreached_: for which there was no time
    std::vector<std::string> wrong_; // forms that delivered wrong data at some size: measured at none
    double probed_ = 0; // microseconds of a call at the last size that was looked at
    std::vector<int> calls_; // per round, at each size
    std::vector<char> out_;  // as measured: who has left the race
    std::mt19937 shuffle_; // the same on every rank
    bool verified_ = true;
};

} // namespace hocket::bench
