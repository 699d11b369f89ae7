// SPDX-License-Identifier: BSD-3-Clause
// Bytes of a schedule as chunks of equal size: the largest of which every message is a multiple, wherever it lies.
#pragma once
#include "simulate/schedule_msccl.hpp"
#include <map>
#include <optional>

namespace hocket {

// One message or one computation inside a rank, or a part of it.
struct msccl_part {
    spot at;
    std::size_t count; // bytes
};

// What a collective has where, in bytes.
struct msccl_buffers {
    const char* collective; // as MSCCL names it
    std::size_t in, out;
    bool in_place; // the user's memory is the output, and the input is a part of it
};
result<msccl_buffers> msccl_buffers_of(const schedule& s);

class msccl_memory {
public:
    explicit msccl_memory(const msccl_buffers& of) : buffers_(of) {}

    // First all parts of all ranks, then settle(), then the questions.
    void use(std::size_t rank, const msccl_part& part);
    std::optional<mistake> settle();
    std::size_t chunk() const { return chunk_; } // bytes
    msccl_spot find(std::size_t rank, const spot& at) const;
    std::size_t scratch(std::size_t rank) const; // chunks

private:
    // Regions of scratch that are used as one, by their beginning: their end, and where they go to.
    struct extent {
        std::size_t end, moved_to = 0;
    };
    using regions = std::map<std::size_t, extent>;
    static void join(regions& all, std::size_t begin, std::size_t end);
    static const std::pair<const std::size_t, extent>& around(const regions& all, std::size_t offset);
    std::size_t in_buffer(const spot& at) const; // bytes from the beginning of input or output

    msccl_buffers buffers_;
    std::vector<std::pair<std::size_t, msccl_part>> parts_;
    std::map<std::size_t, regions> scratch_; // by rank
    std::map<std::size_t, std::size_t> scratch_bytes_;
    std::size_t chunk_ = 0;
    bool has_ledger_ = false;
};

} // namespace hocket
