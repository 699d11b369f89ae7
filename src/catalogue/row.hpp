// SPDX-License-Identifier: BSD-3-Clause
// A row of the catalogue: an algorithm's struct made nameable, settable and bindable.
#pragma once
#include "algorithms/steps.hpp"
#include "catalogue/catalogue.hpp"
#include <deque>
#include <functional>
#include <optional>

namespace hocket {

// Values and parts for one instance, in the order of the row.
struct arguments {
    std::vector<long long> values;
    std::vector<any_algorithm> parts;
    const layout* where = nullptr;
};

struct parameter {
    std::string name;
    bool in_bytes;
    long long low, high, standard;
    std::vector<long long> values; // what checks, tuning and auto try
};

// A parameter that is itself an algorithm, of the collective `of`.
struct part {
    std::string name, of, standard; // standard empty: may be left out
    std::vector<std::string> values;
    bool native_allowed = false;
    std::string only = {}; // the one row that it can be; empty: any
    bool same_ranks = false; // as the whole has
};

// What an algorithm of neighborhoods goes along, beside the links themselves.
enum class route_needed : unsigned char { none, combined, by_node };

// Why an entry waits to be named.
namespace because {
inline constexpr auto of_the_network =
    "it takes a network that copies packets: choices take it where HOCKET_MULTICAST has found one";
inline constexpr auto of_shared_memory = "memory that all ranks share is what makes it fast: there a table chooses";
} // namespace because

struct row {
    std::string collective, name;
    std::vector<std::string> aliases; // "NAME" or "NAME=SPEC"
    std::vector<parameter> parameters;
    std::vector<part> parts;
    std::string rounds, bytes, messages, source;
    std::vector<std::string> restrictions;
    std::vector<std::pair<std::string, std::string>> refused; // a parameter that others have, and why this has not
    std::string not_by_itself;  // why no choice takes it unless somebody names it; empty: choices do
    bool brackets_by_rank = false; // a reduction whose result does not depend on sizes and placement
    bool keeps_order = false; // a reduction for operators that need not commute
    bool order_by_node = false; // the same only where ranks count up node by node
    bool only_node_major = false; // runs only there
    bool even_ranks = false; // and no odd number of them
    bool power_of_two = false; // of ranks
    bool runs_in_place = false; // an alltoall that itself puts what comes in the place of what went
    bool tells_no_sizes = false; // of blocks that only the root knows all of: a wrong length shows as such
    bool over_layout = false; // divides all ranks of a communicator: no part of another algorithm
    route_needed needs = route_needed::none;
    std::size_t hands = 0; // the index in any_algorithm of the data that it works on
    std::function<any_algorithm(const arguments&)> make;
    // What part i is asked to do where the whole is asked to do `of`.
    std::function<problem(const arguments&, int i, const problem& of)> of_part;

    row&& known_as(std::vector<std::string> names) &&
    {
        aliases = std::move(names);
        return std::move(*this);
    }
    row&& costs(std::string in_rounds, std::string in_bytes, std::string in_messages) &&
    {
        rounds = std::move(in_rounds), bytes = std::move(in_bytes), messages = std::move(in_messages);
        return std::move(*this);
    }
    row&& from(std::string where) &&
    {
        source = std::move(where);
        return std::move(*this);
    }
    row&& only(std::string restriction) &&
    {
        restrictions.push_back(std::move(restriction));
        return std::move(*this);
    }
    row&& never_chosen(std::string because) &&
    {
        restrictions.push_back("chosen only by name: " + because);
        not_by_itself = std::move(because);
        return std::move(*this);
    }
    // Which operands are combined with which follows from their ranks alone, the same way in all rows that say so.
    row&& with_brackets_by_rank() &&
    {
        brackets_by_rank = true;
        return std::move(*this).in_rank_order();
    }
    row&& in_rank_order() &&
    {
        keeps_order = true;
        return std::move(*this);
    }
    row&& in_rank_order_by_node() &&
    {
        restrictions.push_back("operators that commute, unless ranks count up node by node");
        order_by_node = true;
        return std::move(*this).in_rank_order();
    }
    row&& for_node_major() &&
    {
        restrictions.push_back("ranks that count up node by node");
        only_node_major = true;
        return std::move(*this).in_rank_order();
    }
    row&& for_even_ranks() &&
    {
        restrictions.push_back("an even number of ranks");
        even_ranks = true;
        return std::move(*this);
    }
    row&& for_power_of_two() &&
    {
        restrictions.push_back("a power of two of ranks");
        power_of_two = true;
        return std::move(*this);
    }
    row&& over_routes(route_needed which) &&
    {
        bool grid = which == route_needed::combined;
        restrictions.push_back(grid ? "a grid whose ranks all have the same neighbors, seen from where they stand"
                                    : "several nodes, some of several ranks, and no neighbor named twice");
        needs = which;
        return std::move(*this);
    }
    row&& in_place() &&
    {
        runs_in_place = true;
        return std::move(*this);
    }
    row&& telling_no_sizes() &&
    {
        tells_no_sizes = true;
        return std::move(*this);
    }
    row&& without(std::string parameter, std::string because) &&
    {
        refused.emplace_back(std::move(parameter), std::move(because));
        return std::move(*this);
    }
};

// The rows, by collective. A name in no row is unknown everywhere.
const std::deque<row>& all_rows();
// One more, before anything of its collective is chosen; or what is wrong with it.
std::optional<mistake> add_row(row r);
// One SPEC for each value of each parameter and part, the others at their defaults.
std::vector<std::string> specs_of(const row& r);
std::vector<row> barrier_rows(), bcast_rows(), composed_bcast_rows(), gather_rows(), scatter_rows(),
    composed_rooted_rows(), allgather_rows(), composed_allgather_rows(), reduce_rows(), allreduce_rows(),
    reduce_scatter_rows(), scan_rows(), composed_reduction_rows(), alltoall_rows(), logarithmic_alltoall_rows(),
    composed_alltoall_rows(), neighbor_rows();

// An algorithm's struct with its parameters set, as what a net runs.
template <class A, class Data> class instance final : public algorithm<Data> {
public:
    instance(A with, std::vector<any_algorithm> parts) : with_(with), parts_(std::move(parts)) {}
    task start(net on, Data data) const override { return A::run(with_, on, data); }
    void run_now(net on, const Data& data, prompt& by) const override
    {
        if constexpr (requires { typename A::steps; })
            if (take_now<typename A::steps>(with_, on, data, by)) return;
        algorithm<Data>::run_now(on, data, by);
    }
    cost declared(const problem& of) const override { return A::declared(with_, of); }
    const A& with() const { return with_; }
    bool is_native() const override
    {
        return requires { A::is_native; };
    }

private:
    A with_;
    std::vector<any_algorithm> parts_; // kept alive: with_ points to them
};

} // namespace hocket
