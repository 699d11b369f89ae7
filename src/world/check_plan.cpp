// SPDX-License-Identifier: BSD-3-Clause
#include "world/check_plan.hpp"
#include "shapes/graphs.hpp"
#include "world/block_counts.hpp"
#include "world/counted_value.hpp"
#include "world/lossy.hpp"
#include <algorithm>
#include <cassert>
#include <charconv>
#include <numeric>
#include <random>

namespace hocket {
namespace {

// Ranks for which a sample is no need. An alltoall has as many blocks as pairs.
int all_combinations_up_to(std::string_view collective)
{
    return collective.starts_with("alltoall") ? 4 : 8;
}

template <class T> std::vector<T> distinct(std::vector<T> values)
{
    std::ranges::sort(values);
    values.erase(std::unique(values.begin(), values.end()), values.end());
    return values;
}

// What barriers are tried with is who comes late.
std::vector<int> roots_of(const check_options& by, const candidate& what, const layout& where)
{
    int p = where.ranks();
    if (!has_root(what.collective) && what.collective != "barrier") return {0};
    std::vector<int> roots = by.roots;
    if (roots.empty()) {
        roots = {0, 1, p / 2, p - 1, int(std::mt19937(by.seed + unsigned(p))() % unsigned(p))};
        for (int r = p - 1; r >= 0; --r)
            if (where.local_of(r) > 0 && r != p - 1) {
                roots.push_back(r);
                break;
            }
    }
    std::erase_if(roots, [&](int r) { return r >= p; });
    return distinct(roots);
}

std::vector<std::size_t> sizes_of(const check_options& by, const candidate& what, int ranks)
{
    if (!by.bytes.empty()) return distinct(by.bytes);
    if (what.collective == "barrier") return {0};
    auto e = std::size_t(element_in_checks(what.collective));
    if (what.collective.starts_with("alltoall") && ranks > 8) return affordable({0, 1, 7, 64, 1000}, ranks);
    bool by_blocks = whole_vector(what.collective, 1, 2) > 1;
    if (by_blocks) return affordable({0, e, 7 * e, 64 * e, 1000 * e, 9000}, ranks);
    auto p = std::size_t(ranks);
    std::vector<std::size_t> sizes{0, e, (p - 1) * e, p * e, (p + 1) * e, 4099 / e * e};
    if (has_unequal_blocks(what.collective)) sizes.push_back(70 * p * e);
    else if (!by.exhaustive) sizes.push_back(70001); // the orders of a pipeline multiply with each segment
    return distinct(sizes);
}

// In flat, each pair of ranks is on its own, and no sizes are told.
std::vector<std::string> counts_of(const check_options& by, const candidate& what)
{
    if (!has_unequal_blocks(what.collective)) return {""};
    auto names = by.counts.empty() ? counts_names() : by.counts;
    bool rooted = has_root(what.collective);
    bool told = rooted && irregular(what.collective) && tells_sizes(what.collective, what.text);
    if (!told) std::erase(names, "disagree");
    return names;
}

std::vector<std::string> graphs_of(const check_options& by, const candidate& what)
{
    if (!has_neighbors(what.collective)) return {""};
    return by.graphs.empty() ? std::vector<std::string>(graph_names.begin(), graph_names.end()) : by.graphs;
}

std::vector<std::string> modes_of(const check_options& by)
{
    if (by.exhaustive) return {"exhaustive"};
    if (by.orders.empty()) return {"fifo", "seed:1", "seed:2"};
    auto modes = by.orders;
    std::erase(modes, "clock"); // compares costs, elsewhere
    return modes;
}

std::uint32_t hash(const std::string& text)
{
    std::uint32_t h = 2166136261u;
    for (unsigned char c : text) h = (h ^ c) * 16777619u;
    return h;
}

struct axes {
    std::vector<std::pair<const named_layout*, int>> places; // and roots
    std::vector<std::size_t> sizes;
    std::vector<std::string> counts, modes, graphs;

    check_case at(std::size_t place, std::size_t size, std::size_t count, std::size_t mode, std::size_t graph) const
    {
        auto [where, root] = places[place % places.size()];
        return {where,
                root,
                sizes[size % sizes.size()],
                counts[count % counts.size()],
                modes[mode % modes.size()],
                false,
                graphs[graph % graphs.size()]};
    }
    std::size_t combinations() const
    {
        return places.size() * sizes.size() * counts.size() * modes.size() * graphs.size();
    }
};

std::vector<check_case> everything(const axes& of)
{
    std::vector<check_case> cases;
    for (std::size_t p = 0; p < of.places.size(); ++p)
        for (std::size_t s = 0; s < of.sizes.size(); ++s)
            for (std::size_t c = 0; c < of.counts.size(); ++c)
                for (std::size_t m = 0; m < of.modes.size(); ++m)
                    for (std::size_t g = 0; g < of.graphs.size(); ++g) cases.push_back(of.at(p, s, c, m, g));
    return cases;
}

// Dealt like four decks of cards, each shuffled and taken up again when it runs out; those of counts and modes move on
// by one more after a while, so that the same do not meet each time.
std::vector<check_case> covering(axes of, std::uint32_t seed)
{
    std::mt19937 dice(seed);
    std::shuffle(of.places.begin(), of.places.end(), dice);
    std::shuffle(of.sizes.begin(), of.sizes.end(), dice);
    std::shuffle(of.modes.begin(), of.modes.end(), dice);
    std::shuffle(of.counts.begin(), of.counts.end(), dice);
    std::shuffle(of.graphs.begin(), of.graphs.end(), dice);
    std::vector<check_case> cases;
    auto count = std::max({of.places.size(), of.sizes.size(), of.counts.size(), of.modes.size()}) * of.graphs.size();
    auto both = std::lcm(of.sizes.size(), of.counts.size());
    assert(both > 0); // nothing is without sizes or counts
    for (std::size_t i = 0; i < count; ++i) {
        auto turn = i / of.sizes.size(), turn_of_both = i / both;
        cases.push_back(of.at(i, i, i + turn_of_both, i + turn, i + i / of.graphs.size()));
    }
    return cases;
}

} // namespace

double element_in_checks(std::string_view collective)
{
    return is_reduction(collective) ? sizeof(counted_value) : 1;
}

std::vector<std::size_t> affordable(std::vector<std::size_t> blocks, int ranks)
{
    auto pairs = std::size_t(ranks) * std::size_t(ranks);
    std::erase_if(blocks, [&](std::size_t n) { return n * pairs > 64 << 20; });
    return blocks;
}

std::unique_ptr<order> order_by_name(const std::string& name, const layout& where)
{
    if (name == "fifo") return std::make_unique<fifo>();
    auto colon = std::min(name.find(':'), name.size() - 1);
    auto kind = name.substr(0, colon);
    unsigned seed = 0;
    auto *begin = name.data() + colon + 1, *end = name.data() + name.size();
    auto [read, wrong] = std::from_chars(begin, end, seed);
    if (begin == end || read != end || wrong != std::errc{}) return nullptr;
    if (kind == "seed") return std::make_unique<seeded>(seed);
    if (kind == "lossy") return std::make_unique<lossy>(seed, where);
    return nullptr;
}

check_plan plan_checks(const check_options& by, const candidate& what, const std::vector<named_layout>& on)
{
    int p = on.front().where.ranks();
    axes all{{}, sizes_of(by, what, p), counts_of(by, what), modes_of(by), graphs_of(by, what)};
    for (auto& l : on)
        for (int root : roots_of(by, what, l.where)) all.places.emplace_back(&l, root);
    if (all.combinations() == 0) return {};
    bool sample = !by.full && !by.exhaustive && p > all_combinations_up_to(what.collective);
    auto seed = hash(what.text) + by.seed * 7919u + unsigned(p);
    return {sample ? covering(all, seed) : everything(all), long(all.combinations())};
}

} // namespace hocket
