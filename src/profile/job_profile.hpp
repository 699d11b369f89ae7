// SPDX-License-Identifier: BSD-3-Clause
// What all ranks know together, rank by rank: in room for the job's communicators and kinds of
// calls, and for each rank the numbers of its samples.
#pragma once
#include "profile/rank_share.hpp"
#include <set>

namespace hocket {

class job_profile {
public:
    // What a rank tells first; then the answer to it, once all have told, and what comes back.
    void take(int rank, std::span<const std::uint8_t> first);
    profile_message last_arrivals(int rank) const;
    void take_waits(int rank, std::span<const std::uint8_t> waits);

    struct facts {
        std::string library, program;
        int ranks = 0, nodes = 0, cores = 0;
        std::int64_t clock_error = 0;         // nanoseconds
        std::vector<std::string> collectives; // by their numbers
    };
    // A document of schema hocket-profile-1.
    std::string document(const facts& of) const;

private:
    using community = std::tuple<int, int, std::string>;
    using row_key = std::pair<community, call_kind>;
    struct row {
        std::uint64_t calls = 0, own = 0, bytes = 0, ranks = 0;
        std::int64_t time = 0, most = 0, waited = 0, sampled = 0;
        std::map<std::string, std::uint64_t> algorithms;
        std::vector<std::size_t> samples;
    };
    struct sample {
        row_key of;
        std::uint64_t stride = 0;
        int ranks = 0; // that have told of it
        bool agreed = true;
        std::vector<std::int64_t> first, last, end;
    };
    using sample_key = std::tuple<std::uint64_t, std::uint64_t, call_kind>;
    struct spread {
        std::vector<double> imbalance, one_call; // microseconds
    };
    // Has every rank of the communicator told of the same calls?
    static bool is_whole(const sample& one) { return one.agreed && one.ranks == std::get<0>(one.of.first); }
    spread of_samples(const row& of) const;
    std::int64_t take_sums(const profile_json& from);
    std::size_t take_sample(const profile_json& from);
    std::map<community, int> numbered() const;
    nlohmann::ordered_json heading(const facts& of) const;
    nlohmann::ordered_json described(const row_key& key, const row& sum, const facts& of, int communicator) const;

    std::map<row_key, row> rows_;
    std::map<community, double> communicators_; // how many
    std::map<sample_key, std::size_t> numbers_;
    std::vector<sample> samples_;
    std::map<int, std::vector<std::size_t>> told_; // numbers of a rank's samples, in its order
    std::set<std::string> hosts_;
    std::int64_t wall_ = 0, in_collectives_ = 0, most_in_collectives_ = 0;
};

} // namespace hocket
