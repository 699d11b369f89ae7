// SPDX-License-Identifier: BSD-3-Clause
#include "simulate/job_kinds.hpp"
#include "simulate/bounds.hpp"
#include "simulate/rooted_places.hpp"
#include <map>

namespace hocket {
namespace {

class bcast_call final : public collective_call {
public:
    bcast_call(const bound_plan& how, const layout& where, const collective_job& job, bytes user)
        : how_(how.as<bytes>()), where_(where), job_(job), data_(user)
    {
    }
    task start(net all, int turn) const override { return how_.start(all.rooted(root_of(job_, where_, turn)), data_); }

private:
    const bcast_algorithm& how_;
    const layout& where_;
    const collective_job& job_;
    bytes data_;
};

class rooted_call final : public collective_call {
public:
    rooted_call(const bound_plan& how, const layout& where, const collective_job& job, bytes user)
        : how_(how.as<rooted_blocks>()), where_(where), job_(job), user_(user), all_(job, where.ranks())
    {
        for (int k = 0; k < std::min(job.repeat, where.nodes()); ++k)
            places_.try_emplace(root_of(job, where, k), all_, user, root_of(job, where, k));
    }
    task start(net all, int turn) const override
    {
        int root = root_of(job_, where_, turn), rank = all.rank();
        auto& at = places_.at(root);
        rooted_blocks data;
        if (!irregular(job_.collective)) data.sizes = &at;
        if (rank == root) data.places = &at;
        else data.mine = user_.first(all_.of(rank));
        return how_.start(all.rooted(root), data);
    }
    std::vector<std::size_t> blocks() const override
    {
        std::vector<std::size_t> sizes;
        for (int r = 0; r < all_.ranks(); ++r) sizes.push_back(all_.of(r));
        return sizes;
    }

private:
    const gather_algorithm& how_;
    const layout& where_;
    const collective_job& job_;
    bytes user_;
    rank_blocks all_;
    std::map<int, rooted_places> places_; // by root
};

template <class Call>
std::unique_ptr<collective_call> prepare(const bound_plan& how, const layout& where, const collective_job& job,
                                         bytes user)
{
    return std::make_unique<Call>(how, where, job, user);
}

std::size_t one_vector(const collective_job& job, int)
{
    return job.bytes;
}

std::size_t all_blocks(const collective_job& job, int ranks)
{
    return job.bytes * std::size_t(ranks);
}

constexpr job_kind kinds[] = {
    {"bcast", one_vector, prepare<bcast_call>, bcast_bound},
    {"gather", all_blocks, prepare<rooted_call>, gather_bound},
    {"gatherv", all_blocks, prepare<rooted_call>, gather_bound},
    {"scatter", all_blocks, prepare<rooted_call>, scatter_bound},
    {"scatterv", all_blocks, prepare<rooted_call>, scatter_bound},
};

} // namespace

const job_kind& kind_of(std::string_view collective)
{
    return *std::ranges::find(kinds, collective, &job_kind::collective);
}

} // namespace hocket
