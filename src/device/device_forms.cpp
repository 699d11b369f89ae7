// SPDX-License-Identifier: BSD-3-Clause
// What the members of a group get. Operands are combined where they lie: what is copied is a result.
#include "device/device_reduction.hpp"
#include <algorithm>
#include <iterator>

namespace hocket {

bool device_reduction::run()
{
    bool well = false;
    switch (vector_.form) {
    case device_form::sum: well = sum_to_all(); break;
    case device_form::blocks: well = blocks_to_each(); break;
    case device_form::prefixes: well = prefixes(nullptr); break;
    case device_form::prefixes_before: well = prefixes_before(nullptr); break;
    }
    return well && wait();
}

bool device_reduction::bring_part(std::byte* to_host, std::span<const int> order)
{
    auto* sum = scratch_[0].at;
    if (!fold(sum, whole())) return false;
    if (vector_.form != device_form::blocks) return copy(to_host, sum, vector_.size(), copy_way::to_host) && wait();
    element_range next; // blocks that follow one another in both
    for (int rank : order) {
        auto& of = vector_.blocks[std::size_t(rank)];
        if (next.first + next.count != of.first) {
            if (next.count > 0 && !bring(to_host, next)) return false;
            to_host += bytes_of(next.count);
            next = {of.first, 0};
        }
        next.count += of.count;
    }
    return (next.count == 0 || bring(to_host, next)) && wait();
}

// A part of the sum.
bool device_reduction::bring(std::byte* to_host, const element_range& of)
{
    return copy(to_host, scratch_[0].at + bytes_of(of.first), bytes_of(of.count), copy_way::to_host);
}

bool device_reduction::hand_out(const std::byte* from_host)
{
    switch (vector_.form) {
    case device_form::blocks: return hand_out_blocks(from_host) && wait();
    case device_form::prefixes:
    case device_form::prefixes_before: return hand_out_prefixes(from_host) && wait();
    default: break;
    }
    auto places = places_of_results();
    if (places.empty()) return true;
    return copy(places[0], from_host, vector_.size(), copy_way::to_device) &&
           spread(std::span(places).subspan(1), places[0]) && wait();
}

bool device_reduction::sum_to_all()
{
    auto places = places_of_results();
    return places.empty() || fold(places, whole(), &end_);
}

std::vector<std::byte*> device_reduction::places_of_results() const
{
    std::vector<std::byte*> places;
    places.reserve(results_.size());
    std::ranges::copy_if(results_, std::back_inserter(places), [](auto* one) { return one != nullptr; });
    return places;
}

// From the first block on: in place, a rank's block comes to lie where its operand of earlier blocks was, which have
// been read by then, and never on one of later ones.
bool device_reduction::blocks_to_each()
{
    for (std::size_t i = 0; i < operands_.size(); ++i) {
        auto of = block_of(i);
        if (of.count == 0) continue;
        auto* to = lies_over_itself(i) ? scratch_[0].at : results_[i];
        if (!fold(to, of) || !copy(results_[i], to, bytes_of(of.count))) return false;
    }
    return true;
}

// In place, and longer than all blocks before it: a result that is written while the operand behind it is read.
bool device_reduction::lies_over_itself(std::size_t member) const
{
    auto of = block_of(member);
    return results_[member] == operands_[member] && of.first > 0 && of.first < of.count;
}

bool device_reduction::prefixes(const std::byte* before)
{
    for (std::size_t i = 0; i < operands_.size(); ++i) {
        const std::byte* in[] = {before, operands_[i]};
        bool well = before ? pass(results_[i], in, vector_.count) : copy(results_[i], operands_[i], vector_.size());
        if (!well) return false;
        before = results_[i];
    }
    return true;
}

// A member whose result takes its operand's place gets it when the next one's has been made of that.
bool device_reduction::prefixes_before(const std::byte* before)
{
    std::size_t first = before ? 0 : 1; // who has nothing before it gets nothing
    if (!before) before = operands_.front();
    for (std::size_t i = first; i < operands_.size(); ++i) {
        auto* next = i + 1 < operands_.size() ? place_before(i + 1) : nullptr;
        const std::byte* in[] = {before, operands_[i]};
        if (next && !pass(next, in, vector_.count)) return false;
        if (!copy(results_[i], before, vector_.size())) return false;
        before = next;
    }
    return true;
}

bool device_reduction::is_read_later(std::size_t member) const
{
    return results_[member] == operands_[member] && member + 1 < operands_.size();
}

// Of the sum of what is before a member; two take turns where it may not be its result's yet.
std::byte* device_reduction::place_before(std::size_t member) const
{
    return is_read_later(member) ? scratch_[member % 2].at : results_[member];
}

bool device_reduction::hand_out_blocks(const std::byte* from_host)
{
    for (std::size_t i = 0; i < operands_.size(); ++i) {
        auto bytes = bytes_of(block_of(i).count);
        if (bytes > 0 && !copy(results_[i], from_host, bytes, copy_way::to_device)) return false;
        from_host += bytes;
    }
    return true;
}

bool device_reduction::hand_out_prefixes(const std::byte* from_host)
{
    auto* before = from_host ? scratch_[0].at : nullptr;
    if (before && !copy(before, from_host, vector_.size(), copy_way::to_device)) return false;
    return vector_.form == device_form::prefixes ? prefixes(before) : prefixes_before(before);
}

} // namespace hocket
