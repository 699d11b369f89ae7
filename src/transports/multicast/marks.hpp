// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <cstdint>
#include <vector>

namespace hocket {

// Which packets of a message have come.
class marks {
public:
    marks() = default;
    explicit marks(std::uint32_t count) : count_(count), words_((count + 63) / 64, 0) {}

    bool has(std::uint32_t i) const { return words_[i / 64] >> (i % 64) & 1; }
    // False: it has come before.
    bool set(std::uint32_t i)
    {
        if (has(i)) return false;
        words_[i / 64] |= std::uint64_t(1) << (i % 64);
        ++set_;
        if (i >= top_) top_ = i + 1;
        while (prefix_ < top_ && has(prefix_)) ++prefix_;
        return true;
    }
    std::uint32_t count() const { return count_; }
    std::uint32_t come() const { return set_; }
    bool all() const { return set_ == count_; }
    std::uint32_t prefix() const { return prefix_; } // of all from 0 on
    std::uint32_t top() const { return top_; }       // one above the highest

private:
    std::uint32_t count_ = 0, set_ = 0, prefix_ = 0, top_ = 0;
    std::vector<std::uint64_t> words_;
};

} // namespace hocket
