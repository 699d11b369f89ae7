// SPDX-License-Identifier: BSD-3-Clause
#include "simulate/job_calls.hpp"
#include "simulate/job_cut.hpp"
#include "simulate/rooted_places.hpp"
#include <map>

namespace hocket {
namespace {

class barrier_call final : public collective_call {
public:
    explicit barrier_call(const bound_plan& how) : how_(how.as<nothing>()) {}
    task start(net all, int) const override { return how_.start(all, nothing()); }

private:
    const barrier_algorithm& how_;
};

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

class allgather_call final : public collective_call {
public:
    allgather_call(const bound_plan& how, const layout& where, const collective_job& job, bytes user)
        : how_(how.as<hocket::blocks>()), cut_(job, where.ranks()), all_(user)
    {
    }
    task start(net all, int) const override { return how_.start(all, {all_, cut_.cut()}); }
    std::vector<std::size_t> blocks() const override { return cut_.blocks(); }

private:
    const allgather_algorithm& how_;
    job_cut cut_;
    bytes all_;
};

} // namespace

std::unique_ptr<collective_call> prepare_barrier(const bound_plan& how, const layout&, const collective_job&, bytes)
{
    return std::make_unique<barrier_call>(how);
}

std::unique_ptr<collective_call> prepare_bcast(const bound_plan& how, const layout& where, const collective_job& job,
                                               bytes user)
{
    return std::make_unique<bcast_call>(how, where, job, user);
}

std::unique_ptr<collective_call> prepare_rooted(const bound_plan& how, const layout& where, const collective_job& job,
                                                bytes user)
{
    return std::make_unique<rooted_call>(how, where, job, user);
}

std::unique_ptr<collective_call> prepare_allgather(const bound_plan& how, const layout& where,
                                                   const collective_job& job, bytes user)
{
    return std::make_unique<allgather_call>(how, where, job, user);
}

} // namespace hocket
