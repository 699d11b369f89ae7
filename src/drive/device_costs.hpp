// SPDX-License-Identifier: BSD-3-Clause
// What it takes to reduce on a device and on the host, in seconds, as measured here.
#pragma once
#include "device/devices.hpp"
#include <vector>

namespace hocket {

struct line_cost {
    double start = 0, per_byte = 0;
};

// Numbers alone, all of which are worse the greater they are.
struct device_costs {
    line_cost to_host, to_device; // copies, with pinned memory where there is some
    line_cost on_device;          // a kernel of two operands, of the bytes of one
    double host_per_byte = 0;     // a sum on the host, of the bytes of one operand
    double exchange = 0;          // a few words between all ranks

    static constexpr int numbers = 8;
    double* begin() { return &to_host.start; }
};

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

// From how many bytes on kernels are faster than staging, for groups of up to so many ranks; none: never.
struct group_shape {
    int groups, largest;
};
std::uint64_t kernels_pay_from(const device_costs& by, const group_shape& of);
constexpr std::uint64_t never_pay = ~std::uint64_t(0);

} // namespace hocket
