// SPDX-License-Identifier: BSD-3-Clause
#include "world/neighbor_trial.hpp"
#include "shapes/distributions.hpp"
#include "shapes/graphs.hpp"
#include "world/block_counts.hpp"
#include "world/samples.hpp"
#include <algorithm>

namespace hocket {
namespace {

constexpr auto between_blocks = std::byte(0xA5);

} // namespace

neighbor_trial::neighbor_trial(std::string_view collective, int ranks, unsigned seed)
    : equal_(!has_unequal_blocks(collective)), one_out_(collective.find("allgather") != collective.npos), seed_(seed),
      world_(ranks, {.watch_buffers = true}), at_(std::size_t(ranks))
{
}

const std::vector<neighborhood>& neighbor_trial::graph(const std::string& name)
{
    auto& all = graphs_[name];
    if (all.empty()) all = graph_by_name(name, int(at_.size()), seed_);
    return all;
}

const topology_routes& neighbor_trial::routes_for(const check_case& c)
{
    auto [found, fresh] = routes_.try_emplace({c.graph, c.where->name});
    if (fresh) found->second = routes_of(graph(c.graph), c.where->where);
    return found->second;
}

std::optional<trouble> neighbor_trial::run(const bound_plan& how, const check_case& c, order& by)
{
    prepare(c);
    auto& routes = routes_for(c);
    std::optional<std::size_t> each;
    if (equal_) each = c.bytes;
    auto wrong = world_.run(by, [&](net on) {
        auto rank = std::size_t(on.rank());
        auto& mine = at_[rank];
        return how.as<neighbor_blocks>().start(on,
                                               {&routes.of[rank], &*mine.out.blocks, &*mine.in.blocks, each, one_out_});
    });
    if (wrong || by.gave_up()) return wrong;
    if (auto differs = verify()) return differs;
    if (!memory_.intact()) return trouble{"guard", "written outside of a buffer"};
    return {};
}

std::vector<std::size_t> neighbor_trial::sizes_of(std::size_t blocks, std::size_t rank, const check_case& c) const
{
    std::vector<std::size_t> sizes(blocks, c.bytes);
    if (equal_ || blocks == 0) return sizes;
    auto seed = row_seed(c.counts, seed_, 31 * unsigned(rank));
    auto row = counts_by_name(c.counts, std::max(2, int(at_.size())), int(rank), c.bytes, seed);
    for (std::size_t i = 0; i < blocks; ++i) sizes[i] = row[i % row.size()];
    return sizes;
}

// Each block behind a hole, so that none touches another.
void neighbor_trial::lay_out(side& s)
{
    std::size_t extent = 0;
    s.places.clear();
    for (auto n : s.sizes) {
        s.places.push_back(extent += 3);
        extent += n;
    }
    s.memory = memory_.take(extent);
    std::ranges::fill(s.memory, between_blocks);
    s.right.assign(extent, between_blocks);
    s.blocks.emplace(s.memory, s.sizes, s.places, 0);
}

void neighbor_trial::prepare(const check_case& c)
{
    auto& all = graph(c.graph);
    memory_.clear();
    for (std::size_t r = 0; r < at_.size(); ++r) {
        auto blocks = one_out_ ? 1 : all[r].destinations.size();
        at_[r].out.sizes = sizes_of(blocks, r, c);
        at_[r].in.sizes.assign(all[r].sources.size(), 0);
        lay_out(at_[r].out);
        for (std::size_t i = 0; i < blocks; ++i)
            fill_samples(at_[r].out.memory.subspan(at_[r].out.places[i], at_[r].out.sizes[i]), salt_of(r, i));
        at_[r].out.right.assign(at_[r].out.memory.begin(), at_[r].out.memory.end());
    }
    deliver(all);
}

// The k-th block for a rank goes where that one awaits the k-th from there.
void neighbor_trial::deliver(const std::vector<neighborhood>& all)
{
    struct parcel {
        std::size_t from, block;
    };
    std::vector<std::vector<std::optional<parcel>>> comes(at_.size());
    for (std::size_t r = 0; r < at_.size(); ++r) comes[r].resize(all[r].sources.size());
    for (std::size_t r = 0; r < at_.size(); ++r)
        for (std::size_t i = 0; i < all[r].destinations.size(); ++i) {
            int to = all[r].destinations[i];
            if (to < 0) continue;
            auto& there = all[std::size_t(to)];
            for (int k = 0; k < int(there.sources.size()); ++k) {
                auto place = std::size_t(there.awaited(k));
                if (there.sources[place] != int(r) || comes[std::size_t(to)][place]) continue;
                comes[std::size_t(to)][place] = parcel{r, one_out_ ? 0 : i};
                break;
            }
        }
    for (std::size_t r = 0; r < at_.size(); ++r) {
        auto& in = at_[r].in;
        for (std::size_t i = 0; i < comes[r].size(); ++i)
            if (auto& one = comes[r][i]) in.sizes[i] = at_[one->from].out.sizes[one->block];
        lay_out(in);
        for (std::size_t i = 0; i < comes[r].size(); ++i) {
            if (in.sizes[i] == 0) continue;
            auto [from, block] = *comes[r][i];
            auto salt = salt_of(from, block);
            fill_samples(bytes(in.right).subspan(in.places[i], in.sizes[i]), salt);
            if (from == r) fill_samples(in.memory.subspan(in.places[i], in.sizes[i]), salt);
        }
    }
}

std::optional<trouble> neighbor_trial::verify() const
{
    for (std::size_t r = 0; r < at_.size(); ++r)
        for (auto* s : {&at_[r].in, &at_[r].out}) {
            auto first = first_difference(s->memory, s->right);
            if (first < s->right.size())
                return trouble{"data", "rank " + std::to_string(r) + " has a wrong byte " + std::to_string(first) +
                                           " of " + std::to_string(s->right.size()) +
                                           (s == &at_[r].in ? "" : " in what it sent")};
        }
    return {};
}

} // namespace hocket
