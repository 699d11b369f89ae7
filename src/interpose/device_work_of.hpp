// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "interpose/device_reductions.hpp"
#include <string>

namespace hocket {

// What one reduction on devices is made of.
struct device_reductions::work_of {
    const reduction_call& call;
    const reduction_user& user;
    const device_kernel& kernel;
    const memory_place& near;
    const device_groups& by;
    MPI_Comm quiet;
    std::string* trial = nullptr; // it is one, and this is what becomes of it where that is bad

    device_reduction::buffers own() const
    {
        auto* to = static_cast<std::byte*>(user.to);
        return {static_cast<const std::byte*>(user.from), user.gets_result ? to : nullptr};
    }
};

} // namespace hocket
