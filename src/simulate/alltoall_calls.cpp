// SPDX-License-Identifier: BSD-3-Clause
// Alltoall: what a rank sends lies one block behind the other in the order of the ranks, what it gets lies behind that.
#include "shapes/distributions.hpp"
#include "simulate/bounds.hpp"
#include "simulate/job_calls.hpp"
#include <algorithm>

namespace hocket {
namespace {

// Where the blocks between one rank and all others begin, one behind the other.
class block_row final : public block_places {
public:
    block_row() = default;
    block_row(bytes at, std::size_t each) : at_(at), each_(each) {}
    block_row(bytes at, const std::vector<std::size_t>& sizes) : at_(at), each_(0), before_{0}
    {
        for (auto n : sizes) before_.push_back(before_.back() + n);
    }
    std::size_t of(int first, int last) const override { return before(last) - before(first); }
    int pieces(int first, int last, bytes* into, int room) const override
    {
        auto n = of(first, last);
        if (n > 0 && room > 0) *into = at_.subspan(before(first), n);
        return n > 0;
    }

private:
    std::size_t before(int rank) const
    {
        return before_.empty() ? each_ * std::size_t(rank) : before_[std::size_t(rank)];
    }

    bytes at_;
    std::size_t each_ = 0;
    std::vector<std::size_t> before_; // empty where all are equal
};

class alltoall_call final : public collective_call {
public:
    alltoall_call(const bound_plan& how, const layout& where, const collective_job& job, bytes user)
        : how_(how.as<exchanged_blocks>()), out_(user.first(job.bytes * std::size_t(where.ranks()))),
          in_(user.subspan(out_.size())), rows_(1), columns_(1)
    {
        if (job.counts == "equal") {
            blocks_.assign(std::size_t(where.ranks()), job.bytes);
            rows_[0] = block_row(out_, job.bytes), columns_[0] = block_row(in_, job.bytes);
        } else {
            share_out(exchanged_bytes(job, where.ranks()));
        }
        if (job.collective == "alltoall") each_ = job.bytes;
    }
    task start(net all, int) const override
    {
        auto rank = std::size_t(all.rank());
        return how_.start(all, {&rows_[rank % rows_.size()], &columns_[rank % columns_.size()], each_});
    }
    std::vector<std::size_t> blocks() const override { return blocks_; }

private:
    void share_out(const std::vector<std::vector<std::size_t>>& sizes)
    {
        auto p = sizes.size();
        rows_.resize(p), columns_.resize(p);
        std::vector<std::size_t> column(p);
        for (std::size_t r = 0; r < p; ++r) {
            for (std::size_t i = 0; i < p; ++i) column[i] = sizes[i][r];
            rows_[r] = block_row(out_, sizes[r]);
            columns_[r] = block_row(in_, column);
            blocks_.insert(blocks_.end(), sizes[r].begin(), sizes[r].end());
        }
    }

    const alltoall_algorithm& how_;
    bytes out_, in_;
    std::optional<std::size_t> each_;
    std::vector<std::size_t> blocks_;
    std::vector<block_row> rows_, columns_; // by rank; one where all ranks are alike
};

} // namespace

std::vector<std::vector<std::size_t>> exchanged_bytes(const collective_job& job, int ranks)
{
    std::vector<std::vector<std::size_t>> all;
    for (int r = 0; r < ranks; ++r)
        all.push_back(
            distributed(job.counts, ranks, job.bytes, job.seed + (job.counts == "one-giant" ? 0 : unsigned(r))));
    return all;
}

std::unique_ptr<collective_call> prepare_alltoall(const bound_plan& how, const layout& where, const collective_job& job,
                                                  bytes user)
{
    return std::make_unique<alltoall_call>(how, where, job, user);
}

} // namespace hocket
