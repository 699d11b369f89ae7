// SPDX-License-Identifier: BSD-3-Clause
#include "world/watch.hpp"
#include <algorithm>
#include <functional>

namespace hocket {
namespace {

// Where bytes of a request lie: in one piece, or in several.
struct regions {
    const request* of = nullptr; // null: nowhere
    const std::byte* whole = nullptr;

    int count() const { return !of ? 0 : of->pieces ? of->piece_count : 1; }
    cbytes operator[](int i) const { return of->pieces ? cbytes(of->pieces[i]) : cbytes(whole, of->count); }
    // The first byte of piece i, among those of the request.
    std::size_t offset(int i) const
    {
        std::size_t n = 0;
        for (int j = 0; j < i; ++j) n += (*this)[j].size();
        return n;
    }
};

regions read_by(const request& r)
{
    bool reads = r.what == verb::send || r.what == verb::copy || r.what == verb::reduce ||
                 (r.what == verb::native_bcast && r.peer == r.owner);
    return reads ? regions{&r, r.from} : regions();
}

// The operand of a reduction that stays where it is.
regions held_by(const request& r)
{
    return r.with && r.with != r.into ? regions{&r, r.with} : regions();
}

regions written_by(const request& r)
{
    bool writes = r.what != verb::send && (r.what != verb::native_bcast || r.peer != r.owner);
    return writes ? regions{&r, r.into} : regions();
}

cbytes common(cbytes a, cbytes b)
{
    std::less<const std::byte*> before;
    auto* first = std::max(a.data(), b.data(), before);
    auto* last = std::min(a.data() + a.size(), b.data() + b.size(), before);
    return before(first, last) ? cbytes(first, last) : cbytes();
}

// Bytes first..last of a request.
struct clash {
    std::size_t first, last;
};

// What piece i of `mine` shares with `other`.
std::optional<clash> between(const regions& mine, int i, cbytes other)
{
    auto shared = common(mine[i], other);
    if (shared.empty()) return {};
    auto first = mine.offset(i) + std::size_t(shared.data() - mine[i].data());
    return clash{first, first + shared.size() - 1};
}

std::optional<clash> between(const regions& mine, const regions& theirs)
{
    for (int i = 0; i < mine.count(); ++i)
        for (int j = 0; j < theirs.count(); ++j)
            if (auto shared = between(mine, i, theirs[j])) return shared;
    return {};
}

// The part of r's buffers that r and `other` may not have together.
std::optional<clash> between(const request& r, const request& other)
{
    for (auto theirs : {read_by(other), held_by(other), written_by(other)})
        if (auto shared = between(written_by(r), theirs)) return shared;
    for (auto mine : {read_by(r), held_by(r)})
        if (auto shared = between(mine, written_by(other))) return shared;
    return {};
}

// What lies in two of its pieces.
std::optional<clash> inside(const regions& of)
{
    for (int i = 1; i < of.count(); ++i)
        for (int j = 0; j < i; ++j)
            if (auto shared = between(of, i, of[j])) return shared;
    return {};
}

} // namespace

std::string describe(const request& r)
{
    auto peer = std::to_string(r.peer);
    switch (r.what) {
    case verb::send: return "sends to " + peer;
    case verb::recv: return "waits for " + peer;
    case verb::recv_reduce: return "waits to combine from " + peer;
    case verb::copy: return "copies";
    case verb::reduce: return "combines";
    case verb::native_bcast: return "waits in the native broadcast of " + peer;
    }
    return {};
}

std::optional<std::string> watch::disturbs(const request& r) const
{
    auto sized = [](const request& one) { return describe(one) + " (" + std::to_string(one.count) + " bytes)"; };
    auto text = [&](const clash& c, const std::string& how) {
        return "rank " + std::to_string(r.owner) + " " + sized(r) + ": bytes " + std::to_string(c.first) + "-" +
               std::to_string(c.last) + " of it are in use where the rank " + how;
    };
    if (r.what == verb::copy)
        if (auto c = between(written_by(r), read_by(r))) return text(*c, "copies from");
    if (auto c = inside(written_by(r))) return text(*c, "receives another piece of it");
    for (auto* other : open_)
        if (auto c = between(r, *other)) return text(*c, sized(*other));
    return {};
}

void watch::remove(const request& r)
{
    auto at = std::find(open_.begin(), open_.end(), &r);
    if (at == open_.end()) return;
    *at = open_.back();
    open_.pop_back();
}

} // namespace hocket
