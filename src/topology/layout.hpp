// SPDX-License-Identifier: BSD-3-Clause
// Who sits where: which ranks of a communicator share a node. Regular placements are formulas; the others are
// kept as runs of consecutive ranks, once per process and layout, never as a table of all ranks.
#pragma once
#include <memory>
#include <span>
#include <string>
#include <vector>

namespace hocket {

class layout {
public:
    // p ranks, `per_node` consecutive ones on each node (the last node may hold fewer).
    static layout block(int p, int per_node);
    // p ranks dealt out in turn: node = rank mod nodes.
    static layout cyclic(int p, int nodes);
    // Any placement; ids may be any numbers, nodes are numbered by first appearance. Recognises the regular ones.
    static layout of(std::span<const int> node_id_of_rank);

    int ranks() const noexcept { return ranks_; }
    int nodes() const noexcept { return nodes_; }
    int node_of(int rank) const;
    int local_of(int rank) const;               // position among the ranks of its node, in rank order
    int size_of(int node) const;                // ranks on the node
    int member(int node, int local) const;      // the rank there
    int largest() const noexcept { return largest_; }
    int smallest() const noexcept { return smallest_; }
    bool regular() const noexcept { return largest_ == smallest_; }
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
    static run_table table(const std::vector<int>& node_of_rank, int nodes);
    void measure();
    const run& holding(int rank) const;

    kind kind_;
    int ranks_, nodes_, width_;    // width: ranks per node of a block layout
    int largest_ = 0, smallest_ = 0;
    std::shared_ptr<const run_table> runs_;
};

} // namespace hocket
