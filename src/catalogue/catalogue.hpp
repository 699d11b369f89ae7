// SPDX-License-Identifier: BSD-3-Clause
// The one table of all algorithms. Help texts, overrides, checks, choice and the documentation read it.
#pragma once
#include "algorithms/algorithm.hpp"
#include "catalogue/spec.hpp"
#include "topology/layout.hpp"
#include <memory>

namespace hocket {

// Where an algorithm is to run; layout outlives what is bound to it. Bytes and prices settle parameters at auto.
struct place {
    const layout* where;
    double bytes;
    price node{0.5, 1e-4}, network{2.0, 3e-4};
    int nics = 1;              // interfaces of a node
    double copy_per_byte = 0;  // of one rank

    problem as_problem() const;
};

enum class way { own, native, native_nonblocking };

// A SPEC made runnable on one communicator.
struct bound_bcast {
    std::string text;                            // canonical SPEC, with values at auto resolved
    way runs = way::own;
    bool uses_native = false;                    // some part of it is the library's own collective
    std::shared_ptr<const bcast_algorithm> run;  // set unless runs != own; start(net.rooted(root), data)
};

// A mistake names what is wrong and the valid names or values.
result<bound_bcast> bind_bcast(const spec& s, const place& at);
result<bound_bcast> bind_bcast(std::string_view text, const place& at);

// Checks names, parameters and values without a communicator, and prints the canonical form (auto stays auto).
result<std::string> canonical_bcast(std::string_view text);

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
// Collectives: "bcast", and its parts "scatter" and "allgather". Empty: all.
std::vector<entry_info> catalogue_entries(std::string_view collective = {});
// SPECs that cover every broadcast entry with every declared value (parts with their defaults varied in turn).
// Those that use native parts only where with_native.
std::vector<std::string> bcast_grid(bool with_native);
// Every broadcast entry of ours with all its parameters at auto; compositions once for each pair of parts.
const std::vector<std::string>& bcast_entries();

} // namespace hocket
