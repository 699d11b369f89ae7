// SPDX-License-Identifier: BSD-3-Clause
// The rules of one library as they stand in data/native-rules: lists of rules, first match wins.
#pragma once
#include "choose/native_rules.hpp"
#include "choose/table.hpp"
#include <map>

namespace hocket {

// A communicator and a vector as a library sees them when it decides.
struct native_view {
    std::uint64_t bytes; // what the collective at hand decides by: whole or block
    std::uint64_t whole, block; // all that moves or is reduced; the part of one rank
    int ranks, nodes;
    int per_node; // of the fullest node
    bool crowded, even; // some node holds several ranks; all nodes hold the same number
    native_operator op = {};
    std::uint64_t segments = 1;
};

// Whether a collective is decided by one block, and not by the whole vector.
bool by_block(std::string_view collective);

struct native_when {
    enum class fewer { any, ranks, power_of_two };
    range bytes, whole, block, ranks, nodes, segments;
    std::optional<bool> crowded, even, power_of_two, even_ranks, commutes, built_in;
    fewer elements = fewer::any; // than ranks, or than the largest power of two up to them

    bool holds(const native_view& at) const;
    std::string words() const; // "otherwise" without any condition
};

// What a library calls inside another collective.
struct native_call {
    std::string collective;
    std::string list; // of that collective; empty: the one that decides first
};

// Runs an algorithm, or goes to another list, or composes two parts, across the nodes and inside each, both decided
// by lists, or calls two other collectives one after the other.
struct native_rule {
    native_when when;
    std::string run, go, name, across, inside;
    std::vector<native_call> calls;
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

// The collectives that a file may have rules for.
const std::vector<std::string>& ruled_collectives();
// Reads a document of schema hocket-native-rules-1. A name that is used and not defined is a mistake.
result<native_book> parse_native_rules(std::string_view json);
// The files that ship with Hocket, read at the first call.
const std::vector<std::shared_ptr<const native_book>>& native_books();

} // namespace hocket
