// SPDX-License-Identifier: BSD-3-Clause
#include "fit/shared_way.hpp"
#include "transports/shared/waiter.hpp"

namespace hocket::fit {

shared_way::shared_way(segment memory, int me, pid_t process, std::size_t lend)
    : other_(1 - me), memory_(std::move(memory)), far_({process, process}),
      links_(mapped_area(memory_.memory(), shape, me), {shape, me, {0, 1}, lend}, far_,
             [](std::size_t) { return nullptr; }) // reductions alone ask for it
{
}

void shared_way::send(const std::byte* from, std::size_t n)
{
    request all[] = {sending(from, n)};
    finish(all);
}

void shared_way::receive(std::byte* into, std::size_t n)
{
    request all[] = {receiving(into, n)};
    finish(all);
}

void shared_way::exchange(const std::byte* from, std::byte* into, std::size_t n)
{
    request all[] = {receiving(into, n), sending(from, n)};
    finish(all);
}

// Posts them, and waits as the library does.
void shared_way::finish(std::span<request> all)
{
    completion end{.pending = int(all.size())};
    for (auto& r : all) {
        r.done = &end;
        if (links_.post(r)) r.finish().resume();
    }
    waiter wait(false);
    for (bool slept = false; !end.done();) {
        if (links_.progress(std::exchange(slept, false))) wait.reset();
        else slept = wait.pause();
    }
}

} // namespace hocket::fit
