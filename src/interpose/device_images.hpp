// SPDX-License-Identifier: BSD-3-Clause
// A call whose buffers are memory of devices becomes the same call on host memory: whatever runs it sees no other.
// Each rank decides for itself, so ranks need not agree on where their buffers lie.
#pragma once
#include "drive/device_image.hpp"
#include "drive/surroundings.hpp"
#include "interpose/call_buffers.hpp"
#include <string>

namespace hocket {

class device_images final : public surroundings {
public:
    device_images(devices& all, collective of) : all_(all), of_(of) {}

    // The buffer at `at`, of which the call uses these blocks: its address is replaced where it is a device's.
    void look(void*& at, const used_blocks& read, const used_blocks& written);

    bool any() const { return !images_.empty(); }
    // MPI's error code; what went wrong has been said.
    int trouble() const { return trouble_; }
    int before() override;
    int after() override;

private:
    bool find_place(const void* at, const used_blocks& blocks, memory_place& place);
    void fail(int code, const std::string& what);

    devices& all_;
    collective of_;
    std::vector<device_image> images_;
    int trouble_ = MPI_SUCCESS;
};

// Images for the buffers of `call`, whose addresses change.
template <class Call> void take_images(device_images& of, Call& call, int rank, int ranks)
{
    auto look = [&](void*& at, const used_blocks& read, const used_blocks& written) { of.look(at, read, written); };
    if constexpr (std::is_same_v<Call, neighbor_call>) {
        if (auto around = neighbors_in(call.comm)) with_buffers(call, *around, look);
    } else {
        with_buffers(call, rank, ranks, look);
    }
}

} // namespace hocket
