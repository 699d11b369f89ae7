// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "interpose/device_reductions.hpp"
#include <string>

namespace hocket {

inline device_form form_of(collective what)
{
    switch (what) {
    case collective::reduce_scatter_block:
    case collective::reduce_scatter: return device_form::blocks;
    case collective::scan: return device_form::prefixes;
    case collective::exscan: return device_form::prefixes_before;
    default: return device_form::sum;
    }
}

// Where each rank's block lies, which only those that scatter have.
inline std::vector<element_range> blocks_of(const reduction_user& user)
{
    std::vector<element_range> all(std::size_t(user.scatters ? user.ranks : 0));
    std::size_t first = 0;
    for (std::size_t i = 0; i < all.size(); ++i) {
        all[i] = {first, std::size_t(user.parts.count_of(int(i)))};
        first += all[i].count;
    }
    return all;
}

// What one reduction on devices is made of.
struct device_reductions::work_of {
    const reduction_call& call;
    const reduction_user& user;
    const reduced_vector& vector;
    const device_kernel& kernel;
    const memory_place& near;
    const device_groups& by;
    const device_words& words;
    std::string* trial = nullptr; // it is one, and this is what becomes of it where that is bad
    std::size_t spread_from = device_reduction::much;

    device_reduction::buffers own() const
    {
        auto* to = static_cast<std::byte*>(user.to);
        return {static_cast<const std::byte*>(user.from), user.has_result() ? to : nullptr};
    }
};

} // namespace hocket
