// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "net/request.hpp"

namespace hocket {

// Pieces in their order, as many as there is room for, neighbours in memory joined.
class piece_list {
public:
    piece_list(bytes* into, int room) : into_(into), room_(room) {}
    void add(bytes p)
    {
        if (count_ > 0 && p.data() == end_) {
            if (count_ <= room_) into_[count_ - 1] = {into_[count_ - 1].data(), into_[count_ - 1].size() + p.size()};
        } else if (++count_ <= room_) {
            into_[count_ - 1] = p;
        }
        end_ = p.data() + p.size();
    }
    int count() const { return count_; }

private:
    bytes* into_;
    int room_, count_ = 0;
    std::byte* end_ = nullptr;
};

} // namespace hocket
