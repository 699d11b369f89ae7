// SPDX-License-Identifier: BSD-3-Clause
#include "world/reduction_trial.hpp"
#include "world/block_counts.hpp"
#include "world/counted_value.hpp"
#include "world/guarded_arena.hpp"
#include <algorithm>
#include <cstring>
#include <span>

namespace hocket {
namespace {

constexpr auto size = sizeof(counted_value);

counted_value value_at(cbytes in, std::size_t element)
{
    counted_value v;
    std::memcpy(&v, in.data() + element * size, size);
    return v;
}

} // namespace

reduction_trial::reduction_trial(std::string_view collective, int ranks, unsigned seed)
    : collective_(collective), seed_(seed), world_(ranks, {.watch_buffers = true}), at_(std::size_t(ranks))
{
}

std::optional<trouble> reduction_trial::run(const bound_plan& how, const check_case& c, order& by)
{
    root_ = is("reduce") ? c.root : 0;
    // Ranks are in order only in the communicator's own numbering, on whose rank 0 the driver has such a reduce end.
    in_order_ = how.keeps_order && root_ == 0;
    in_place_ = c.bytes / size % 2 == 1;
    prepare(c);
    auto wrong = world_.run(by, [&](net on) { return start(how, on, root_); });
    if (wrong || by.gave_up()) return wrong;
    if (auto differs = verify()) return differs;
    if (!memory_.intact()) return trouble{"guard", "written outside of a buffer"};
    return {};
}

task reduction_trial::start(const bound_plan& how, net on, int root) const
{
    auto& mine = at_[std::size_t(on.rank())];
    auto& counts = counting(in_order_);
    if (!scatters()) return how.as<operands>().start(on.rooted(root), {mine.mine, mine.result, &counts});
    return how.as<scattered_operands>().start(on, {mine.mine, mine.result, block_cut(offsets_), &counts, mine.work});
}

void reduction_trial::prepare(const check_case& c)
{
    int p = world_.ranks();
    bool blocks = is("reduce_scatter_block");
    auto each = counts_by_name(blocks ? "" : c.counts, p, 0, c.bytes / size / (blocks ? 1 : std::size_t(p)), seed_);
    offsets_.assign(1, 0);
    for (auto n : each) offsets_.push_back(offsets_.back() + n * size);
    bytes_ = scatters() ? offsets_.back() : c.bytes / size * size;
    memory_.clear();
    for (int r = 0; r < p; ++r) prepare(r);
}

void reduction_trial::prepare(int rank)
{
    auto& mine = at_[std::size_t(rank)];
    bool gets = !is("reduce") || rank == root_;
    mine.mine = memory_.take(bytes_);
    mine.result = !gets ? bytes{} : in_place_ && !scatters() ? mine.mine : bytes{};
    mine.work = {};
    fill(mine.mine, rank);
    if (scatters()) {
        auto from = offsets_[std::size_t(rank)], n = offsets_[std::size_t(rank) + 1] - from;
        if (bytes_ / size % 3 == 1) mine.work = memory_.take(bytes_);
        if (bytes_ / size % 3 == 2) mine.work = mine.mine;
        mine.result = mine.work.empty() ? memory_.take(n) : mine.work.subspan(from, n);
        if (mine.work.data() != mine.mine.data()) std::ranges::fill(mine.result, poison);
    } else if (gets && !in_place_) {
        mine.result = memory_.take(bytes_);
        std::ranges::fill(mine.result, poison);
    }
}

void reduction_trial::fill(bytes operand, int rank) const
{
    for (std::size_t e = 0; e < operand.size() / size; ++e) {
        auto v = counted_value::of(rank, e, in_order_);
        std::memcpy(operand.data() + e * size, &v, size);
    }
}

// What a result of rank r has to hold is what the ranks added so far hold together.
std::optional<trouble> reduction_trial::verify()
{
    bool part = collective_.ends_with("scan"), with_own = !is("exscan");
    for (int r = 0; !part && r < world_.ranks(); ++r) add(r);
    for (int r = 0; r < world_.ranks(); ++r) {
        if (part && with_own) add(r);
        if (auto wrong = verify(r)) return wrong;
        if (part && !with_own) add(r);
    }
    return is("allreduce") ? verify_equal() : std::nullopt;
}

void reduction_trial::add(int rank)
{
    if (rank == 0) right_.clear();
    for (std::size_t e = 0; e < bytes_ / size; ++e)
        if (rank == 0) right_.push_back(counted_value::of(0, e, in_order_));
        else right_[e].add(rank, e, in_order_);
}

std::optional<trouble> reduction_trial::verify(int rank) const
{
    auto wrong = is("exscan") && rank == 0 ? verify_untouched() : verify_result(rank);
    if (wrong) return wrong;
    auto& mine = at_[std::size_t(rank)];
    bool kept = mine.mine.data() != mine.result.data() && mine.mine.data() != mine.work.data();
    for (std::size_t e = 0; kept && e < mine.mine.size() / size; ++e)
        if (!value_at(mine.mine, e).same(counted_value::of(rank, e, in_order_)))
            return trouble{"guard", "the operand of rank " + std::to_string(rank) + " has changed"};
    return {};
}

std::optional<trouble> reduction_trial::verify_result(int rank) const
{
    auto& mine = at_[std::size_t(rank)];
    auto shift = scatters() ? offsets_[std::size_t(rank)] / size : 0;
    auto text = [](const counted_value& v) { return std::to_string(v.first) + "-" + std::to_string(v.last); };
    for (std::size_t e = 0; e < mine.result.size() / size; ++e) {
        auto found = value_at(mine.result, e), right = right_[e + shift];
        if (found.same(right)) continue;
        return trouble{"data", "rank " + std::to_string(rank) + ", element " + std::to_string(e + shift) + " holds " +
                                   text(found) + " and not " + text(right)};
    }
    return {};
}

// Rank 0 of an exscan.
std::optional<trouble> reduction_trial::verify_untouched() const
{
    for (std::size_t e = 0; e < at_[0].result.size() / size; ++e) {
        auto found = value_at(at_[0].result, e), before = counted_value::of(0, e, in_order_);
        if (!in_place_) std::memset(&before, int(poison), size);
        if (!std::ranges::equal(std::as_bytes(std::span(&before, 1)), std::as_bytes(std::span(&found, 1))))
            return trouble{"guard", "rank 0 has no result, and its memory has changed"};
    }
    return {};
}

std::optional<trouble> reduction_trial::verify_equal() const
{
    for (std::size_t r = 1; r < at_.size(); ++r)
        if (!std::ranges::equal(at_[0].result, at_[r].result))
            return trouble{"data", "rank " + std::to_string(r) + " has other bits than rank 0"};
    return {};
}

} // namespace hocket
