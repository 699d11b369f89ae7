// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "catalogue/catalogue.hpp"
#include "topology/neighbor_routes.hpp"
#include "world/check_plan.hpp"
#include "world/placed_blocks.hpp"
#include "world/trials.hpp"
#include "world/world.hpp"
#include <map>

namespace hocket {

// Neighborhood collectives on virtual ranks, each held against the definition: afterwards the block from every source
// is where it belongs, and nothing else has changed.
class neighbor_trial final : public trial {
public:
    neighbor_trial(std::string_view collective, int ranks, unsigned seed);

    std::optional<trouble> run(const bound_plan& how, const check_case& c, order& by) override;
    const neighbor_load* load(const check_case& c) override { return &routes_for(c).load; }

private:
    // One buffer of one rank, a block for every neighbor behind a hole.
    struct side {
        std::vector<std::size_t> sizes, places;
        bytes memory;
        std::vector<std::byte> right; // what is to lie there in the end
        std::optional<placed_blocks> blocks;
    };
    struct rank_buffers {
        side out, in;
    };

    const std::vector<neighborhood>& graph(const std::string& name);
    const topology_routes& routes_for(const check_case& c);
    std::vector<std::size_t> sizes_of(std::size_t blocks, std::size_t rank, const check_case& c) const;
    void prepare(const check_case& c);
    void lay_out(side& s);
    void deliver(const std::vector<neighborhood>& all);
    std::optional<trouble> verify() const;

    bool equal_, one_out_;
    unsigned seed_;
    world world_;
    guarded_arena memory_;
    std::vector<rank_buffers> at_;
    std::map<std::string, std::vector<neighborhood>> graphs_;
    std::map<std::pair<std::string, std::string>, topology_routes> routes_; // by graph and layout
};

} // namespace hocket
