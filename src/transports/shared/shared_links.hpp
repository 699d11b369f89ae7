// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "transports/neighbours.hpp"
#include "transports/shared/announcements.hpp"
#include "transports/shared/inbox.hpp"
#include "transports/shared/outbox.hpp"
#include "transports/staged.hpp"
#include <functional>

namespace hocket {

// The messages between the ranks of a node, through memory that they share.
template <class Area> class shared_links final : public neighbours {
public:
    struct place {
        area_shape shape;
        int me;                 // among the ranks of the node
        std::vector<int> index; // of each rank of the communicator among those of the node, -1: on another one
        std::size_t lend;       // messages of more bytes are lent
        bool crowded = false;   // the ranks outnumber the processors
        // The same while this rank streams, or takes cells in turn: these are not far from their readers then.
        std::size_t lend_later = lend;
    };

    // landing(bytes): memory until the end of the operation.
    shared_links(Area area, place where, far_memory& far, std::function<std::byte*(std::size_t)> landing)
        : area_(std::move(area)), where_(std::move(where)), landing_(std::move(landing)),
          out_(area_, where_.shape, where_.me, where_.lend, where_.lend_later, far),
          in_(area_, where_.shape, where_.me, far), told_(area_, where_.shape, where_.me, where_.crowded),
          has_all_(where_.index.size() == std::size_t(where_.shape.ranks))
    {
    }

    bool reaches(int rank) const override { return where_.index[std::size_t(rank)] >= 0; }
    bool tells_all(std::size_t n, bool node) const override
    {
        return (node || has_all_) && n <= where_.shape.most_told();
    }
    // What cells may take; of what is lent the other end has to read a list first.
    bool takes_pieces(int rank, std::size_t n) const override { return reaches(rank) && n <= out_.longest_in_pieces(); }

    bool post(request& r) override
    {
        int peer = where_.index[std::size_t(r.peer)];
        if (picture_) before(*picture_, r);
        bool done = r.told                 ? told_.post(r, peer)
                    : r.what == verb::send ? out_.post(r, peer, !in_.has_awaited())
                                           : in_.post(r, peer);
        if (done && picture_) after(*picture_, r);
        r.slot = -1;
        under_way_ += !done;
        return done;
    }

    // Resuming posts, so whoever has ended is resumed when all has been looked at.
    bool progress(bool all) override
    {
        auto ended = [&](request& r) {
            r.slot = std::int64_t(ready_.size());
            ready_.push_back(&r);
        };
        bool moved = out_.progress(!in_.has_awaited(), ended);
        moved |= in_.progress(std::ref(landing_), [this](int rank) { return out_.lends_to(rank); }, ended);
        moved |= told_.progress(ended, all);
        for (std::size_t i = 0; i < ready_.size(); ++i) {
            if (!ready_[i]) continue; // cancelled by one that was resumed before it
            auto& r = *ready_[i];
            r.slot = -1;
            if (picture_) after(*picture_, r);
            --under_way_;
            r.finish().resume();
        }
        ready_.clear();
        return moved;
    }

    bool is_idle() const override { return under_way_ == 0; }

    void cancel(request& r) noexcept override
    {
        --under_way_;
        if (r.slot >= 0) ready_[std::size_t(r.slot)] = nullptr;
        else if (r.told) told_.cancel(r);
        else if (r.what == verb::send) out_.cancel(r);
        else in_.cancel(r);
        r.done = nullptr;
    }
    void begin(staging* picture) override
    {
        picture_ = picture;
        in_.begin();
    }
    bool has_left_lent() const noexcept override { return out_.has_left_lent() || in_.has_left_open(); }
    bool failed() const noexcept override { return in_.failed() || told_.failed(); }
    heard_of heard() const noexcept override { return told_.heard(); }

private:
    Area area_;
    place where_;
    std::function<std::byte*(std::size_t)> landing_;
    outbox<Area> out_;
    inbox<Area> in_;
    announcements<Area> told_;
    bool has_all_; // ranks of the communicator on this node
    std::vector<request*> ready_;
    int under_way_ = 0;
    staging* picture_ = nullptr;
};

} // namespace hocket
