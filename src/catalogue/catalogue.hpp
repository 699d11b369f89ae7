// SPDX-License-Identifier: BSD-3-Clause
// The one table of all algorithms. Help texts, overrides, checks, choice and the documentation read it.
#pragma once
#include "algorithms/algorithm.hpp"
#include "algorithms/neighbor/neighbor_blocks.hpp"
#include "catalogue/spec.hpp"
#include "topology/layout.hpp"
#include <memory>
#include <variant>

namespace hocket {

// What it has to cope with, beside ranks and their placement.
struct demands {
    bool commutative = true;   // a reduction's operator is
    bool reproducible = false; // a reduction's result may depend on neither size nor placement
    const neighbor_load* around = nullptr; // of a topology: which routes there are
    bool casts = false;        // choices may count on one message for all nodes
};

// Where an algorithm is to run; layout outlives what is bound to it. Bytes and prices settle parameters at auto.
struct place {
    const layout* where;
    double bytes;              // of the whole vector
    price node{0.5, 1e-4}, network{2.0, 3e-4};
    int nics = 1;              // interfaces of a node
    double copy_per_byte = 0, reduce_per_byte = 0; // of one rank
    double element = 1;        // bytes that a cut keeps together
    bool commutative = true;   // of a reduction's operator
    bool reproducible = false; // a reduction's result may depend on neither size nor placement
    const neighbor_load* around = nullptr; // of a topology; outlives what is bound to it
    bool casts = false;        // choices may count on one message for all nodes

    problem as_problem() const;
    demands demanded() const { return {commutative, reproducible, around, casts}; }
};

enum class way { own, native, native_nonblocking };

// By what a collective hands to its algorithms; empty pointers for what is not of ours.
template <class... Data> using one_of = std::variant<std::shared_ptr<const algorithm<Data>>...>;
using any_algorithm =
    one_of<bytes, blocks, rooted_blocks, exchanged_blocks, operands, scattered_operands, nothing, neighbor_blocks>;

// A SPEC made runnable on one communicator.
struct bound_plan {
    std::string text;         // canonical SPEC, with values at auto resolved
    way runs = way::own;
    bool uses_native = false; // some part of it is the library's own collective
    bool keeps_order = false; // of operands, so that a reduction's operator need not commute
    any_algorithm run;        // set unless runs != own
    bool runs_in_place = false; // an alltoall that itself puts what comes in the place of what went
    bool multicasts = false;  // where the network copies one message to all nodes

    // start(net, data), where rank 0 of the net is the root
    template <class Data> const algorithm<Data>& as() const
    {
        return *std::get<std::shared_ptr<const algorithm<Data>>>(run);
    }
    cost declared(const problem& of) const
    {
        return std::visit([&](auto& one) { return one->declared(of); }, run);
    }
};

// The collectives that have algorithms of ours.
const std::vector<std::string>& own_collectives();
// Those in which no rank, or only the root, knows how much each rank has.
bool irregular(std::string_view collective);
// Those in which blocks may differ; in some of them all ranks know how much everybody has.
bool has_unequal_blocks(std::string_view collective);
bool is_reduction(std::string_view collective);
// Those between the neighbors of a topology.
bool has_neighbors(std::string_view collective);
// Those in which one rank is not like the others.
bool has_root(std::string_view collective);
// Bytes of the whole vector, where a collective is given `n` bytes: of one block for gather, scatter, allgather and
// reduce_scatter_block, for one rank of alltoall, the mean block for gatherv, scatterv, alltoallv and alltoallw.
double whole_vector(std::string_view collective, double n, int ranks);

// What choices compare, microseconds: the declared time; where only the root knows the sizes, and the choice must not
// depend on them, the geometric mean of the declared times over blocks from 64 bytes to 4 MiB.
double typical_time(std::string_view collective, const any_algorithm& run, const problem& of);
double typical_time(std::string_view collective, const bound_plan& plan, const place& at);

// A mistake names what is wrong and the valid names or values, or what of the place the algorithm cannot do with: its
// number of ranks, or an operator that does not commute.
result<bound_plan> bind_algorithm(std::string_view collective, const spec& s, const place& at);
result<bound_plan> bind_algorithm(std::string_view collective, std::string_view text, const place& at);

// Checks names, parameters and values without a communicator, and prints the canonical form (auto stays auto).
result<std::string> canonical_spec(std::string_view collective, std::string_view text);

// Whether the ranks of a gatherv or scatterv announce their sizes, so that the one who disagrees is named. All do of
// which the catalogue says nothing else.
bool tells_sizes(std::string_view collective, std::string_view text);

struct parameter_info {
    std::string name, type, standard; // type: "integer", "bytes" or "algorithm"; standard: the default as text
    std::vector<std::string> values;  // the grid that checks and tuning try
};
struct entry_info {
    std::string collective, name, source, rounds, bytes, messages; // costs as formulas
    std::vector<std::string> aliases, restrictions;
    std::vector<parameter_info> parameters;
    bool recordable = true;
};
// Empty: of all collectives, parts included.
std::vector<entry_info> catalogue_entries(std::string_view collective = {});
// SPECs that cover every entry of a collective with every declared value (parts with their defaults varied in turn).
// Those that use native parts only where with_native.
std::vector<std::string> grid_of(std::string_view collective, bool with_native);
// Every entry of ours with all its parameters at auto; compositions once for each pair of parts.
const std::vector<std::string>& entries_of(std::string_view collective);
// The one of these that is declared to take the least time, of those that can do with the place.
bound_plan least_declared(std::string_view collective, const place& at);
// Why that one passes by a valid SPEC that can do with the place, however fast it is declared to be; empty: it does
// not.
std::string never_least_because(std::string_view collective, std::string_view text, const place& at);

} // namespace hocket
