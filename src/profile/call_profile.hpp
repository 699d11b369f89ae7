// SPDX-License-Identifier: BSD-3-Clause
// The collectives that a rank has called on one communicator: how often, with how much, and how long they took.
#pragma once
#include "profile/call_sample.hpp"
#include <compare>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace hocket {

enum class call_form : unsigned char { blocking, nonblocking, persistent };
inline constexpr int call_forms = 3;

// Sizes between two powers of two are one class; so is no byte at all, and what no rank knows alone.
struct size_class {
    static constexpr int unknown = 64;
    int number; // 0: no bytes; k: from 2^(k-1) on, below 2^k

    static size_class of(std::optional<std::size_t> n);
    std::uint64_t low() const { return number == 0 ? 0 : std::uint64_t(1) << (number - 1); }
    std::uint64_t high() const { return std::uint64_t(1) << number; }
    auto operator<=>(const size_class&) const = default;
};

struct call_kind {
    int collective; // its place among those that have algorithms of ours
    call_form form;
    size_class size;
    auto operator<=>(const call_kind&) const = default;
};

struct call_record {
    std::uint64_t calls = 0, own = 0; // of them by algorithms of ours
    std::uint64_t bytes = 0;
    std::int64_t time = 0; // nanoseconds
    call_sample sample;
    std::vector<std::pair<std::string, std::uint64_t>> algorithms; // of ours, with their calls

    // `by`: the algorithm of ours that ran; null: none.
    void add(const interval& when, std::size_t n, const std::string* by)
    {
        ++calls;
        bytes += n;
        time += when.end - when.begin;
        sample.add(when);
        if (by) count(*by);
    }

private:
    void count(const std::string& by)
    {
        ++own;
        for (auto& [name, times] : algorithms)
            if (name == by) return void(++times);
        algorithms.emplace_back(by, 1);
    }
};

class call_profile {
public:
    // Which communicator it is, in the same words on all of its ranks.
    struct place {
        std::uint64_t group = 0;   // a hash of its ranks in order
        std::uint64_t ordinal = 0; // among those of the same ranks, by their first collective
        int ranks = 1, nodes = 1;
        std::string layout;
        bool sampled = true; // are calls kept with their times?
    };
    explicit call_profile(place of) : place_(std::move(of)) {}

    call_record& of(int collective, call_form form, std::optional<std::size_t> n)
    {
        auto size = size_class::of(n);
        auto row = std::size_t(collective) * call_forms + std::size_t(form);
        if (row >= rows_.size() || !rows_[row] || !(*rows_[row])[std::size_t(size.number)]) [[unlikely]]
            make(row, size);
        return *(*rows_[row])[std::size_t(size.number)];
    }
    template <class Function> void for_each(Function each) const
    {
        for (std::size_t row = 0; row < rows_.size(); ++row)
            for (int k = 0; rows_[row] && k <= size_class::unknown; ++k)
                if (auto& one = (*rows_[row])[std::size_t(k)])
                    each(call_kind{int(row) / call_forms, call_form(int(row) % call_forms), {k}}, *one);
    }
    const place& where() const { return place_; }

private:
    using sizes = std::array<std::unique_ptr<call_record>, size_class::unknown + 1>;
    void make(std::size_t row, size_class size);

    place place_;
    std::vector<std::unique_ptr<sizes>> rows_;
};

} // namespace hocket
