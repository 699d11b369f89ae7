// SPDX-License-Identifier: BSD-3-Clause
// What is put on streams of the test double, and happens when somebody waits for them.
#pragma once
#include <functional>
#include <vector>

namespace driver_double {

[[noreturn]] void crash(const char* what);

// Of a program's own, apart from the default ones. By one thread at a time.
enum class capture { none, active, invalidated };
struct stream {
    bool is_there = true;
    capture captured = capture::none;
    std::vector<std::function<void()>> queued{};
};
stream* make_stream();
// Null: none that was made, or one that was destroyed.
stream* made(void* one);

// By their handles: null and 1, or 2. Each thread has both.
bool is_default(void* one);
bool is_stream(void* one);
void put(void* on, std::function<void()> what);
// False: it is being captured, which that ends.
bool finish(void* one);
// Of this thread's default ones, that has not happened yet.
long queued();

} // namespace driver_double
