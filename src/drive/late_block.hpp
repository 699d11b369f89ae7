// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "base/copy.hpp"
#include "transports/engine.hpp"
#include <utility>

namespace hocket {

// A long block that its rank has still to put among those of the others. Messages take it from where the caller has it:
// what was just written would have to come out of this processor's cache. It is moved once they are under way, or when
// one needs it together with its neighbours. So algorithms read it by verbs alone, and put nothing else in its place.
class late_block final : public staging {
public:
    static constexpr std::size_t short_ones = 4096; // bytes of a block that is not worth it

    late_block(cbytes from, bytes among) : from_(from), among_(among) {}

    void move()
    {
        if (!std::exchange(moved_, true)) move_bytes(among_.data(), from_.data(), from_.size());
    }
    void before_reading(cbytes part) override
    {
        auto* end = part.data() + part.size();
        if (part.data() < among_.data() + among_.size() && end > among_.data()) move();
    }
    const std::byte* source_of(cbytes part) override
    {
        if (part.data() >= among_.data() && part.data() + part.size() <= among_.data() + among_.size())
            return from_.data() + (part.data() - among_.data());
        before_reading(part);
        return part.data();
    }
    void after_writing(cbytes) override {}

private:
    cbytes from_;
    bytes among_;
    bool moved_ = false;
};

} // namespace hocket
