// SPDX-License-Identifier: BSD-3-Clause
// Alltoall: what a rank sends lies one block behind the other in the order of the ranks, what it gets lies behind that.
#include "algorithms/places.hpp"
#include "shapes/distributions.hpp"
#include "simulate/bounds.hpp"
#include "simulate/job_calls.hpp"
#include <deque>

namespace hocket {
namespace {

class alltoall_call final : public collective_call {
public:
    alltoall_call(const bound_plan& how, const layout& where, const collective_job& job, bytes user)
        : how_(how.as<exchanged_blocks>()), out_(user.first(job.bytes * std::size_t(where.ranks()))),
          in_(user.subspan(out_.size()))
    {
        if (job.counts == "equal") {
            blocks_.assign(std::size_t(where.ranks()), job.bytes);
            rows_.push_back(cut_vector({out_, where.ranks()}));
            columns_.push_back(cut_vector({in_, where.ranks()}));
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
        std::vector<std::size_t> column(p);
        for (std::size_t r = 0; r < p; ++r) {
            for (std::size_t i = 0; i < p; ++i) column[i] = sizes[i][r];
            rows_.push_back(cut(out_, sizes[r]));
            columns_.push_back(cut(in_, column));
            blocks_.insert(blocks_.end(), sizes[r].begin(), sizes[r].end());
        }
    }
    cut_vector cut(bytes all, const std::vector<std::size_t>& sizes)
    {
        auto& offsets = offsets_.emplace_back(1);
        for (auto n : sizes) offsets.push_back(offsets.back() + n);
        return cut_vector({all, block_cut(offsets)});
    }

    const alltoall_algorithm& how_;
    bytes out_, in_;
    std::optional<std::size_t> each_;
    std::vector<std::size_t> blocks_;
    std::vector<cut_vector> rows_, columns_; // by rank; one where all ranks are alike
    std::deque<std::vector<std::size_t>> offsets_; // which they point into
};

} // namespace

std::vector<std::vector<std::size_t>> exchanged_bytes(const collective_job& job, int ranks)
{
    std::vector<std::vector<std::size_t>> all;
    for (int r = 0; r < ranks; ++r)
        all.push_back(distributed(job.counts, ranks, job.bytes, row_seed(job.counts, job.seed, unsigned(r))));
    return all;
}

std::unique_ptr<collective_call> prepare_alltoall(const bound_plan& how, const layout& where, const collective_job& job,
                                                  bytes user)
{
    return std::make_unique<alltoall_call>(how, where, job, user);
}

} // namespace hocket
