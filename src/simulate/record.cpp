// SPDX-License-Identifier: BSD-3-Clause
#include "simulate/record.hpp"
#include "simulate/job_kinds.hpp"
#include "simulate/recorder.hpp"
#include <fmt/format.h>
#include <new>

namespace hocket {

result<schedule> record(const bound_plan& how, const layout& where, const collective_job& job)
{
    if (how.runs != way::own || how.uses_native)
        return mistake{fmt::format("{} cannot be recorded: the MPI library's own collective has no text", how.text)};
    // One buffer stands for everybody's: only offsets into it are written down. It is never touched, so that most
    // of it never becomes memory.
    auto& kind = kind_of(job.collective);
    auto n = kind.memory(job, where.ranks());
    std::unique_ptr<std::byte[]> memory(new (std::nothrow) std::byte[n]);
    if (!memory) return mistake{fmt::format("no memory for {} bytes", n)};
    bytes buffer(memory.get(), n);
    auto call = kind.prepare(how, where, job, buffer);
    recorder by(where.ranks(), buffer);
    auto made = by.run([&](net on) { return call->start(on, 0); });
    if (!made) return mistake{fmt::format("{} on {} ranks: {}", how.text, where.ranks(), made.error().what)};
    return schedule{job.collective, how.text, where.text(), job.root, job.bytes, *std::move(made), call->blocks()};
}

} // namespace hocket
