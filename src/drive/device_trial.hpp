// SPDX-License-Identifier: BSD-3-Clause
// A reduction whose result is known, in memory of a device that is Hocket's own: what has never been seen to work is
// tried out on it before it gets data of the program's.
#pragma once
#include "device/device_form.hpp"
#include "device/devices.hpp"
#include "drive/reduction_data.hpp"
#include <vector>

namespace hocket {

struct trial_way {
    std::size_t shift; // of buffers, up to 15 bytes, from an address that is aligned to anything
    bool is_short;     // as a kernel takes in one block; else longer
};

class device_trial {
public:
    // `like` the program's, beside its buffers. Every rank gets the sum, or a block as long as the others'.
    device_trial(devices& all, const memory_place& near, const reduction_user& like, device_form form);
    ~device_trial();
    device_trial(const device_trial&) = delete;
    device_trial& operator=(const device_trial&) = delete;

    // Buffers, with this rank's operand. False: there is no memory, or no copy gets there.
    bool prepare(const trial_way& way);
    const reduction_user& user() const { return user_; }
    // Is the result there, as the host has it, and has nothing beside it been written?
    bool has_result();

private:
    static constexpr std::size_t beside = 16; // bytes on either side of a buffer
    void choose_length(bool is_short);
    bool copy(copy_way way, std::byte* to, const std::byte* from, std::size_t n);
    std::vector<std::byte> sum_of_first(int ranks) const;
    std::vector<std::byte> wanted() const;

    devices& all_;
    memory_place near_;
    device_form form_;
    reduction_user user_;
    std::size_t room_ = 0; // of a buffer at any shift
    std::byte* result_ = nullptr;
    device_scratch::block both_; // a driver may lend one allocation at a time
};

} // namespace hocket
