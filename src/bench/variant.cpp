// SPDX-License-Identifier: BSD-3-Clause
#include "bench/variant.hpp"
#include "bench/persistent.hpp"
#include "bench/renumbered.hpp"
#include "bench/topology.hpp"
#include <algorithm>
#include <cstring>
#include <link.h>
#include <random>
#include <utility>

namespace hocket::bench {

variant::variant(std::string name, const std::string& spec, const mock_up* other, std::string form)
    : name_(std::move(name)), spec_(spec), form_(std::move(form)), other_(other)
{
}

MPI_Comm variant::add_communicator(MPI_Comm of, const std::string& collective)
{
    MPI_Info info;
    MPI_Info_create(&info);
    if (spec_ != "auto" && collective != "wait") MPI_Info_set(info, ("hocket_" + collective).c_str(), spec_.c_str());
    MPI_Comm from = ranks_.empty() ? of : in_order(of, ranks_);
    MPI_Comm_dup_with_info(from, info, &comms_.emplace_back());
    if (from != of) MPI_Comm_free(&from);
    MPI_Info_free(&info);
    return comms_.back();
}

variant::variant(variant&& other) noexcept
    : name_(std::move(other.name_)), spec_(std::move(other.spec_)), form_(std::move(other.form_)), other_(other.other_),
      comms_(std::exchange(other.comms_, {})), ranks_(std::move(other.ranks_)), now_(other.now_)
{
}

variant::~variant()
{
    for (auto& comm : comms_) MPI_Comm_free(&comm);
}

namespace {

mock_up::place place_of(MPI_Comm all)
{
    if (!has_like_nodes(all)) return mock_up::anywhere;
    return levels(all, 0).in_order() ? mock_up::nodes_in_order : mock_up::like_nodes;
}

void add_guidelines(const options& o, std::vector<variant>& to)
{
    auto place = place_of(MPI_COMM_WORLD);
    for (auto* other : mock_ups_of(o.collective))
        if (other->where <= place) to.emplace_back(other->name, "native", other);
    to.emplace_back("I" + o.collective + " + Wait", "native", nullptr, "nonblocking");
    if (has_persistent_collectives() && !o.rotating) { // a persistent one keeps its buffers
        auto name = o.collective + "_init: Start + Wait";
        name[0] &= ~0x20; // a capital
        to.emplace_back(name, "native", nullptr, "persistent");
    }
    auto order = renumbered_inside_nodes(MPI_COMM_WORLD, o.seed);
    if (o.between_neighbors() || std::ranges::is_sorted(order)) return; // other neighbors are another collective
    to.emplace_back("renumbered inside nodes", "native").renumber(order);
}

// What Hocket makes of a communicator that has both kinds of calls, where nobody says what to run, is there before any
// is timed.
void call_both_ways(MPI_Comm comm)
{
    auto one = MPI_REQUEST_NULL;
    MPI_Ibarrier(comm, &one);
    MPI_Wait(&one, MPI_STATUS_IGNORE);
    MPI_Barrier(comm);
}

} // namespace

std::vector<variant> make_variants(const options& o)
{
    std::vector<variant> all;
    if (!o.alone) {
        all.emplace_back("native", "native");
        all.emplace_back("native'", "native");
    }
    for (auto& spec : o.compare) {
        bool known = std::any_of(all.begin(), all.end(), [&](auto& v) { return v.spec() == spec; });
        if (!known) all.emplace_back(spec, spec);
    }
    if (o.guidelines) add_guidelines(o, all);
    std::vector<std::size_t> order;
    for (int i = 0; i < o.communicators; ++i)
        for (std::size_t v = 0; v < all.size(); ++v) order.push_back(v);
    std::shuffle(order.begin(), order.end(), std::mt19937(o.seed));
    MPI_Comm of = o.between_neighbors() ? make_topology(o) : MPI_COMM_WORLD;
    for (auto v : order) {
        auto made = all[v].add_communicator(of, o.collective);
        if (o.form == "nonblocking" && all[v].spec() == "auto") call_both_ways(made);
    }
    if (o.between_neighbors()) MPI_Comm_free(&of);
    return all;
}

bool hocket_is_here()
{
    auto look = [](dl_phdr_info* library, std::size_t, void*) {
        return int(!!std::strstr(library->dlpi_name, "libhocket"));
    };
    return dl_iterate_phdr(look, nullptr) != 0;
}

} // namespace hocket::bench
