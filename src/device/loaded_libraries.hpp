// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <atomic>
#include <link.h>

namespace hocket {

// Has the process loaded a library since we last looked? Libraries come at the end of the loader's list, so it is one
// pointer that changes. The last one is held, so that the pointer stays.
class loaded_libraries {
public:
    bool have_grown() const
    {
        return __atomic_load_n(after_last_.load(std::memory_order_acquire), __ATOMIC_ACQUIRE) != nullptr;
    }
    // Remembers the last one. One thread at a time.
    void look();
    // Always yes from now on.
    void stop_looking() { after_last_.store(&never_null_, std::memory_order_release); }

private:
    link_map* never_null_ = reinterpret_cast<link_map*>(this);
    std::atomic<link_map**> after_last_{&never_null_};
};

} // namespace hocket
