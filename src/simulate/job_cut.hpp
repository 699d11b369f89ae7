// SPDX-License-Identifier: BSD-3-Clause
// How a job cuts a vector into one block per rank, in the order of the communicator's ranks.
#pragma once
#include "catalogue/catalogue.hpp"
#include "shapes/distributions.hpp"
#include "simulate/job.hpp"

namespace hocket {

// Bytes that stay together: reductions are of numbers of four bytes where the size is made of such, else of single
// ones.
inline std::size_t element_of(const collective_job& job)
{
    return is_reduction(job.collective) && job.bytes % 4 == 0 ? 4 : 1;
}

// Of allgather, allgatherv, reduce_scatter_block and reduce_scatter.
class job_cut {
public:
    job_cut(const collective_job& job, int ranks) : offsets_(unequal(job, ranks)), cut_(cut_of(job, ranks)) {}
    job_cut(const job_cut&) = delete;
    job_cut& operator=(const job_cut&) = delete;

    // This outlives it.
    const block_cut& cut() const { return cut_; }
    std::vector<std::size_t> blocks() const
    {
        std::vector<std::size_t> sizes;
        for (int r = 0; r < cut_.count(); ++r) sizes.push_back(cut_.length(r));
        return sizes;
    }

private:
    static std::vector<std::size_t> unequal(const collective_job& job, int ranks)
    {
        if (job.counts == "equal") return {};
        std::vector<std::size_t> offsets{0};
        auto element = element_of(job);
        for (auto n : shared_out(job.bytes / element, distribution_weights(job.counts, ranks, job.seed)))
            offsets.push_back(offsets.back() + n * element);
        return offsets;
    }
    block_cut cut_of(const collective_job& job, int ranks) const
    {
        if (!offsets_.empty()) return block_cut(std::span(offsets_));
        if (has_unequal_blocks(job.collective)) return {job.bytes, ranks, element_of(job)};
        return {job.bytes * std::size_t(ranks), ranks, std::max<std::size_t>(1, job.bytes)};
    }

    std::vector<std::size_t> offsets_; // empty where all are as equal as they can be
    block_cut cut_;
};

} // namespace hocket
