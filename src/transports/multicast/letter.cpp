// SPDX-License-Identifier: BSD-3-Clause
#include "transports/multicast/letter.hpp"

namespace hocket {

namespace {

struct letter_header {
    std::uint32_t mark;
    std::uint8_t kind, closes, pushed, unreached;
    std::uint32_t sender, context;
    std::uint64_t number;
    std::uint32_t first, second;
    std::uint64_t length, size;
};
static_assert(sizeof(letter_header) == cast_letter::header);
constexpr std::uint32_t letter_mark = 0x01'4c'4b'48;

std::size_t body_of(const letter_header& h)
{
    std::size_t n = 0;
    for (std::uint32_t i = 0; i < h.second; ++i) n += cast_packet::size(h.length, h.first + i);
    return n;
}

bool is_sound(const letter_header& h)
{
    if (h.mark != letter_mark || h.kind > std::uint8_t(letter_kind::failed)) return false;
    if (h.length > cast_packet::longest) return false;
    auto count = cast_packet::count(h.length);
    switch (letter_kind(h.kind)) {
    case letter_kind::have: return h.size == 0 && h.first <= count && h.second <= count;
    case letter_kind::want: return h.size % 4 == 0 && h.size <= 4 * cast_letter::most_wanted;
    case letter_kind::failed: return h.size == 0;
    default: break;
    }
    bool there = h.second <= cast_letter::packets && h.first <= count && h.second <= count - h.first;
    return there && h.size == body_of(h);
}

} // namespace

std::size_t write_letter(const cast_letter& what, std::byte* into)
{
    letter_header h{letter_mark,    std::uint8_t(what.kind), what.closes,    what.pushed, what.unreached,
                    what.of.sender, what.of.context,         what.of.number, what.first,  what.second,
                    what.length,    what.body.size()};
    std::memcpy(into, &h, sizeof h);
    if (!what.body.empty()) std::memcpy(into + sizeof h, what.body.data(), what.body.size());
    return sizeof h + what.body.size();
}

bool read_letter(cbytes from, cast_letter& into)
{
    letter_header h;
    if (from.size() < sizeof h || from.size() > cast_letter::whole) return false;
    std::memcpy(&h, from.data(), sizeof h);
    if (h.size != from.size() - sizeof h || !is_sound(h)) return false;
    into = {letter_kind(h.kind),
            h.closes != 0,
            h.pushed != 0,
            h.unreached != 0,
            {h.sender, h.context, h.number},
            h.first,
            h.second,
            h.length,
            from.subspan(sizeof h)};
    return true;
}

std::vector<std::uint32_t> wanted_in(const cast_letter& of)
{
    std::vector<std::uint32_t> all(of.body.size() / 4);
    if (!all.empty()) std::memcpy(all.data(), of.body.data(), of.body.size());
    return all;
}

} // namespace hocket
