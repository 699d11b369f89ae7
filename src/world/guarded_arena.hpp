// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "net/request.hpp"
#include <memory>
#include <vector>

namespace hocket {

// What a buffer of results holds before the call: bytes that nothing sends.
inline constexpr auto poison = std::byte{0xC6};

// Memory handed out in pieces and given back all at once. Around each piece lie guard bytes, so that writing
// past its end shows; the piece itself starts out as rubbish.
class guarded_arena {
public:
    // Aligned to 64.
    bytes take(std::size_t n);
    bool intact() const;
    std::size_t taken() const; // bytes, since they were last given back
    // Keeps the memory for the next time.
    void clear();

private:
    static constexpr std::size_t guard = 64;
    struct chunk {
        std::unique_ptr<std::byte[]> memory;
        std::size_t size, used;
    };
    std::byte* carve(std::size_t n);

    std::vector<chunk> chunks_;
    std::vector<bytes> pieces_;
};

} // namespace hocket
