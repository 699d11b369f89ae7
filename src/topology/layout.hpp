// SPDX-License-Identifier: BSD-3-Clause
// Who sits where: which ranks of a communicator share a node, and what else they share inside it. Regular placements
// are formulas; the others are kept as runs of consecutive ranks, once per process and layout, never as a table of all
// ranks. A copy shares everything that is not a formula.
#pragma once
#include <array>
#include <memory>
#include <span>
#include <string>
#include <vector>

namespace hocket {

class divisions;

// What ranks may share, from the coarsest to the finest.
enum class domain { node, socket, numa, l3, rank };
// The kinds in between, which a node may be divided into; each refines the ones before it.
inline constexpr std::array finer_domains{domain::socket, domain::numa, domain::l3};
// A rank's own word for its socket, NUMA domain and L3 domain; -1 where it is bound to no single one.
using domain_ids = std::array<int, finer_domains.size()>;

class layout {
public:
    // p ranks, `per_node` consecutive ones on each node (the last node may hold fewer).
    static layout block(int p, int per_node);
    // p ranks dealt out in turn: node = rank mod nodes.
    static layout cyclic(int p, int nodes);
    // Any placement; ids may be any numbers, nodes are numbered by first appearance. Recognises the regular ones.
    static layout of(std::span<const int> node_id_of_rank);
    // The same where the ids count the nodes already: from 0, and none is empty.
    static layout numbered(std::span<const int> node_of_rank);

    // This placement, its nodes divided further into what the ranks say themselves.
    layout divided(std::span<const domain_ids> of_rank) const;
    // Or regularly: `width` ranks in a row, of what is known so far, to each domain. The coarsest first.
    layout divided(domain by, int width) const;

    int ranks() const noexcept { return ranks_; }
    int nodes() const noexcept { return nodes_; }
    int node_of(int rank) const;
    int local_of(int rank) const;               // position among the ranks of its node, in rank order
    int size_of(int node) const;                // ranks on the node
    int member(int node, int local) const;      // the rank there
    int largest() const noexcept { return largest_; }
    int smallest() const noexcept { return smallest_; }
    bool regular() const noexcept { return largest_ == smallest_; }
    bool node_major() const noexcept { return node_major_; } // ranks count up node by node

    bool knows(domain by) const; // nodes are divided by it
    // How the ranks of a node, by their local numbers, sit on its domains of one kind. The domains that lie in one
    // coarser domain are numbered in a row. Null where knows(by) is false.
    const layout* inside(int node, domain by) const;
    // The largest number of `inner` domains, or ranks, that share one `outer`.
    int most(domain outer, domain inner) const;
    // "8x4", "cyclic:8x4", "3,1,4", or "irregular(5 nodes, 1-9)"
    std::string text() const;

private:
    enum class kind { block, cyclic, runs };
    struct run {
        int first, count, node, local; // `count` ranks from `first` are node's locals from `local`
    };
    struct run_table {
        std::vector<run> by_rank, by_node;
        std::vector<int> first_of_node; // index into by_node; one more entry than nodes
        std::vector<int> sizes;
    };
    layout(kind k, int ranks, int nodes, int width);
    static run_table table(std::span<const int> node_of_rank, int nodes);
    void measure();
    const run& holding(int rank) const;

    kind kind_;
    int ranks_, nodes_, width_;    // width: ranks per node of a block layout
    int largest_ = 0, smallest_ = 0;
    bool node_major_ = true;
    std::shared_ptr<const run_table> runs_;
    std::shared_ptr<const divisions> finer_;
};

// The domains of `inner` that lie in domain `at` of the coarser `outer`, both over the same ranks.
struct domain_range {
    int first, count;
};
domain_range inner_domains(const layout& outer, int at, const layout& inner);

} // namespace hocket
