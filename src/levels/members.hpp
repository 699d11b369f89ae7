// SPDX-License-Identifier: BSD-3-Clause
// The nets of compositions: leaders of the domains inside a larger one, the ranks of one domain, lanes.
#pragma once
#include "net/net.hpp"
#include "topology/layout.hpp"

namespace hocket {

// Some ranks of a communicator, by way of a layout `of`: of all ranks, or of the local numbers of one node.
class domain_members : public membership {
public:
    domain_members() = default;
    domain_members(const layout& where, int node, const layout& of) : where_(&where), of_(&of), node_(node) {}

protected:
    int rank_at(int position) const { return node_ < 0 ? position : where_->member(node_, position); }
    const layout *where_ = nullptr, *of_ = nullptr;
    int node_ = -1; // -1: positions are ranks
};

// One leader of each domain from `first` on: its first rank, but `lead` of the domain in which that sits.
class leaders_of final : public domain_members {
public:
    leaders_of() = default;
    leaders_of(const layout& where, int node, const layout& of, int first, int lead)
        : domain_members(where, node, of), first_(first), lead_(lead), led_(lead < 0 ? -1 : of.node_of(lead))
    {
    }
    int position(int domain) const { return domain == led_ ? lead_ : of_->member(domain, 0); }
    int rank_of(int i) const override { return rank_at(position(first_ + i)); }
    bool leads_nodes() const override { return node_ < 0; }

private:
    int first_ = 0, lead_ = -1, led_ = -1;
};

// All ranks of one domain, in rank order.
class ranks_of final : public domain_members {
public:
    ranks_of() = default;
    ranks_of(const layout& where, int node, const layout& of, int domain)
        : domain_members(where, node, of), domain_(domain)
    {
    }
    int rank_of(int i) const override { return rank_at(of_->member(domain_, i)); }
    bool is_whole_node() const override { return node_ < 0 ? of_ == where_ : of_->nodes() == 1; }

private:
    int domain_ = 0;
};

} // namespace hocket
