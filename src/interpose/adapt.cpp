// SPDX-License-Identifier: BSD-3-Clause
// HOCKET_ADAPT=1: each choice is tried against the library's own and the best that the model knows besides.
#include "choose/candidates.hpp"
#include "interpose/communicator.hpp"
#include "interpose/explain.hpp"
#include "interpose/process.hpp"
#include "interpose/together.hpp"
#include <algorithm>
#include <bit>
#include <fmt/format.h>

namespace hocket {

// None where somebody has said what is to run, or where no size is known that all ranks have: times say nothing then.
tryout* communicator::tryout_of(const decision& made, const call_size& size)
{
    auto& by = process::here().by();
    auto& name = name_of(size.which);
    bool may = by.adapt && !by.dry && !native_ && where_ && size.how == form::blocking && !made.by_hand &&
               !by.tuned.contains(name) && !has_neighbors(name) && (size.bytes || size.which == collective::barrier);
    if (!may) return nullptr;
    auto n = size.bytes.value_or(0);
    auto& known = tryouts_[{&made, int(std::bit_width(n))}];
    if (!known) known = std::make_unique<tryout>(rivals_of(made, size));
    return known->all().size() > 1 ? known.get() : nullptr;
}

std::vector<bound_plan> communicator::rivals_of(const decision& made, const call_size& size) const
{
    auto& name = name_of(size.which);
    circumstances like{.commutative = size.commutative, .casts = may_multicast() && multicast_works_ == true};
    if (topology_) like.around = &topology_->load;
    auto& by = choices_[std::size_t(size.which)].choose[size.commutative ? 0 : 1]->model();
    auto at = priced_place(name, *where_, size.bytes.value_or(0), by, like.demanded());
    std::vector<bound_plan> all{made.plan};
    auto add = [&](std::string_view spec) {
        auto plan = bind_algorithm(name, spec, at);
        bool fits = plan && (plan->runs == way::native || !plan->uses_native) &&
                    std::ranges::find(all, plan->text, &bound_plan::text) == all.end();
        if (fits) all.push_back(*std::move(plan));
        return fits;
    };
    add("native");
    if (shares_ && where_->nodes() == 1) add("shm"); // no model's, where measurements choose
    for (auto& one : candidates(name, at, made.plan.text))
        if (add(one.spec)) break;
    return all;
}

// Collective: at the same call of all ranks.
void communicator::settle_tryout(tryout& of, const call_size& size)
{
    auto mine = of.medians(), greatest = mine;
    if (greatest_of_all(mine.data(), greatest.data(), int(mine.size()), comm_) != MPI_SUCCESS)
        return stand_down("MPI fails where ranks compare what they have tried");
    std::string times;
    for (std::size_t i = 0; i < greatest.size(); ++i)
        times += fmt::format("{}{} {:.2f} us", i ? ", " : "", of.all()[i].text, double(greatest[i]) / 1000);
    auto& now = of.settle(greatest);
    if (rank_ == 0)
        explain(process::here().by(),
                fmt::format("{} on a communicator of {} ranks, tried for {} calls: {}; {} runs on", size.text(), size_,
                            of.calls(), times, now.text));
}

} // namespace hocket
