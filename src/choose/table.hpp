// SPDX-License-Identifier: BSD-3-Clause
// A tuning table: measured choices, as rules over ranges.
#pragma once
#include "base/result.hpp"
#include "topology/layout.hpp"
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace hocket {

struct range {
    std::uint64_t low = 0, high = UINT64_MAX; // half open
    bool holds(std::uint64_t x) const { return x >= low && x < high; }
    bool overlaps(const range& o) const { return low < o.high && o.low < high; }
    range common(const range& o) const { return {std::max(low, o.low), std::min(high, o.high)}; }
    bool whole() const { return low == 0 && high == UINT64_MAX; }
};

// The sizes over half of a power of two up to that power: what holds at the power, where limits lie, is asked for all.
range octave(std::uint64_t n);

struct rule {
    std::string collective;
    range ranks, nodes, ppn, bytes;
    std::optional<bool> commutative; // the operators of reductions that it is for; nothing: all
    std::string algorithm; // canonical SPEC

    bool is_for(std::string_view called, bool commutes) const
    {
        return collective == called && commutative.value_or(commutes) == commutes;
    }
    bool matches_place(const layout& at) const;
    double distance(const layout& at, double n) const; // sum of log distances to the ranges; 0 where it matches
    int specificity() const;                           // how many of its ranges are given, operators before all
};

struct table {
    std::vector<rule> rules;

    struct found {
        int index = -1;     // -1: no rule for this collective at all
        bool exact = false; // else the nearest by log distance
        range bytes;        // where this answer holds
    };
    found find(std::string_view collective, const layout& at, std::uint64_t n, bool commutes = true) const;
};

// Reads a document of schema hocket-table-1: unknown keys, bad SPECs and rules of equal specificity that overlap
// are mistakes that name the place and its line.
result<table> parse_table(std::string_view json);

} // namespace hocket
