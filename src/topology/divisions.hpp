// SPDX-License-Identifier: BSD-3-Clause
// What lies below the nodes of a layout. Nodes that are divided alike share one pattern, and where the number of its
// ranks tells a node's pattern nothing is kept by node.
#pragma once
#include "topology/layout.hpp"
#include <map>
#include <optional>

namespace hocket {

class divisions {
public:
    // Null where no rank is bound to any domain.
    static std::shared_ptr<const divisions> of(const layout& nodes, std::span<const domain_ids> of_rank);
    // `before` (may be null) with its finest domains that are coarser than `by`, else the nodes, cut into pieces of
    // `width` ranks.
    static std::shared_ptr<const divisions> cut(const layout& nodes, const divisions* before, domain by, int width);

    const layout* inside(const layout& nodes, int node, domain by) const;
    int most(domain outer, domain inner) const { return most_[std::size_t(outer)][std::size_t(inner)]; }

private:
    struct pattern {
        int ranks;
        std::array<std::optional<layout>, finer_domains.size()> by;

        const layout* at(domain d) const;
    };
    // The domains of each rank of a node, numbered; a column where nothing is known is empty.
    using columns = std::array<std::vector<int>, finer_domains.size()>;

    static pattern made_of(int ranks, const columns& numbers);
    static pattern cut(const pattern& before, std::size_t kind, int width);
    void add_sizes(const layout& nodes);
    void settle(const layout& nodes);
    void measure();

    std::vector<pattern> patterns_;
    std::map<int, int> by_size_; // ranks -> pattern
    std::vector<int> by_node_;   // pattern, where nodes of one size differ
    std::array<std::array<int, 5>, 5> most_{};
};

} // namespace hocket
