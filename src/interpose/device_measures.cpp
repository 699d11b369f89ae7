// SPDX-License-Identifier: BSD-3-Clause
// From which size on a communicator's reductions go to devices, measured at the first that could.
#include "drive/device_costs.hpp"
#include "drive/least_time.hpp"
#include "interpose/device_reductions.hpp"
#include "interpose/explain.hpp"
#include "interpose/process.hpp"
#include "interpose/together.hpp"
#include <array>
#include <bit>
#include <fmt/format.h>

namespace hocket {

namespace {

// The worst of all ranks: positive numbers are in the order of their bits.
int agree_on_costs(device_costs& mine, MPI_Comm comm)
{
    std::uint64_t here[device_costs::numbers], worst[device_costs::numbers];
    for (int i = 0; i < device_costs::numbers; ++i) here[i] = std::bit_cast<std::uint64_t>(mine.begin()[i]);
    int code = greatest_of_all(here, worst, device_costs::numbers, comm);
    for (int i = 0; i < device_costs::numbers; ++i) mine.begin()[i] = std::bit_cast<double>(worst[i]);
    return code;
}

std::string when(std::uint64_t from)
{
    return from == never_pay ? "never" : fmt::format("from {} bytes on", from);
}

std::string text_of(const device_costs& by, const std::array<std::uint64_t, device_forms>& from, int ranks)
{
    auto rate = [](double per_byte) { return per_byte > 0 ? 1e-9 / per_byte : 0; };
    auto of = [&](device_form form) { return when(from[std::size_t(form)]); };
    return fmt::format(
        "kernels of devices on {} rank{} are faster than the host for sums {}, for blocks {}, for prefixes {}, as "
        "measured: a launch {:.1f} us and each more {:.1f} us, copies to the host {:.1f} us and {:.1f} GB/s, from it "
        "{:.1f} us and {:.1f} GB/s, sums there {:.1f} GB/s, an exchange {:.1f} us",
        ranks, ranks == 1 ? "" : "s", of(device_form::sum), of(device_form::blocks), of(device_form::prefixes),
        by.on_device.start * 1e6, by.another * 1e6, by.to_host.start * 1e6, rate(by.to_host.per_byte),
        by.to_device.start * 1e6, rate(by.to_device.per_byte), rate(by.host_per_byte), by.exchange * 1e6);
}

} // namespace

// What one failed to measure is as slow as can be.
int device_reductions::measure(const memory_place& near, const device_groups& by, const device_words& words)
{
    auto& costs = process::here().costs_of_devices();
    device_costs mine;
    auto own = records_[std::size_t(rank_)];
    bool well = costs.add_copies(own.device, near, mine);
    int code = MPI_SUCCESS;
    auto exchange = [&] { return (code = gather(own, words)) == MPI_SUCCESS; };
    if (!least_time(exchange, mine.exchange)) return code;
    if (well && is_leader(by)) well = costs.add_kernel(own.device, near, mine);
    if (!well) mine.on_device = {1, 1}, mine.another = 1;
    if (size_ > 1) code = agree_on_costs(mine, words.quiet());
    if (code != MPI_SUCCESS) return code;
    auto& from = pays_from_.emplace();
    for (int i = 0; i < device_forms; ++i)
        from[std::size_t(i)] = kernels_pay_from(mine, {by.count(), by.largest()}, device_form(i));
    auto& process = process::here();
    if (rank_ != 0 || !explains(process.by())) return MPI_SUCCESS;
    auto text = text_of(mine, from, size_);
    if (process.first_time(fmt::format("kernels of devices on {} ranks", size_))) explain(process.by(), text);
    return MPI_SUCCESS;
}

} // namespace hocket
