// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "algorithms/rooted_blocks.hpp"
#include "net/net.hpp"
#include <optional>

namespace hocket {

// How long the messages of one rank are, which lie one behind the other.
class message_sizes final : public block_sizes {
public:
    // each: of all of them; else they are named one by one.
    message_sizes(net on, int count, std::optional<std::size_t> each) : count_(count), each_(each)
    {
        if (!each) starts_ = on.ledger<std::size_t>(count + 1), starts_[0] = 0;
    }
    void next(std::size_t n)
    {
        ++named_;
        starts_[named_] = starts_[named_ - 1] + n;
    }
    std::optional<std::size_t> each() const { return each_; }
    std::size_t all() const { return start(count_); }
    bytes part(bytes all, int i) const { return all.subspan(start(i), of(i, i + 1)); }
    std::size_t start(int i) const { return each_ ? *each_ * std::size_t(i) : starts_[std::size_t(i)]; }
    std::size_t of(int first, int last) const override { return start(last) - start(first); }

private:
    int count_;
    std::optional<std::size_t> each_;
    std::span<std::size_t> starts_;
    std::size_t named_ = 0;
};

} // namespace hocket
