// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "catalogue/catalogue.hpp"
#include "world/check_plan.hpp"
#include "world/counted_value.hpp"
#include "world/world.hpp"

namespace hocket {

// Reductions on virtual ranks, each held against the definition: every element of every result holds the right ranks'
// operands, in rank order where the algorithm promises it, an allreduce's results are the same bit by bit, and neither
// operands nor anything around buffers has changed.
class reduction_trial {
public:
    reduction_trial(std::string_view collective, int ranks, unsigned seed);

    std::optional<trouble> run(const bound_plan& how, const check_case& c, order& by);

private:
    struct memory_of_rank {
        bytes mine, result, work;
    };
    void prepare(const check_case& c);
    void prepare(int rank);
    void fill(bytes operand, int rank) const;
    task start(const bound_plan& how, net on, int root) const;
    std::optional<trouble> verify();
    std::optional<trouble> verify(int rank) const;
    std::optional<trouble> verify_result(int rank) const;
    std::optional<trouble> verify_untouched() const;
    std::optional<trouble> verify_equal() const;
    void add(int rank);
    bool is(std::string_view name) const { return collective_ == name; }
    bool scatters() const { return collective_.starts_with("reduce_scatter"); }

    std::string collective_;
    unsigned seed_;
    world world_;
    guarded_arena memory_;
    std::vector<memory_of_rank> at_;
    std::vector<std::size_t> offsets_; // of each rank's block
    std::vector<counted_value> right_; // by element
    std::size_t bytes_ = 0;
    int root_ = 0;
    bool in_order_ = false, in_place_ = false;
};

} // namespace hocket
