// SPDX-License-Identifier: BSD-3-Clause
// From which size on kernels are faster than staging, by straight lines.
#pragma once
#include "device/device_form.hpp"
#include "device/work.hpp"
#include <algorithm>

namespace hocket {

struct line_cost {
    double start = 0, per_byte = 0; // seconds
};

// Numbers alone, all of which are worse the greater they are.
struct device_costs {
    line_cost to_host, to_device; // copies, with pinned memory where there is some
    line_cost on_device;          // a kernel of two operands, of the bytes of one, and the wait for it
    double host_per_byte = 0;     // a sum on the host, of the bytes of one operand
    double exchange = 0;          // a few words between all ranks
    double another = 0;           // one more kernel or copy that is waited for together with others

    static constexpr int numbers = 9;
    double* begin() { return &to_host.start; }
};
static_assert(sizeof(device_costs) == device_costs::numbers * sizeof(double));

// Ranks that share a device, of the largest such group.
struct group_shape {
    int groups, largest;
};
constexpr std::uint64_t never_pay = ~std::uint64_t(0);

// Of a sum for k ranks, beside the one that most take: each further one has the sum so far among its operands, and then
// each has as many results as there may be.
constexpr int further_launches(int k)
{
    constexpr int most = int(device_kernel::most);
    int beyond = std::max(0, k - most);
    return (beyond + most - 2) / (most - 1) + (beyond + most - 1) / most;
}

// A kernel of two operands moves three times their bytes: one of k operands k + 1 times, and with a result for each 2 k
// times. Blocks are a launch for each rank; prefixes one of two operands for each. All go on one stream, and are waited
// for once. The first ranks of several groups sum what they have first, and wait for that.
inline line_cost on_devices(const device_costs& by, const group_shape& of, device_form form)
{
    auto k = double(of.largest), sum = (k + 1) / 3;
    bool several = of.groups > 1;
    double waits = 1, more = k - 1, passes = k; // of prefixes
    if (form == device_form::sum) more = further_launches(of.largest), passes = 2 * k / 3;
    if (form == device_form::blocks) more = several ? 0 : k - 1, passes = sum;
    if (is_prefix(form) && several) waits = 2, passes += sum;
    auto exchanges = several ? 3 : 2;
    return {exchanges * by.exchange + waits * by.on_device.start + more * by.another, passes * by.on_device.per_byte};
}

// By bytes of one rank's whole vector. A rank of the host's way waits for both copies, which all ranks of a device make
// at once, and moves and reduces what others have reduced. So do the first ranks of several groups, whose copies have
// the device's way for themselves. Of blocks a rank gets back only its own, and a first rank those of its group.
inline std::uint64_t kernels_pay_from(const device_costs& by, const group_shape& of,
                                      device_form form = device_form::sum)
{
    constexpr double too_long = 1e15;
    auto k = double(of.largest);
    bool blocks = form == device_form::blocks;
    auto kernels = on_devices(by, of, form);
    auto out = by.to_host.per_byte, back = by.to_device.per_byte, on_host = (blocks ? 1 : 2) * by.host_per_byte;
    auto own = blocks ? back / (k * of.groups) : back, of_group = blocks ? back / of.groups : back;
    line_cost staged{by.to_host.start + by.to_device.start + by.exchange, out + own + on_host};
    if (of.groups > 1) kernels.start += staged.start, kernels.per_byte += (out + of_group) / k + on_host;
    if (kernels.start <= staged.start && kernels.per_byte <= staged.per_byte) return 1;
    if (kernels.per_byte >= staged.per_byte) return never_pay; // for short ones they may be, and are not told apart
    auto from = (kernels.start - staged.start) / (staged.per_byte - kernels.per_byte);
    return from < too_long ? std::uint64_t(std::max(1.0, from)) : never_pay;
}

} // namespace hocket
