// SPDX-License-Identifier: BSD-3-Clause
#pragma once

namespace hocket {

// While a thread is inside Hocket or inside a call that must stay the library's own, MPI functions that the library
// calls through its public names go straight on.
class inside {
public:
    inside() { ++depth; }
    ~inside() { --depth; }
    inside(const inside&) = delete;
    inside& operator=(const inside&) = delete;
    static bool now() { return depth > 0; }
    // The same from one function of a thread's to another.
    static void enter() { ++depth; }
    static void leave() { --depth; }

private:
    // The fast model of thread-local storage; a few bytes of it are free in every process.
    [[gnu::tls_model("initial-exec")]] static inline thread_local int depth = 0;
};

} // namespace hocket
