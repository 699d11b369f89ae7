// SPDX-License-Identifier: BSD-3-Clause
#include "simulate/record.hpp"
#include "simulate/recorder.hpp"
#include <fmt/format.h>
#include <new>

namespace hocket {

result<schedule> record_bcast(const bound_bcast& how, const layout& where, int root, std::size_t n)
{
    if (how.runs != way::own || how.uses_native)
        return mistake{fmt::format("{} cannot be recorded: the MPI library's own broadcast has no text", how.text)};
    // One buffer stands for everybody's: only offsets into it are written down. It is never touched, so that most
    // of it never becomes memory.
    std::unique_ptr<std::byte[]> memory(new (std::nothrow) std::byte[n]);
    if (!memory) return mistake{fmt::format("no memory for {} bytes", n)};
    bytes buffer(memory.get(), n);
    recorder by(where.ranks(), buffer);
    auto made = by.run([&](net on) { return how.run->start(on.rooted(root), buffer); });
    if (!made) return mistake{fmt::format("{} on {} ranks: {}", how.text, where.ranks(), made.error().what)};
    return schedule{"bcast", how.text, where.text(), root, n, *std::move(made)};
}

} // namespace hocket
