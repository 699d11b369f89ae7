// SPDX-License-Identifier: BSD-3-Clause
// HOCKET_ADAPT=1: each choice is tried against the library's own and the best that the model knows besides.
#include "choose/candidates.hpp"
#include "interpose/communicator.hpp"
#include "interpose/explain.hpp"
#include "interpose/process.hpp"
#include "interpose/together.hpp"
#include <bit>
#include <fmt/format.h>

namespace hocket {

namespace {

// Somebody has said what is to run, and he shall have it.
bool is_free(const decision& made)
{
    return !made.reason.starts_with("HOCKET_") && !made.reason.starts_with("info key");
}

} // namespace

// None where no size is known that all ranks have, for then times say nothing.
trial* communicator::trial_of(const decision& made, const call_size& size)
{
    auto& by = process::here().by();
    bool may = by.adapt && !by.dry && !native_ && where_ && !size.later && is_free(made) &&
               (size.bytes || size.which == collective::barrier) && !(by.reproducible && is_reduction(size.name()));
    if (!may) return nullptr;
    auto n = size.bytes.value_or(0);
    auto& known = trials_[{&made, int(std::bit_width(n))}];
    if (!known) known = std::make_unique<trial>(rivals_of(made, size));
    return known->all().size() > 1 ? known.get() : nullptr;
}

std::vector<bound_plan> communicator::rivals_of(const decision& made, const call_size& size) const
{
    auto& name = name_of(size.which);
    circumstances like{.commutative = size.commutative};
    if (topology_) like.around = &topology_->load;
    auto at = priced_place(name, *where_, size.bytes.value_or(0), process::here().by().model, like.demanded());
    std::vector<bound_plan> all{made.plan};
    if (made.plan.runs != way::native)
        if (auto native = bind_algorithm(name, std::string_view("native"), at)) all.push_back(*std::move(native));
    for (auto& one : candidates(name, at, made.plan.text)) {
        auto plan = bind_algorithm(name, std::string_view(one.spec), at);
        if (!plan || plan->text == made.plan.text || plan->runs != way::own || plan->uses_native) continue;
        all.push_back(*std::move(plan));
        break;
    }
    return all;
}

// Collective: at the same call of all ranks.
void communicator::settle_trial(trial& of, const call_size& size)
{
    auto mine = of.medians(), greatest = mine;
    if (greatest_of_all(mine.data(), greatest.data(), int(mine.size()), comm_) != MPI_SUCCESS) return;
    std::string times;
    for (std::size_t i = 0; i < greatest.size(); ++i)
        times += fmt::format("{}{} {:.2f} us", i ? ", " : "", of.all()[i].text, double(greatest[i]) / 1000);
    auto& now = of.settle(greatest);
    if (rank_ == 0)
        explain(process::here().by(), fmt::format("{} on a communicator of {} ranks, tried for {} calls: {}; {} runs on",
                                                  size.text(), size_, of.calls(), times, now.text));
}

} // namespace hocket
