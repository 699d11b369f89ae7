// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "simulate/parcel.hpp"
#include <cstdint>
#include <utility>

namespace hocket {

// The parcels of messages under way, by number; 0 is none.
class parcel_store {
public:
    std::uint32_t keep(parcel p)
    {
        if (p.parts.empty()) return 0;
        if (free_.empty()) free_.push_back(std::uint32_t(all_.size())), all_.emplace_back();
        auto i = free_.back();
        free_.pop_back();
        all_[i] = std::move(p);
        return i;
    }
    parcel take(std::uint32_t i)
    {
        free_.push_back(i);
        return std::exchange(all_[i], {});
    }
    void clear()
    {
        all_.resize(1);
        free_.clear();
    }

private:
    std::vector<parcel> all_{1};
    std::vector<std::uint32_t> free_;
};

} // namespace hocket
