// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "catalogue/catalogue.hpp"
#include "world/check_plan.hpp"
#include "world/placed_blocks.hpp"
#include "world/world.hpp"

namespace hocket {

// Alltoalls on virtual ranks, each held against the definition: afterwards the block from every rank is where it
// belongs, and nothing else has changed, neither in the holes between blocks nor in what was sent, nor around buffers.
class alltoall_trial {
public:
    alltoall_trial(std::string_view collective, int ranks, unsigned seed);

    std::optional<trouble> run(const alltoall_algorithm& how, const check_case& c, order& by);

private:
    // One buffer of one rank: a block for every rank, at places that the seed decides.
    struct side {
        std::vector<std::size_t> sizes, places;
        std::size_t extent = 0;
        bytes memory;
        std::vector<std::byte> right; // what is to lie there in the end
    };
    struct rank_buffers {
        side out, in;
        std::optional<placed_blocks> from, to;
    };

    void prepare(const check_case& c);
    void count(const check_case& c);
    void place(side& s, unsigned seed) const;
    void fill(std::size_t rank, bool in_place);
    std::optional<trouble> verify() const;

    bool equal_;
    unsigned seed_;
    world world_;
    guarded_arena memory_;
    std::vector<rank_buffers> at_;
};

} // namespace hocket
