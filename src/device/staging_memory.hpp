// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "device/driver.hpp"
#include "device/kept_blocks.hpp"

namespace hocket {

// Host memory for what lies on devices, in whole pages and pinned where the driver does so. It is ordinary memory
// that the driver is told of: it stays readable when a device is reset. Blocks are used by turns; up to `limit` bytes
// that nobody uses are kept.
class staging_memory {
public:
    struct block {
        std::byte* at = nullptr;
        std::size_t size = 0;
        std::optional<memory_place> pinned; // near what; none: it is not
    };
    static constexpr std::size_t least = std::size_t(64) << 10, limit = std::size_t(256) << 20;

    staging_memory() = default;
    staging_memory(const staging_memory&) = delete;
    staging_memory& operator=(const staging_memory&) = delete;

    // At least n bytes, not cleared; at == null: there are none.
    block take(device_driver& by, const memory_place& near, std::size_t n);
    // Addresses of which few are used: nothing of the rest becomes memory. Not pinned.
    static block take_sparse(std::size_t n);
    void give(device_driver& by, const block& one);
    std::size_t kept() const { return unused_.kept(); }

private:
    kept_blocks<block> unused_{limit};
};

} // namespace hocket
