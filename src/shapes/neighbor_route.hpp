// SPDX-License-Identifier: BSD-3-Clause
// The messages of one rank in a neighborhood collective, made once for each topology.
#pragma once
#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace hocket {

// What every rank has for its neighbors: a block for each, or one vector for all.
enum class exchange_kind : unsigned char { blocks, vector };

// A block among those that go out, among those that come in, or on its way through this rank.
enum class lies : unsigned char { out, in, slot };
struct route_item {
    lies where;
    int index;
};

struct route_message {
    int peer;
    std::size_t first, count; // items
};
struct route_copy {
    route_item from, to;
};
// Messages that need not wait for one another, and copies beside them. Those of one peer come in the order of its list.
struct route_step {
    std::vector<route_message> receives, sends;
    std::vector<route_copy> copies;
    bool crosses = false; // each message stands for all that one node has for another
};

struct neighbor_route {
    std::vector<route_step> steps;
    std::vector<route_item> items;
    int slots = 0;

    std::span<const route_item> of(const route_message& m) const { return {items.data() + m.first, m.count}; }
    // Empty messages are none.
    void add(std::vector<route_message>& to, int peer, const std::vector<route_item>& what)
    {
        if (what.empty()) return;
        to.push_back({peer, items.size(), what.size()});
        items.insert(items.end(), what.begin(), what.end());
    }
    route_item next_slot() { return {lies::slot, slots++}; }
};

// By which costs are declared: of all ranks the most messages in a step, the most items in them and in one of them,
// those that stay in a node and those that leave it.
struct step_load {
    double near = 0, near_items = 0, near_longest = 0, far = 0, far_items = 0, far_longest = 0;
};
struct route_load {
    static constexpr int most_steps = 4;
    std::uint64_t steps = 0; // 0: there is no such route
    std::array<step_load, most_steps> of{};
};
struct neighbor_load {
    route_load direct, combined[2], by_node[2]; // [exchange_kind]
};

// A route over which none goes is left out on every rank.
struct neighbor_routes {
    neighbor_route direct;
    std::optional<neighbor_route> combined[2], by_node[2]; // [exchange_kind]
};

} // namespace hocket
