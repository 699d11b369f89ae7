// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "catalogue/catalogue.hpp"
#include "world/check_plan.hpp"
#include "world/world.hpp"

namespace hocket {

// Allgathers on virtual ranks, each held against the definition: afterwards every rank has every block, and nothing
// around the buffers has changed.
class allgather_trial {
public:
    allgather_trial(std::string_view collective, int ranks, unsigned seed);

    std::optional<trouble> run(const allgather_algorithm& how, const check_case& c, order& by);

private:
    void prepare(const check_case& c);

    bool equal_;
    unsigned seed_;
    world world_;
    guarded_arena memory_;
    std::vector<bytes> at_;
    std::vector<std::size_t> offsets_;
    std::vector<std::byte> right_;
};

} // namespace hocket
