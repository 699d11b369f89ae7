// SPDX-License-Identifier: BSD-3-Clause
// What is asked of divisions.
#include "topology/divisions.hpp"
#include <algorithm>

namespace hocket {

namespace {

int most_in(const layout& outer, const layout& inner)
{
    int most = 0;
    for (int at = 0; at < outer.nodes(); ++at) most = std::max(most, inner_domains(outer, at, inner).count);
    return most;
}

} // namespace

domain_range inner_domains(const layout& outer, int at, const layout& inner)
{
    auto first = [&](int domain) { return inner.node_of(outer.member(domain, 0)); };
    int end = at + 1 < outer.nodes() ? first(at + 1) : inner.nodes();
    return {first(at), end - first(at)};
}

const layout* divisions::pattern::at(domain d) const
{
    auto& there = by[std::size_t(d) - std::size_t(domain::socket)];
    return there ? &*there : nullptr;
}

void divisions::measure()
{
    most_ = {};
    auto note = [&](domain outer, domain inner, int n) {
        auto& most = most_[std::size_t(outer)][std::size_t(inner)];
        most = std::max(most, n);
    };
    for (auto& p : patterns_) {
        note(domain::node, domain::rank, p.ranks);
        for (auto inner : finer_domains) {
            if (!p.at(inner)) continue;
            note(domain::node, inner, p.at(inner)->nodes());
            note(inner, domain::rank, p.at(inner)->largest());
            for (auto outer : finer_domains)
                if (outer < inner && p.at(outer)) note(outer, inner, most_in(*p.at(outer), *p.at(inner)));
        }
    }
}

const layout* divisions::inside(const layout& nodes, int node, domain by) const
{
    int which = by_node_.empty() ? by_size_.at(nodes.size_of(node)) : by_node_[std::size_t(node)];
    return patterns_[std::size_t(which)].at(by);
}

} // namespace hocket
