// SPDX-License-Identifier: BSD-3-Clause
// What it takes to reduce on a device and on the host, in seconds, as measured here.
#pragma once
#include "device/device_model.hpp"
#include "device/devices.hpp"
#include <vector>

namespace hocket {

// What this process has measured, once for each device, in some milliseconds. False: something failed.
class measured_costs {
public:
    explicit measured_costs(devices& all) : all_(all) {}
    // And sums of the host, all as they are while other ranks do the same.
    bool add_copies(const device_identity& on, const memory_place& near, device_costs& into);
    bool add_kernel(const device_identity& on, const memory_place& near, device_costs& into);

private:
    struct known {
        device_identity on;
        device_costs costs{};
        bool has_copies = false, has_kernel = false;
    };
    known& of(const device_identity& on);
    bool measure_copies(const memory_place& near, device_costs& into);
    bool measure_kernel(const memory_place& near, device_costs& into);

    devices& all_;
    std::mutex lock_;
    std::vector<known> known_;
};

} // namespace hocket
