// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "topology/layout.hpp"
#include <string>
#include <vector>

namespace hocket {

// Which line of the picture a rank has: one of its own, or one with all ranks of its node, or of a few nodes. Ranks
// of a node are neighbours whatever their numbers.
class row_map {
public:
    static constexpr int most = 64;
    explicit row_map(const layout& where, int lines = most);

    int count() const { return int(labels_.size()); }
    int operator[](int rank) const { return row_[std::size_t(rank)]; }
    bool shared() const { return count() < int(row_.size()); } // some row has several ranks
    const std::string& label(int row) const { return labels_[std::size_t(row)]; }
    // What the labels are: "rank", "node", ...
    const std::string& title() const { return title_; }

    struct band {
        int first, count;
        std::string label;
    };
    const std::vector<band>& nodes() const { return bands_; } // in rows; empty where rows are nodes or there is one

private:
    void by_rank(const layout& where);
    void by_node(const layout& where);
    void by_group(int ranks);
    void add(int first, int last, int each);

    std::vector<int> row_; // by rank
    std::vector<std::string> labels_;
    std::vector<band> bands_;
    std::string title_;
};

} // namespace hocket
