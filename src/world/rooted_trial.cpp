// SPDX-License-Identifier: BSD-3-Clause
#include "world/rooted_trial.hpp"
#include "algorithms/places.hpp"
#include "world/guarded_arena.hpp"
#include "world/placed_blocks.hpp"
#include "world/samples.hpp"
#include <algorithm>

namespace hocket {
namespace {

void fill(bytes block, std::size_t rank, bool right)
{
    fill_samples(block, rank * 59 + rank / 256 * 31 + 1, right);
}

std::string rank_text(std::size_t rank)
{
    return "rank " + std::to_string(rank);
}

std::optional<trouble> compare(cbytes is, cbytes right, const std::string& whose)
{
    if (first_difference(is, right) == right.size()) return {};
    long bad = 0;
    auto first = right.size();
    for (auto i = right.size(); i-- > 0;)
        if (is[i] != right[i]) ++bad, first = i;
    return trouble{"data", whose + " has " + std::to_string(bad) + " of " + std::to_string(right.size()) +
                               " bytes wrong, first byte " + std::to_string(first)};
}

std::optional<trouble> judge(const std::optional<trouble>& found, const rooted_case& c)
{
    auto name = rank_text(std::size_t(c.who.rank));
    if (found && found->kind == "sizes" && found->detail.starts_with(name + " ")) return {};
    return trouble{"sizes", name + " has " + std::to_string(c.who.has) + " bytes where the root expects " +
                                std::to_string(c.sizes[std::size_t(c.who.rank)]) + ", and nobody says so: " +
                                (found ? found->kind + ": " + found->detail : "the operation ends well")};
}

} // namespace

std::optional<trouble> rooted_trial::run(const algorithm<rooted_blocks>& how, const rooted_case& c, order& by)
{
    prepare(c);
    turned_sizes sizes(c.sizes, c.root);
    placed_blocks places(at_root_, c.sizes, c.displacements, c.root);
    auto body = [&](net on) {
        rooted_blocks data{mine_[std::size_t(on.rank())]};
        if (!c.irregular) data.sizes = &sizes;
        if (on.rank() == c.root) data.places = &places;
        return how.start(on.rooted(c.root), data);
    };
    auto wrong = world_.run(by, body);
    if (by.gave_up() && !wrong) return {};
    if (c.who.rank >= 0) wrong = judge(wrong, c);
    else if (!wrong) wrong = verify(c);
    if (!wrong && !memory_.intact()) wrong = trouble{"guard", "written outside of a buffer"};
    return wrong;
}

std::size_t rooted_trial::most_scratch() const
{
    std::size_t most = 0;
    for (int r = 0; r < world_.ranks(); ++r)
        if (r != root_) most = std::max(most, world_.scratch_of(r));
    return most;
}

void rooted_trial::prepare(const rooted_case& c)
{
    memory_.clear();
    root_ = c.root;
    for (int r = 0; r < int(mine_.size()); ++r) {
        auto n = r == c.who.rank ? c.who.has : c.sizes[std::size_t(r)];
        mine_[std::size_t(r)] = memory_.take(r == c.root ? 0 : n);
        fill(mine_[std::size_t(r)], std::size_t(r), c.way == flow::to_root);
    }
    prepare_root(c);
}

void rooted_trial::prepare_root(const rooted_case& c)
{
    at_root_ = memory_.take(c.extent);
    right_.assign(c.extent, poison);
    std::ranges::copy(right_, at_root_.begin());
    for (std::size_t r = 0; r < mine_.size(); ++r) {
        auto at = c.displacements[r], n = c.sizes[r];
        fill(bytes(right_).subspan(at, n), r, true);
        fill(at_root_.subspan(at, n), r, c.way == flow::from_root || int(r) == c.root);
    }
}

std::optional<trouble> rooted_trial::verify(const rooted_case& c) const
{
    for (std::size_t r = 0; r < mine_.size(); ++r) {
        auto block = cbytes(right_).subspan(c.displacements[r], mine_[r].size());
        if (auto wrong = compare(mine_[r], block, rank_text(r))) return wrong;
    }
    return verify_root(c);
}

std::optional<trouble> rooted_trial::verify_root(const rooted_case& c) const
{
    auto hole = first_difference(at_root_, right_);
    if (hole == right_.size()) return {};
    for (std::size_t r = 0; r < mine_.size(); ++r) {
        auto at = c.displacements[r], n = c.sizes[r];
        auto whose = "the block of " + rank_text(r) + " at the root";
        if (auto wrong = compare(cbytes(at_root_).subspan(at, n), cbytes(right_).subspan(at, n), whose)) return wrong;
    }
    return trouble{"guard",
                   "byte " + std::to_string(hole) + " of the root's memory belongs to no block and has changed"};
}

} // namespace hocket
