// SPDX-License-Identifier: BSD-3-Clause
#include "streams.hpp"
#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <deque>

namespace driver_double {

namespace {

std::deque<stream> streams;

struct default_work {
    bool of_thread;
    std::function<void()> run;
};
thread_local std::vector<default_work> of_defaults;

bool is_of_thread(void* one)
{
    return reinterpret_cast<std::uintptr_t>(one) == 2;
}

// What is on one default stream comes after all that was put on the other before. What only the other has is left.
void finish_default(bool of_thread)
{
    auto is_its = [of_thread](auto& one) { return one.of_thread == of_thread; };
    auto end = std::find_if(of_defaults.rbegin(), of_defaults.rend(), is_its).base();
    for (auto one = of_defaults.begin(); one != end; ++one) one->run();
    of_defaults.erase(of_defaults.begin(), end);
}

} // namespace

void crash(const char* what)
{
    std::fprintf(stderr, "the double of a driver would crash: %s\n", what);
    std::abort();
}

stream* make_stream()
{
    return &streams.emplace_back();
}

stream* made(void* one)
{
    auto found = std::find_if(streams.begin(), streams.end(), [one](auto& s) { return &s == one && s.is_there; });
    return found == streams.end() ? nullptr : &*found;
}

bool is_default(void* one)
{
    return reinterpret_cast<std::uintptr_t>(one) <= 2;
}

bool is_stream(void* one)
{
    return is_default(one) || made(one);
}

void put(void* on, std::function<void()> what)
{
    if (is_default(on)) return of_defaults.push_back({is_of_thread(on), std::move(what)});
    if (made(on)->captured != capture::none) crash("work on a stream that is being captured, which it does not record");
    made(on)->queued.push_back(std::move(what));
}

bool finish(void* one)
{
    if (is_default(one)) return finish_default(is_of_thread(one)), true;
    auto* of = made(one);
    if (of->captured != capture::none) return of->captured = capture::invalidated, false;
    for (auto& what : of->queued) what();
    return of->queued.clear(), true;
}

long queued()
{
    return long(of_defaults.size());
}

} // namespace driver_double
