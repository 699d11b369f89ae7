// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "algorithms/algorithm.hpp"

namespace hocket::neighbor {

// By which a rank's messages of a step are priced: all as the longest where that is one that waits, else as their mean.
inline double typical(const price& of, double mean, double longest)
{
    return longest > of.eager_limit ? longest : mean;
}

// One step after the other, each as long as the rank takes that has most of it.
inline cost cost_along(const problem& of, const route_load& load, bool tells, double segment = 0)
{
    auto sends = [&](const step_load& step, double n) {
        return segment > 0 ? std::max(step.far, std::ceil(n * step.far_items / segment)) : step.far;
    };
    auto took = [&](const step_load& step, double n) {
        double near = step.near > 0 ? n * step.near_items / step.near : 0;
        near = typical(of.node, near, n * step.near_longest);
        double sent = sends(step, n);
        double far = step.far > 0 ? n * step.far_items / sent : 0;
        double longest = n * step.far_longest;
        far = typical(of.network, far, segment > 0 ? std::min(segment, longest) : longest);
        double senders = std::min(of.ranks, of.per_node) * of.at_once;
        double inside = step.near > 0 ? of.node.several(step.near, near, senders, 2) : 0;
        if (step.far == 0) return inside;
        double out = of.network.several(sent, far, of.on_one_nic(senders), 2);
        if (of.node.one_port) return inside + out;
        return std::max(inside, out + 2 * step.near * of.node.overhead(near));
    };
    cost whole;
    for (std::size_t i = 0; i < load.steps; ++i) {
        auto& step = load.of[i];
        whole.finish += took(step, of.block());
        if (tells) whole.finish += took(step, sizeof(std::size_t));
        whole.messages += (step.near + sends(step, of.block())) * of.ranks;
    }
    whole.period = whole.finish;
    return whole;
}

} // namespace hocket::neighbor
