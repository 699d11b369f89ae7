// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "device/work.hpp"
#include <mutex>
#include <optional>
#include <unordered_map>

namespace hocket {

// What other processes find allocations of this one by, asked of the driver once for each.
class lent_memories {
public:
    // None: the driver lets no other process have it, or does not tell allocations apart.
    std::optional<lent_memory> of(device_work& by, const memory_place& what)
    {
        if (what.id == 0) return {};
        std::lock_guard held(lock_);
        auto found = known_.find(what.id);
        if (found != known_.end()) return found->second;
        if (known_.size() >= most) known_.clear(); // most of these have been freed
        lent_memory made;
        auto answer = by.lend(what, made) ? std::optional(made) : std::nullopt;
        known_.emplace(what.id, answer);
        return answer;
    }

private:
    static constexpr std::size_t most = 1024;
    std::mutex lock_;
    std::unordered_map<std::uint64_t, std::optional<lent_memory>> known_; // by their numbers
};

} // namespace hocket
