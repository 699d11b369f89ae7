// SPDX-License-Identifier: BSD-3-Clause
// All measurements in turn. Each round visits each of them once, in shuffled order: what disturbs the machine for a
// while hits one round of many, not all rounds of one.
#pragma once
#include "fit/cast_way.hpp"
#include "fit/options.hpp"
#include "fit/place.hpp"
#include "fit/shared_pair.hpp"
#include "fit/task.hpp"
#include <random>

namespace hocket::fit {

class session {
public:
    session(const options& o, const place& where, int cores);
    nlohmann::ordered_json run(); // the document, on rank 0

private:
    struct entry {
        std::unique_ptr<task> what;
        int calls = 1; // of a visit
        std::vector<std::vector<double>> columns; // a number for each round
    };

    void settle(tasks all);
    bool affordable(task& what, int& calls);
    void measure_round();
    bool time_is_left(double since);
    nlohmann::ordered_json heading() const;
    nlohmann::ordered_json limits();
    nlohmann::ordered_json sharing() const;
    nlohmann::ordered_json multicast() const;

    const options& o_;
    const place& where_;
    int cores_;
    shared_pair shared_;
    cast_way cast_;
    std::vector<entry> entries_;
    std::mt19937 shuffle_; // the same on every rank
};

} // namespace hocket::fit
