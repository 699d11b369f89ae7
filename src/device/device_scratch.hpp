// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "device/kept_blocks.hpp"
#include "device/work.hpp"

namespace hocket {

// Memory of devices for what is on its way. Up to `limit` bytes that nobody uses are kept.
class device_scratch {
public:
    struct block {
        memory_place near;
        std::byte* at = nullptr;
        std::size_t size = 0;
    };
    static constexpr std::size_t limit = std::size_t(128) << 20;

    device_scratch() = default;
    device_scratch(const device_scratch&) = delete;
    device_scratch& operator=(const device_scratch&) = delete;

    // At least n bytes in the context of `near`; at == null: there are none, even without what is kept.
    block take(device_work& by, const memory_place& near, std::size_t n);
    void give(device_work& by, const block& one);
    void release_all(device_work& by);
    std::size_t kept() const { return unused_.kept(); }

private:
    kept_blocks<block> unused_{limit};
};

} // namespace hocket
