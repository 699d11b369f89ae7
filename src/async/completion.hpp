// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <coroutine>

namespace hocket {

// The one synchronisation concept of the library: "so many arrivals, then resume him". It serves single
// operations, rounds, child tasks, both() and groups. One thread; no atomics.
struct completion {
    int pending = 1;
    std::coroutine_handle<> who = std::noop_coroutine();

    // Counts one arrival. The caller resumes what is returned (nothing to do until the last arrival).
    std::coroutine_handle<> arrive() noexcept
    {
        return --pending == 0 ? who : std::coroutine_handle<>(std::noop_coroutine());
    }
    bool done() const noexcept { return pending == 0; }
};

} // namespace hocket
