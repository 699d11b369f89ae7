// SPDX-License-Identifier: BSD-3-Clause
#include "bench/chain.hpp"
#include <algorithm>
#include <cstring>

namespace hocket::bench {

std::string name_of(const std::vector<step>& steps)
{
    constexpr std::array<std::string_view, 5> places{" in nodes", " in the node", " of leaders", " in lanes", ""};
    std::string all;
    for (auto& one : steps) {
        auto* what = std::get_if<call>(&one.act);
        if (!what) continue;
        all += all.empty() ? "" : " + ";
        (all += title(*what)) += places[std::size_t(one.who)];
    }
    return all;
}

MPI_Comm chain::comm_of(among who) const
{
    bool leads = by_.place() == 0, first = by_.own() == 0;
    switch (who) {
    case among::nodes: return by_.node();
    case among::first_node: return first ? by_.node() : MPI_COMM_NULL;
    case among::leaders: return leads ? by_.lane() : MPI_COMM_NULL;
    case among::lanes: return by_.lane();
    case among::root: return leads && first ? MPI_COMM_SELF : MPI_COMM_NULL;
    }
    return MPI_COMM_NULL;
}

int chain::times(int count, amount of) const
{
    for (int i = 0; i < of.nodes; ++i) count *= by_.nodes();
    for (int i = 0; i < of.places; ++i) count *= by_.places();
    return of.places < 0 ? count / by_.places() : count;
}

void chain::add(const step& one)
{
    MPI_Comm on = comm_of(one.who);
    if (on == MPI_COMM_NULL) return;
    link made{call::barrier, on, 0, {}, 0};
    if (auto* by = std::get_if<rearrangement>(&one.act)) {
        made.on = MPI_COMM_NULL;
        made.order.resize(std::size_t(times(1, one.of)));
        for (std::size_t k = 0; k < made.order.size(); ++k) made.order[k] = (*by)(by_, int(k));
        if (std::ranges::is_sorted(made.order)) return; // it is that already
        made.room = made.order.size() * std::size_t(count_) * std::size_t(size_);
    } else {
        int ranks = 0;
        MPI_Comm_size(on, &ranks);
        made.what = std::get<call>(one.act);
        made.count = times(count_, one.of);
        made.room = std::size_t(made.count) * std::size_t(blocks_after(made.what, ranks)) * std::size_t(size_);
    }
    links_.push_back(std::move(made));
}

// From the last to the first, each into what the next one reads. A bcast reads and writes the same.
void chain::place_data()
{
    place to = target;
    for (auto one = links_.rbegin(); one != links_.rend(); ++one) {
        one->to = to;
        bool stays = one->on != MPI_COMM_NULL && one->what == call::bcast;
        one->from = stays ? to : to == first_spare ? second_spare : first_spare;
        if (!stays && one + 1 == links_.rend()) one->from = source;
        if (to < source) spare_[to].resize(std::max(spare_[to].size(), one->room + 1)); // copies want an address
        to = one->from;
    }
}

void chain::settle(int count, MPI_Datatype type)
{
    type_ = type, count_ = count;
    MPI_Type_size(type, &size_);
    links_.clear();
    for (auto& one : steps_) add(one);
    place_data();
}

void chain::reorder(const link& by, const void* from, void* to) const
{
    auto* in = static_cast<const unsigned char*>(from);
    auto* out = static_cast<unsigned char*>(to);
    auto block = std::size_t(count_) * std::size_t(size_);
    for (auto k : by.order) {
        std::memcpy(out, in + std::size_t(k) * block, block);
        out += block;
    }
}

void chain::run(const void* from, void* to)
{
    void* at[] = {spare_[0].data(), spare_[1].data(), nullptr, to};
    for (auto& one : links_) {
        auto* in = one.from == source ? from : at[one.from];
        if (one.on == MPI_COMM_NULL) reorder(one, in, at[one.to]);
        else perform(one.what, {in, at[one.to], one.count, type_, 0, one.on});
    }
}

} // namespace hocket::bench
