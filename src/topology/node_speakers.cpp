// SPDX-License-Identifier: BSD-3-Clause
#include "topology/node_speakers.hpp"
#include <algorithm>
#include <tuple>

namespace hocket {

namespace {

struct pair_links {
    int in = 0, out = 0;
    int all() const { return in + out; }
};

std::map<int, pair_links> links_of(const layout& where, int node, const std::vector<neighborhood>& mates)
{
    std::map<int, pair_links> by_node;
    for (auto& around : mates) {
        for (int to : around.destinations)
            if (to >= 0) ++by_node[where.node_of(to)].out;
        for (int from : around.sources)
            if (from >= 0) ++by_node[where.node_of(from)].in;
    }
    by_node.erase(node);
    return by_node;
}

struct speaker_load {
    int pairs = 0, links = 0;
};

} // namespace

int speaker_untold(const layout& where, int of, int towards)
{
    return (of + towards) % where.size_of(of);
}

speakers_by_node speakers_of(const layout& where, int node, const std::vector<neighborhood>& mates)
{
    auto all = links_of(where, node, mates);
    speakers_by_node chosen;
    std::vector<speaker_load> loads(std::size_t(where.size_of(node)));
    auto choose = [&](int other, int speaker) {
        chosen[other] = speaker;
        auto& load = loads[std::size_t(speaker)];
        ++load.pairs;
        load.links += all.at(other).all();
    };
    std::vector<int> free;
    for (auto& [other, links] : all) {
        if (links.out == 0) choose(other, speaker_untold(where, node, other));
        else free.push_back(other);
    }
    std::ranges::stable_sort(free, std::greater(), [&](int other) { return all.at(other).all(); });
    int most = int((all.size() + loads.size() - 1) / loads.size());
    for (int other : free) {
        auto least = std::ranges::min_element(
            loads, {}, [=](auto& load) { return std::tuple(load.pairs >= most, load.links, load.pairs); });
        choose(other, int(least - loads.begin()));
    }
    return chosen;
}

} // namespace hocket
