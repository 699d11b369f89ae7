// SPDX-License-Identifier: BSD-3-Clause
#include "drive/reducer.hpp"
#include "base/copy.hpp"
#include "drive/typed_room.hpp"
#include <algorithm>
#include <cstdlib>
#include <cstring>

namespace hocket {

namespace {

constexpr std::size_t some = 64 << 10; // bytes that are unpacked, combined and packed at a time
constexpr std::size_t most = std::size_t(1) << 30; // elements of one call: it counts in ints

} // namespace

reducer::reducer(mpi_port& port, const operator_use& use)
    : kernel_reduction(use, use.run                   ? by_kernel
                            : is_contiguous(use.type) ? by_library
                                                      : with_gaps),
      port_(port), use_(use)
{
    MPI_Count low = 0;
    if (!use.run) mpi.Type_get_extent_x(use.type, &low, &extent_);
}

// inout = in o inout
void reducer::local(const void* in, void* inout, std::size_t n) const
{
    for (std::size_t done = 0; done < n;) {
        auto now = std::min(n - done, most);
        auto skip = std::ptrdiff_t(done) * std::ptrdiff_t(extent_);
        port_.fail(mpi.Reduce_local(static_cast<const std::byte*>(in) + skip, static_cast<std::byte*>(inout) + skip,
                                    int(now), use_.type, use_.op));
        done += now;
    }
}

void reducer::by_library(const reduction& self, bytes out, cbytes low, cbytes high)
{
    auto& me = self_of(self);
    auto n = out.size() / me.element;
    if (out.data() == low.data()) return me.combine_over_low(out, high);
    if (out.data() != high.data() && !out.empty()) copy_bytes(out.data(), high.data(), out.size());
    me.local(low.data(), out.data(), n);
}

// Where the lower operand has to make room for the result, the higher one is combined elsewhere; also by operators that
// commute: they may round otherwise the other way round, and partners are to have the same bits.
void reducer::combine_over_low(bytes out, cbytes high) const
{
    auto step = at_once() * element;
    if (spare_.empty()) spare_ = port_.scratch(step);
    for (std::size_t done = 0; done < out.size(); done += step) {
        auto now = std::min(step, out.size() - done);
        copy_bytes(spare_.data(), high.data() + done, now);
        local(out.data() + done, spare_.data(), now / element);
        copy_bytes(out.data() + done, spare_.data(), now);
    }
}

void reducer::with_gaps(const reduction& self, bytes out, cbytes low, cbytes high)
{
    auto& me = self_of(self);
    auto step = me.at_once() * me.element;
    if (!me.low_) me.low_ = me.make_room(), me.high_ = me.make_room();
    for (std::size_t done = 0; done < out.size(); done += step) {
        auto now = std::min(step, out.size() - done), n = now / me.element;
        elements below(me.in_layout(me.low_, n), me.port_.comm()), above(me.in_layout(me.high_, n), me.port_.comm());
        me.port_.fail(below.unpack(0, n, const_cast<std::byte*>(low.data()) + done));
        me.port_.fail(above.unpack(0, n, const_cast<std::byte*>(high.data()) + done));
        me.local(me.low_, me.high_, n);
        me.port_.fail(above.pack(0, n, out.data() + done));
    }
}

std::size_t reducer::at_once() const
{
    auto largest = std::max<std::size_t>(element, std::size_t(std::abs(std::ptrdiff_t(extent_))));
    return std::max<std::size_t>(1, some / largest);
}

std::byte* reducer::make_room() const
{
    auto room = room_for(use_.type, at_once());
    auto memory = port_.scratch(room.size);
    std::memset(memory.data(), 0, memory.size());
    return room.in(memory);
}

} // namespace hocket
