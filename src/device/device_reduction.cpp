// SPDX-License-Identifier: BSD-3-Clause
#include "device/device_reduction.hpp"
#include <algorithm>

namespace hocket {

device_reduction::device_reduction(devices& all, const memory_place& near, const device_kernel& kernel, std::size_t n,
                                   std::size_t element)
    : all_(all), near_(near), kernel_(kernel), count_(n), bytes_(n * element)
{
}

device_reduction::~device_reduction()
{
    for (auto& one : opened_) all_.borrowed().give(near_, one);
    if (sum_.at) all_.scratch().give(work(), sum_);
}

bool device_reduction::is_well(const char* said)
{
    if (said && !wrong_) {
        wrong_ = said;
        if (has_begun_) work().wait(near_); // what was started before still reads and writes
    }
    return !said;
}

bool device_reduction::prepare(std::span<const device_record> all, std::span<const int> members, const buffers& own,
                               int own_rank, bool is_whole)
{
    for (int i : members) {
        auto& of = all[std::size_t(i)];
        operands_.push_back(i == own_rank ? own.from : opened(of, of.in));
        auto* result = i == own_rank ? own.to : of.out.id ? opened(of, of.out) : nullptr;
        if (!operands_.back() || (of.out.id && !result)) return false;
        if (result) results_.push_back(result);
    }
    const char* said = nullptr;
    if (!work().has(near_, kernel_, said)) return is_well(said);
    if (!is_whole || operands_.size() > device_kernel::most) {
        sum_ = all_.scratch().take(work(), near_, bytes_);
        if (!sum_.at) return is_well("no memory is left on the device");
    }
    target_ = is_whole ? results_.front() : sum_.at;
    return true;
}

std::byte* device_reduction::opened(const device_record& of, const lent_buffer& one)
{
    auto what = of.memory_of(one);
    const char* said = nullptr;
    auto* at = all_.borrowed().take(work(), near_, what, said);
    if (!at) return is_well(said), nullptr;
    opened_.push_back(what);
    return at + one.offset;
}

bool device_reduction::pass(std::byte* out, std::span<const std::byte* const> in)
{
    bool started = is_well(work().start(near_, kernel_, out, in, count_));
    has_begun_ = has_begun_ || started;
    return started;
}

// A result lies where an operand does only in place, exactly; what several passes share lies elsewhere.
bool device_reduction::reduce()
{
    std::span<const std::byte* const> rest(operands_);
    if (rest.size() <= device_kernel::most) return pass(target_, rest);
    if (!pass(sum_.at, rest.first(device_kernel::most))) return false;
    rest = rest.subspan(device_kernel::most);
    while (!rest.empty()) {
        std::vector<const std::byte*> in{sum_.at};
        auto next = rest.first(std::min(rest.size(), device_kernel::most - 1));
        in.insert(in.end(), next.begin(), next.end());
        rest = rest.subspan(next.size());
        if (!pass(rest.empty() ? target_ : sum_.at, in)) return false;
    }
    return true;
}

bool device_reduction::bring_part(std::byte* to_host)
{
    return is_well(work().start_copy(near_, to_host, target_, bytes_)) && wait();
}

bool device_reduction::copy_to_others(const std::byte* from)
{
    auto copy = [&](std::byte* to) { return to == from || is_well(work().start_copy(near_, to, from, bytes_)); };
    return std::ranges::all_of(results_, copy) && wait();
}

bool device_reduction::hand_out()
{
    return copy_to_others(target_);
}

bool device_reduction::hand_out(const std::byte* from_host)
{
    if (results_.empty()) return true;
    has_begun_ = true;
    return is_well(work().start_copy(near_, results_.front(), from_host, bytes_)) && copy_to_others(results_.front());
}

bool device_reduction::wait()
{
    return is_well(work().wait(near_));
}

} // namespace hocket
