// SPDX-License-Identifier: BSD-3-Clause
#include "simulate/job_calls.hpp"
#include "simulate/job_cut.hpp"

namespace hocket {
namespace {

// There is nothing to combine, so nobody applies it.
reduction without_numbers(const collective_job& job)
{
    return {nullptr, element_of(job), true};
}

// reduce, allreduce, scan, exscan: the operand, and behind it the result.
class reduction_call final : public collective_call {
public:
    reduction_call(const bound_plan& how, const layout& where, const collective_job& job, bytes user)
        : how_(how.as<operands>()), where_(where), job_(job), user_(user), combine_(without_numbers(job))
    {
    }
    task start(net all, int turn) const override
    {
        int root = root_of(job_, where_, turn);
        bool gets = !has_root(job_.collective) || all.rank() == root;
        operands data{user_.first(job_.bytes), gets ? user_.subspan(job_.bytes, job_.bytes) : bytes{}, &combine_};
        return how_.start(all.rooted(root), data);
    }

private:
    const reduce_algorithm& how_;
    const layout& where_;
    const collective_job& job_;
    bytes user_;
    reduction combine_;
};

// The operand, and behind it the rank's block of the result.
class reduce_scatter_call final : public collective_call {
public:
    reduce_scatter_call(const bound_plan& how, const layout& where, const collective_job& job, bytes user)
        : how_(how.as<scattered_operands>()), cut_(job, where.ranks()), user_(user), combine_(without_numbers(job))
    {
    }
    task start(net all, int) const override
    {
        auto& cut = cut_.cut();
        auto mine = user_.subspan(cut.total(), cut.length(all.rank()));
        return how_.start(all, {user_.first(cut.total()), mine, cut, &combine_});
    }
    std::vector<std::size_t> blocks() const override { return cut_.blocks(); }

private:
    const reduce_scatter_algorithm& how_;
    job_cut cut_;
    bytes user_;
    reduction combine_;
};

} // namespace

std::unique_ptr<collective_call> prepare_reduction(const bound_plan& how, const layout& where,
                                                   const collective_job& job, bytes user)
{
    return std::make_unique<reduction_call>(how, where, job, user);
}

std::unique_ptr<collective_call> prepare_reduce_scatter(const bound_plan& how, const layout& where,
                                                        const collective_job& job, bytes user)
{
    return std::make_unique<reduce_scatter_call>(how, where, job, user);
}

} // namespace hocket
