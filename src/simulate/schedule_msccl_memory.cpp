// SPDX-License-Identifier: BSD-3-Clause
#include "simulate/schedule_msccl_memory.hpp"
#include <algorithm>
#include <fmt/format.h>
#include <numeric>

namespace hocket {
namespace {

constexpr std::size_t most_chunks = 1024; // of a buffer: beyond it, the parts have no common size worth the name

} // namespace

result<msccl_buffers> msccl_buffers_of(const schedule& s)
{
    auto n = s.bytes, all = n * s.ranks.size();
    if (n == 0) return mistake{"without bytes there is nothing to say in MSCCL"};
    if (s.collective == "allreduce") return msccl_buffers{"allreduce", n, n, false};
    if (s.collective == "allgather") return msccl_buffers{"allgather", n, all, true};
    if (s.collective == "reduce_scatter_block") return msccl_buffers{"reduce_scatter", all, n, false};
    if (s.collective == "alltoall") return msccl_buffers{"alltoall", all, all, false};
    if (s.collective == "bcast") return msccl_buffers{"broadcast", n, n, true};
    return mistake{fmt::format("MSCCL has no {}; valid: allreduce, allgather, reduce_scatter_block, alltoall, bcast",
                               s.collective)};
}

void msccl_memory::use(std::size_t rank, const msccl_part& part)
{
    parts_.emplace_back(rank, part);
    if (part.at.in == spot::scratch) join(scratch_[rank], part.at.offset, part.at.offset + part.count);
    has_ledger_ |= part.at.in == spot::ledger;
}

void msccl_memory::join(regions& all, std::size_t begin, std::size_t end)
{
    auto next = all.upper_bound(begin);
    if (next != all.begin() && std::prev(next)->second.end > begin) {
        --next;
        begin = next->first, end = std::max(end, next->second.end);
    }
    while (next != all.end() && next->first < end) {
        end = std::max(end, next->second.end);
        next = all.erase(next);
    }
    all[begin] = {end};
}

const std::pair<const std::size_t, msccl_memory::extent>& msccl_memory::around(const regions& all, std::size_t offset)
{
    return *std::prev(all.upper_bound(offset));
}

std::size_t msccl_memory::in_buffer(const spot& at) const
{
    bool result = !buffers_.in_place && at.offset >= buffers_.in;
    return result ? at.offset - buffers_.in : at.offset;
}

std::optional<mistake> msccl_memory::settle()
{
    if (has_ledger_) return mistake{"it writes and reads sizes of its own, for which MSCCL has no words"};
    chunk_ = std::gcd(buffers_.in, buffers_.out);
    for (auto& [rank, part] : parts_) {
        bool own = part.at.in == spot::scratch;
        auto offset = own ? part.at.offset - around(scratch_.at(rank), part.at.offset).first : in_buffer(part.at);
        chunk_ = std::gcd(std::gcd(chunk_, part.count), offset);
    }
    auto largest = std::max(buffers_.in, buffers_.out);
    if (largest / chunk_ > most_chunks)
        return mistake{
            fmt::format("its parts of {} bytes have no common size but {}, which would be {} chunks (at most "
                        "{}); choose bytes that it divides into equal blocks",
                        largest, chunk_, largest / chunk_, most_chunks)};
    for (auto& [rank, all] : scratch_)
        for (auto& [begin, region] : all) {
            region.moved_to = scratch_bytes_[rank];
            scratch_bytes_[rank] += (region.end - begin + chunk_ - 1) / chunk_ * chunk_;
        }
    return {};
}

msccl_spot msccl_memory::find(std::size_t rank, const spot& at) const
{
    if (at.in == spot::scratch) {
        auto& [begin, region] = around(scratch_.at(rank), at.offset);
        return {'s', (region.moved_to + at.offset - begin) / chunk_};
    }
    bool output = buffers_.in_place || at.offset >= buffers_.in;
    return {output ? 'o' : 'i', in_buffer(at) / chunk_};
}

std::size_t msccl_memory::scratch(std::size_t rank) const
{
    auto found = scratch_bytes_.find(rank);
    return found == scratch_bytes_.end() ? 0 : found->second / chunk_;
}

} // namespace hocket
