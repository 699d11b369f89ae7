// SPDX-License-Identifier: BSD-3-Clause
#include "device/devices.hpp"
#include "device/cuda/cuda_driver.hpp"
#include <algorithm>
#include <cerrno>
#include <sys/uio.h>
#include <unistd.h>

namespace hocket {

namespace {

// Asked of the kernel, which answers with an error where a load would end the program. Where it does not let us ask, as
// in some containers, it is not held against the program.
bool is_readable(const void* at)
{
    char byte;
    iovec here{&byte, 1}, there{const_cast<void*>(at), 1};
    return process_vm_readv(getpid(), &here, 1, &there, 1, 0) == 1 || errno != EFAULT;
}

} // namespace

// First the list and then the driver: one that comes in between is seen the next time.
bool devices::find_driver()
{
    std::lock_guard held(lock_);
    if (driver_.load(std::memory_order_relaxed)) return true;
    auto& looked_at = others_have_some_ ? later_ones_ : libraries_;
    if (!looked_at.have_grown()) return false;
    looked_at.look();
    auto* found = find_cuda_driver();
    driver_.store(found, std::memory_order_release);
    if (found) libraries_.stop_looking();
    return found != nullptr;
}

void devices::expect_of_others()
{
    std::lock_guard held(lock_);
    if (!others_have_some_.exchange(true)) libraries_.stop_looking();
}

void devices::let_go()
{
    auto* found = driver_.load(std::memory_order_acquire);
    auto* work = found ? found->work() : nullptr;
    if (!work) return;
    borrowed_.close_all(*work);
    scratch_.release_all(*work);
}

memory_place devices::place_of(const void* at, bool& freed)
{
    auto place = driver().place_of(at);
    freed = false;
    if (place.wrong) return place;
    if (!place.is_for_host()) remember(place);
    else if (place.kind == memory_kind::host) freed = was_on_device(at) && !is_readable(at);
    return place;
}

void devices::remember(const memory_place& place)
{
    std::lock_guard held(lock_);
    auto known = [&](const range& one) { return one.begin == place.begin && one.end == place.end; };
    if (place.begin == place.end || std::ranges::any_of(seen_, known)) return;
    seen_[next_seen_] = {place.begin, place.end};
    next_seen_ = (next_seen_ + 1) % seen_.size();
}

bool devices::was_on_device(const void* at)
{
    auto address = reinterpret_cast<std::uintptr_t>(at);
    std::lock_guard held(lock_);
    return std::ranges::any_of(seen_, [&](const range& one) { return address >= one.begin && address < one.end; });
}

} // namespace hocket
