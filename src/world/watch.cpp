// SPDX-License-Identifier: BSD-3-Clause
#include "world/watch.hpp"
#include <algorithm>
#include <functional>

namespace hocket {
namespace {

cbytes read_by(const request& r)
{
    bool reads = r.what == verb::send || r.what == verb::copy || r.what == verb::reduce ||
                 (r.what == verb::native_bcast && r.peer == r.owner);
    return reads ? cbytes(r.from, r.count) : cbytes();
}

cbytes written_by(const request& r)
{
    bool writes = r.what != verb::send && (r.what != verb::native_bcast || r.peer != r.owner);
    return writes ? cbytes(r.into, r.count) : cbytes();
}

cbytes common(cbytes a, cbytes b)
{
    std::less<const std::byte*> before;
    auto* first = std::max(a.data(), b.data(), before);
    auto* last = std::min(a.data() + a.size(), b.data() + b.size(), before);
    return before(first, last) ? cbytes(first, last) : cbytes();
}

struct clash {
    cbytes mine, where;
};

// The part of r's buffers that r and `other` may not have together.
std::optional<clash> between(const request& r, const request& other)
{
    for (auto theirs : {read_by(other), written_by(other)})
        if (auto shared = common(written_by(r), theirs); !shared.empty()) return clash{written_by(r), shared};
    auto shared = common(read_by(r), written_by(other));
    if (!shared.empty()) return clash{read_by(r), shared};
    return {};
}

std::string range(const clash& c)
{
    auto first = c.where.data() - c.mine.data();
    return "bytes " + std::to_string(first) + "-" + std::to_string(first + std::ptrdiff_t(c.where.size()) - 1);
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
    auto text = [&](const clash& c) {
        return "rank " + std::to_string(r.owner) + " " + describe(r) + " (" + std::to_string(r.count) +
               " bytes): " + range(c) + " of it are in use where the rank ";
    };
    if (r.what == verb::copy && !common(read_by(r), written_by(r)).empty())
        return text({written_by(r), common(read_by(r), written_by(r))}) + "copies from";
    for (auto* other : open_)
        if (auto c = between(r, *other))
            return text(*c) + describe(*other) + " (" + std::to_string(other->count) + " bytes)";
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
