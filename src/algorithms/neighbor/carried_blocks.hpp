// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "algorithms/in_pieces.hpp"
#include "algorithms/neighbor/neighbor_blocks.hpp"

namespace hocket::neighbor {

// Where everything lies once the sizes are known.
class carried_blocks {
public:
    carried_blocks(net on, const neighbor_route& route, neighbor_blocks data)
        : on_(on), data_(data), ends_(on.ledger<std::size_t>(route.slots + 1))
    {
        ends_[0] = 0;
        for (std::size_t i = 1; i < ends_.size(); ++i) ends_[i] = data.each.value_or(0);
    }

    std::size_t& size_of_slot(int slot) { return ends_[std::size_t(slot) + 1]; }
    std::size_t size_of(route_item what) const
    {
        auto i = std::size_t(what.index);
        if (what.where == lies::slot) return ends_[i + 1] - (has_room_ ? ends_[i] : 0);
        auto [places, at] = place_of(what);
        return places->of(at, at + 1);
    }
    // From then on sizes stand, as ends.
    void make_room()
    {
        for (std::size_t i = 1; i < ends_.size(); ++i) ends_[i] += ends_[i - 1];
        room_ = on_.scratch(ends_.back());
        has_room_ = true;
    }
    pieces of(std::span<const route_item> items) const
    {
        std::size_t n = 0;
        for (auto& what : items) n += std::size_t(put(what, nullptr, 0));
        auto list = on_.ledger<bytes>(int(n));
        std::size_t used = 0;
        for (auto& what : items) used += std::size_t(put(what, list.data() + used, int(n - used)));
        return joined(list);
    }

private:
    // What follows one another is one piece, slots above all.
    static pieces joined(std::span<bytes> list)
    {
        std::size_t n = 0;
        for (auto& p : list)
            if (n > 0 && list[n - 1].data() + list[n - 1].size() == p.data())
                list[n - 1] = {list[n - 1].data(), list[n - 1].size() + p.size()};
            else list[n++] = p;
        return list.first(n);
    }
    std::pair<const block_places*, int> place_of(route_item what) const
    {
        if (what.where == lies::in) return {data_.in, what.index};
        return {data_.out, data_.one_out ? 0 : what.index};
    }
    int put(route_item what, bytes* into, int room) const
    {
        if (what.where != lies::slot) {
            auto [places, at] = place_of(what);
            return places->pieces(at, at + 1, into, room);
        }
        auto i = std::size_t(what.index);
        if (ends_[i] == ends_[i + 1]) return 0;
        if (room > 0) *into = room_.subspan(ends_[i], ends_[i + 1] - ends_[i]);
        return 1;
    }

    net on_;
    neighbor_blocks data_;
    std::span<std::size_t> ends_;
    bytes room_;
    bool has_room_ = false;
};

} // namespace hocket::neighbor
