// SPDX-License-Identifier: BSD-3-Clause
// What one rank knows of the job's collectives, of all its communicators, and what it tells of that.
#pragma once
#include "profile/call_profile.hpp"
#include <cstdint>
#include <map>
#include <nlohmann/json_fwd.hpp>
#include <span>
#include <string>
#include <tuple>
#include <vector>

namespace hocket {

using profile_json = nlohmann::json;
// As it travels between ranks.
using profile_message = std::vector<std::uint8_t>;

// From a time on this node's clock to the job's.
struct clock_line {
    std::int64_t from = 0, shift = 0; // at `from` this clock is `shift` behind
    double drift = 0;                 // and falls behind by so much in each nanosecond
    std::int64_t operator()(std::int64_t here) const
    {
        return here + shift + std::int64_t(drift * double(here - from));
    }
};

class rank_share {
public:
    // A communicator that has ended.
    void add(const call_profile& of);

    // First all sums, and when the sampled calls began.
    profile_message first(std::int64_t wall, const std::string& host, const clock_line& job_time) const;
    // Then, once it is known when the last rank of each of these calls began, how long this one has waited for it.
    profile_message waits(std::span<const std::uint8_t> last_arrivals, const clock_line& job_time) const;

private:
    using community = std::tuple<int, int, std::string>; // ranks, nodes, layout
    struct sums {
        std::uint64_t calls = 0, own = 0, bytes = 0;
        std::int64_t time = 0;
        std::map<std::string, std::uint64_t> algorithms;
    };
    struct sampled {
        community on;
        std::uint64_t group, ordinal;
        call_kind kind;
        std::uint64_t stride;
        std::vector<interval> calls;
    };

    std::map<std::pair<community, call_kind>, sums> sums_;
    std::map<community, std::uint64_t> communicators_;
    std::vector<sampled> sampled_;
};

} // namespace hocket
