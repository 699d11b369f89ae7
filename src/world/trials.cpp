// SPDX-License-Identifier: BSD-3-Clause
#include "world/trials.hpp"
#include "world/allgather_trial.hpp"
#include "world/alltoall_trial.hpp"
#include "world/barrier_trial.hpp"
#include "world/bcast_trial.hpp"
#include "world/neighbor_trial.hpp"
#include "world/reduction_trial.hpp"
#include "world/rooted_trial.hpp"

namespace hocket {
namespace {

class of_bcast final : public trial {
public:
    explicit of_bcast(int ranks) : trial_(ranks) {}
    std::optional<trouble> run(const bound_plan& how, const check_case& c, order& by) override
    {
        return trial_.run(how.as<bytes>(), c.root, c.bytes, by);
    }

private:
    bcast_trial trial_;
};

class of_rooted final : public trial {
public:
    of_rooted(std::string_view collective, int ranks, unsigned seed)
        : collective_(collective), ranks_(ranks), seed_(seed), trial_(ranks)
    {
    }
    std::optional<trouble> run(const bound_plan& how, const check_case& c, order& by) override
    {
        auto made = make_rooted_case(collective_, ranks_, c.root, c.counts, c.bytes, seed_);
        return trial_.run(how.as<rooted_blocks>(), made, by);
    }

private:
    std::string collective_;
    int ranks_;
    unsigned seed_;
    rooted_trial trial_;
};

template <class Trial, class Data> class of_blocks final : public trial {
public:
    of_blocks(std::string_view collective, int ranks, unsigned seed) : trial_(collective, ranks, seed) {}
    std::optional<trouble> run(const bound_plan& how, const check_case& c, order& by) override
    {
        return trial_.run(how.as<Data>(), c, by);
    }

private:
    Trial trial_;
};

class of_reduction final : public trial {
public:
    of_reduction(std::string_view collective, int ranks, unsigned seed) : trial_(collective, ranks, seed) {}
    std::optional<trouble> run(const bound_plan& how, const check_case& c, order& by) override
    {
        return trial_.run(how, c, by);
    }

private:
    reduction_trial trial_;
};

using of_allgather = of_blocks<allgather_trial, blocks>;
using of_alltoall = of_blocks<alltoall_trial, exchanged_blocks>;

class of_barrier final : public trial {
public:
    explicit of_barrier(int ranks) : trial_(ranks) {}
    std::optional<trouble> run(const bound_plan& how, const check_case& c, order& by) override
    {
        return trial_.run(how.as<nothing>(), c.root, by);
    }

private:
    barrier_trial trial_;
};

} // namespace

std::unique_ptr<trial> make_trial(std::string_view collective, int ranks, unsigned seed)
{
    if (collective == "bcast") return std::make_unique<of_bcast>(ranks);
    if (collective == "barrier") return std::make_unique<of_barrier>(ranks);
    if (collective.starts_with("allgather")) return std::make_unique<of_allgather>(collective, ranks, seed);
    if (collective.starts_with("alltoall")) return std::make_unique<of_alltoall>(collective, ranks, seed);
    if (has_neighbors(collective)) return std::make_unique<neighbor_trial>(collective, ranks, seed);
    if (is_reduction(collective)) return std::make_unique<of_reduction>(collective, ranks, seed);
    return std::make_unique<of_rooted>(collective, ranks, seed);
}

} // namespace hocket
