// SPDX-License-Identifier: BSD-3-Clause
// A layout's finer levels, and its name.
#include "topology/divisions.hpp"

namespace hocket {

layout layout::divided(std::span<const domain_ids> of_rank) const
{
    auto made = *this;
    made.finer_ = divisions::of(*this, of_rank);
    return made;
}

layout layout::divided(domain by, int width) const
{
    auto made = *this;
    made.finer_ = divisions::cut(*this, finer_.get(), by, width);
    return made;
}

bool layout::knows(domain by) const
{
    return most(domain::node, by) > 0;
}

const layout* layout::inside(int node, domain by) const
{
    return finer_ && by > domain::node && by < domain::rank ? finer_->inside(*this, node, by) : nullptr;
}

int layout::most(domain outer, domain inner) const
{
    if (finer_) return finer_->most(outer, inner);
    return outer == domain::node && inner == domain::rank ? largest_ : 0;
}

std::string layout::text() const
{
    auto shape = std::to_string(nodes_) + "x" + std::to_string(largest_);
    if (regular() && kind_ == kind::block) return shape;
    if (regular() && kind_ == kind::cyclic) return "cyclic:" + shape;
    bool in_order = kind_ == kind::block || (kind_ == kind::runs && int(runs_->by_rank.size()) == nodes_);
    if (!in_order || nodes_ > 16)
        return "irregular(" + std::to_string(nodes_) + " nodes, " + std::to_string(smallest_) + "-" +
               std::to_string(largest_) + ")";
    auto list = std::to_string(size_of(0));
    for (int n = 1; n < nodes_; ++n) list += "," + std::to_string(size_of(n));
    return list;
}

} // namespace hocket
