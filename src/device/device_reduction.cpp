// SPDX-License-Identifier: BSD-3-Clause
#include "device/device_reduction.hpp"
#include <algorithm>

namespace hocket {

device_reduction::device_reduction(devices& all, const memory_place& near, const device_kernel& kernel,
                                   const reduced_vector& of, std::span<const int> members, std::size_t spread_from)
    : all_(all), near_(near), kernel_(kernel), vector_(of), members_(members), spread_from_(spread_from)
{
}

device_reduction::~device_reduction()
{
    for (auto& one : opened_) all_.borrowed().give(near_, one);
    for (auto& one : scratch_)
        if (one.at) all_.scratch().give(work(), one);
}

bool device_reduction::is_well(const char* said)
{
    if (said && !wrong_) {
        wrong_ = said;
        if (has_begun_) work().wait(near_, {}); // what was started before still reads and writes
    }
    return !said;
}

bool device_reduction::prepare(std::span<const device_record> all, const buffers& own, int own_rank, bool is_whole)
{
    for (int i : members_) {
        auto& of = all[std::size_t(i)];
        operands_.push_back(i == own_rank ? own.from : opened(of, of.in));
        results_.push_back(i == own_rank ? own.to : of.out.id ? opened(of, of.out) : nullptr);
        if (!operands_.back() || (of.out.id && !results_.back())) return false;
    }
    const char* said = nullptr;
    if (!work().has(near_, kernel_, said)) return is_well(said);
    return take_scratch(is_whole);
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

bool device_reduction::take_scratch(bool is_whole)
{
    auto size = scratch_size(is_whole);
    bool two = vector_.form == device_form::prefixes_before && size > 0;
    for (auto& one : std::span(scratch_).first(size == 0 ? 0 : two ? 2 : 1)) {
        one = all_.scratch().take(work(), near_, size);
        if (!one.at) return is_well("no memory is left on the device");
    }
    return true;
}

// 0: none is needed.
std::size_t device_reduction::scratch_size(bool is_whole) const
{
    auto k = operands_.size();
    auto any = [k](auto test) {
        for (std::size_t i = 0; i < k; ++i)
            if (test(i)) return true;
        return false;
    };
    if (!is_whole) return vector_.size();
    switch (vector_.form) {
    case device_form::sum: return k > device_kernel::most ? vector_.size() : 0;
    case device_form::blocks: {
        if (k <= device_kernel::most && !any([this](auto i) { return lies_over_itself(i); })) return 0;
        return bytes_of(std::ranges::max(vector_.blocks, {}, &element_range::count).count);
    }
    case device_form::prefixes_before: return any([this](auto i) { return is_read_later(i); }) ? vector_.size() : 0;
    default: return 0;
    }
}

bool device_reduction::pass(std::span<std::byte* const> out, std::span<const std::byte* const> in, std::size_t n,
                            launch_end* end)
{
    bool started = is_well(work().start(near_, kernel_, out, in, n, end));
    has_begun_ = has_begun_ || started;
    return started;
}

// A result lies where an operand does only in place, exactly; what several passes share lies elsewhere.
bool device_reduction::fold(std::span<std::byte* const> out, const element_range& of, launch_end* end)
{
    std::array<const std::byte*, device_kernel::most> in;
    std::byte* const part[] = {scratch_[0].at};
    auto first = out.first(is_better_spread(out.size()) ? 1 : std::min(out.size(), device_kernel::most));
    for (std::size_t done = 0; done < operands_.size();) {
        std::size_t k = 0;
        if (done > 0) in[k++] = scratch_[0].at;
        while (k < in.size() && done < operands_.size()) in[k++] = operands_[done++] + bytes_of(of.first);
        auto to = done == operands_.size() ? first : std::span(part);
        bool is_last = done == operands_.size() && first.size() == out.size();
        if (!pass(to, std::span(in).first(k), of.count, is_last ? end : nullptr)) return false;
    }
    return spread(out.subspan(first.size()), out.front());
}

bool device_reduction::is_better_spread(std::size_t results) const
{
    return results > 2 && (operands_.size() + results) * vector_.size() >= spread_from_;
}

// A whole vector. The kernel of one operand moves it as it is.
bool device_reduction::spread(std::span<std::byte* const> to, const std::byte* from)
{
    while (!to.empty()) {
        auto some = to.first(std::min(to.size(), device_kernel::most));
        if (!pass(some, {&from, 1}, vector_.count)) return false;
        to = to.subspan(some.size());
    }
    return true;
}

bool device_reduction::copy(std::byte* to, const std::byte* from, std::size_t n, copy_way way)
{
    if (to == from) return true;
    bool started = is_well(work().start_copy(near_, way, to, from, n));
    has_begun_ = has_begun_ || started;
    return started;
}

} // namespace hocket
