// SPDX-License-Identifier: BSD-3-Clause
// What an MPI library would run by itself, and which of its own variables make it run something else. The knowledge is
// data (data/native-rules, docs/native-rules.md), parsed once in a process; every question after that only compares.
#pragma once
#include "base/result.hpp"
#include "topology/layout.hpp"
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace hocket {

struct native_book;

// One version of one library, such as mpich-5.0.
struct native_library {
    std::string name, source; // source: which files or programs of which version were read
    std::map<std::string, std::string> start; // by collective: the list of rules that decides first
    std::shared_ptr<const native_book> book;
    std::string version;
};

std::vector<std::string> native_library_names();
// By name, or by what the library prints about its version.
result<native_library> find_native_library(std::string_view name);
// From what MPI_Get_library_version prints; nothing where the rules of that library or version are not known.
std::optional<native_library> native_library_of(std::string_view version_string);

// The first variable in env ("NAME=VALUE" strings ending in a null pointer) by which somebody has told an MPI library
// what to choose, so that its default rules do not hold; empty: none. Without a collective: for any of ours.
std::string tuned_by(const char* const* env, std::string_view collective = {});

// Of a reduction. One that does not commute is never built in.
struct native_operator {
    bool commutes = true, built_in = true;
    std::uint64_t element = 8; // bytes
};

struct native_choice {
    std::string algorithm; // the library's own name
    std::string spec; // the same message pattern in our catalogue, or the nearest; empty: there is none
    std::string differs; // how the SPEC differs from what the library does; empty: not at all
    std::string rule; // what decided, in words
    std::string adds; // what the library does on top of the SPEC, whose price is then a lower bound; empty: nothing
    std::string between = {}; // of two parts, the SPEC of the one between nodes, where that is exact and runs once
};
// For ranks placed in node order, root 0. bytes: one block of a gather, scatter, allgather, reduce_scatter_block or
// alltoall, the mean block of gatherv, scatterv, alltoallv and alltoallw, the whole vector of the others, the total of
// allgatherv and reduce_scatter. A collective without rules: "unknown", and no SPEC.
native_choice choose_native(const native_library& by, std::string_view collective, std::uint64_t bytes,
                            const layout& where, const native_operator& op = {});

using native_variables = std::vector<std::pair<std::string, std::string>>;
struct native_setting {
    std::string algorithm, spec;
    native_variables variables; // everything that has to be set, what keeps the force from taking effect included
};
// All that this library can be made to run there, as far as it is known.
std::vector<native_setting> native_settings(const native_library& by, std::string_view collective, std::uint64_t bytes,
                                            const layout& where, const native_operator& op = {});

struct native_mending {
    native_setting with;
    double time_us;
};
// The setting of least time. price: microseconds of a SPEC, or nothing where it has no price.
std::optional<native_mending> mending(const native_library& by, std::string_view collective, std::uint64_t bytes,
                                      const layout& where,
                                      const std::function<std::optional<double>(const std::string&)>& price,
                                      const native_operator& op = {});

} // namespace hocket
