// SPDX-License-Identifier: BSD-3-Clause
#include "world/alltoall_trial.hpp"
#include "shapes/distributions.hpp"
#include "world/block_counts.hpp"
#include "world/samples.hpp"
#include <algorithm>
#include <numeric>
#include <random>

namespace hocket {
namespace {

constexpr auto hole = std::byte(0xA5);

} // namespace

alltoall_trial::alltoall_trial(std::string_view collective, int ranks, unsigned seed)
    : equal_(collective == "alltoall"), seed_(seed), world_(ranks, {.watch_buffers = true}), at_(std::size_t(ranks))
{
}

std::optional<trouble> alltoall_trial::run(const alltoall_algorithm& how, const check_case& c, order& by)
{
    prepare(c);
    std::optional<std::size_t> each;
    if (equal_) each = c.bytes;
    auto wrong = world_.run(by, [&](net on) {
        auto& mine = at_[std::size_t(on.rank())];
        return how.start(on, {&*mine.from, &*mine.to, each, c.in_place});
    });
    if (wrong || by.gave_up()) return wrong;
    if (auto differs = verify()) return differs;
    if (!memory_.intact()) return trouble{"guard", "written outside of a buffer"};
    return {};
}

// In place, what a rank sends to another is as long as what it gets from it.
void alltoall_trial::count(const check_case& c)
{
    auto p = at_.size();
    for (auto& rank : at_) rank.out.sizes.clear(), rank.in.sizes.assign(p, 0);
    for (std::size_t r = 0; r < p; ++r) {
        auto seed = row_seed(c.counts, seed_, 31 * unsigned(r));
        at_[r].out.sizes =
            equal_ ? std::vector<std::size_t>(p, c.bytes) : counts_by_name(c.counts, int(p), int(r), c.bytes, seed);
    }
    for (std::size_t r = 0; r < p; ++r)
        for (std::size_t j = 0; j < p; ++j) {
            if (c.in_place && j < r) at_[r].out.sizes[j] = at_[j].out.sizes[r];
            at_[j].in.sizes[r] = at_[r].out.sizes[j];
        }
}

// Equal blocks lie one behind the other, others in any order and some with holes between them.
void alltoall_trial::place(side& s, unsigned seed) const
{
    std::vector<std::size_t> order(s.sizes.size());
    std::iota(order.begin(), order.end(), std::size_t(0));
    std::mt19937 dice(seed);
    if (!equal_ && dice() % 2) std::shuffle(order.begin(), order.end(), dice);
    s.places.assign(s.sizes.size(), 0);
    s.extent = 0;
    for (auto i : order) {
        if (!equal_ && dice() % 2) s.extent += 1 + dice() % 40;
        s.places[i] = s.extent;
        s.extent += s.sizes[i];
    }
}

void alltoall_trial::prepare(const check_case& c)
{
    count(c);
    memory_.clear();
    for (std::size_t r = 0; r < at_.size(); ++r) {
        auto& [out, in, from, to] = at_[r];
        place(in, seed_ + 2 * unsigned(r));
        if (c.in_place) out.places = in.places, out.extent = in.extent;
        else place(out, seed_ + 2 * unsigned(r) + 1);
        fill(r, c.in_place);
        from.emplace(out.memory, out.sizes, out.places, 0);
        to.emplace(in.memory, in.sizes, in.places, 0);
    }
}

void alltoall_trial::fill(std::size_t rank, bool in_place)
{
    auto& [out, in, from, to] = at_[rank];
    in.memory = memory_.take(in.extent);
    out.memory = in_place ? in.memory : memory_.take(out.extent);
    std::ranges::fill(in.memory, hole);
    std::ranges::fill(out.memory, hole);
    in.right.assign(in.extent, hole);
    for (std::size_t j = 0; j < at_.size(); ++j) {
        fill_samples(out.memory.subspan(out.places[j], out.sizes[j]), salt_of(rank, j));
        fill_samples(bytes(in.right).subspan(in.places[j], in.sizes[j]), salt_of(j, rank));
    }
    std::copy_n(in.right.begin() + std::ptrdiff_t(in.places[rank]), in.sizes[rank],
                in.memory.begin() + std::ptrdiff_t(in.places[rank]));
    out.right.assign(out.memory.begin(), out.memory.end());
    if (in_place) out.right = in.right;
}

std::optional<trouble> alltoall_trial::verify() const
{
    for (std::size_t r = 0; r < at_.size(); ++r)
        for (auto* s : {&at_[r].in, &at_[r].out}) {
            auto first = first_difference(s->memory, s->right);
            if (first < s->right.size())
                return trouble{"data", "rank " + std::to_string(r) + " has a wrong byte " + std::to_string(first) +
                                           " of " + std::to_string(s->extent) +
                                           (s == &at_[r].in ? "" : " in what it sent")};
        }
    return {};
}

} // namespace hocket
