// SPDX-License-Identifier: BSD-3-Clause
// The rules of one library as they stand in data/native-rules: lists of rules, first match wins.
#pragma once
#include "choose/native_rules.hpp"
#include "choose/table.hpp"
#include <map>

namespace hocket {

// A communicator as a library sees it when it decides.
struct native_view {
    std::uint64_t bytes; // the whole vector of a bcast, one block of a gather or scatter
    int ranks, nodes;
    int per_node; // of the fullest node
    bool crowded, even; // some node holds several ranks; all nodes hold the same number
    std::uint64_t segments = 1;
};

struct native_when {
    range bytes, ranks, nodes, segments;
    std::optional<bool> crowded, even, power_of_two;

    bool holds(const native_view& at) const;
    std::string words() const; // "otherwise" without any condition
};

// Runs an algorithm, or goes to another list, or composes two parts, across the nodes and inside each, both decided
// by lists.
struct native_rule {
    native_when when;
    std::string run, go, name, across, inside;
    std::uint64_t segment = 0; // of a rule with levels; 0: whole
};

struct native_algorithm {
    std::string spec, differs, adds;
};

// What is known about one collective.
struct native_part {
    struct setting {
        native_when when;
        native_setting is;
        std::vector<std::string> versions; // empty: all
    };
    std::map<std::string, native_algorithm> algorithms;
    std::map<std::string, std::vector<native_rule>> rules;
    std::vector<setting> settings;
};

struct native_book {
    struct edition {
        std::string version, source;
        std::map<std::string, std::string> start; // by collective: the list of rules that decides first
    };
    std::string library;
    std::vector<std::string> prints; // in what the library prints about itself; the first stands before its version
    std::vector<edition> editions;
    std::map<std::string, native_part> parts; // by collective
};

// Reads a document of schema hocket-native-rules-1. A name that is used and not defined is a mistake.
result<native_book> parse_native_rules(std::string_view json);
// The files that ship with Hocket, read at the first call.
const std::vector<std::shared_ptr<const native_book>>& native_books();

} // namespace hocket
