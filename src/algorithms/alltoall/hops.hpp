// SPDX-License-Identifier: BSD-3-Clause
// Alltoall of equal blocks in hops: in each step a block goes a part of its way, together with all others that go the
// same part, and what has come goes on from where it lies. No rotation: a block is known by the distance it goes.
#pragma once
#include "algorithms/in_pieces.hpp"
#include "shapes/hops.hpp"
#include <vector>

namespace hocket::alltoall {

// The pieces of n ranks in a row, round the end.
inline pieces pieces_around(net on, const block_places& all, int first, int n)
{
    int beyond = std::max(0, first + n - on.size()), end = first + n - beyond;
    int high = all.pieces(first, end, nullptr, 0), low = beyond > 0 ? all.pieces(0, beyond, nullptr, 0) : 0;
    auto list = on.ledger<bytes>(high + low);
    all.pieces(first, end, list.data(), high);
    if (low > 0) all.pieces(0, beyond, list.data() + high, low);
    return list;
}

// Blocks that have 0, 1, 2, ... before them, from the one on whose whole distance is `distance`. They lie together at
// `at`, or where the caller has them (null).
struct blocks_under_way {
    int distance, count;
    std::byte* at;
};

class hops {
public:
    // At most `sends` messages leave at a time; 0: all of a step.
    static task run(net on, exchanged_blocks data, hop_weights by, int sends)
    {
        if (on.size() == 1 || *data.each == 0) co_return;
        hops all(on, data, by);
        while (all.begin_step()) {
            co_await both(all.take(), all.give(sends));
            all.end_step();
        }
    }

private:
    hops(net on, exchanged_blocks data, hop_weights by) : on_(on), data_(data), by_(by), each_(*data.each)
    {
        runs_.push_back({0, on.size(), nullptr});
    }

    bool begin_step()
    {
        if (++step_ == by_.steps) return false;
        w_ = by_.weight[std::size_t(step_)];
        first_.assign(1, 0);
        for (int j = 1; j <= by_.most(step_); ++j) {
            first_.push_back(first_.back());
            for (auto& run : runs_) first_.back() += std::size_t(part_of(run, j));
        }
        auto n = first_.back() * each_;
        come_ = on_.scratch(n);
        if (step_ > 0 && packed_.size() < n) packed_ = on_.scratch(n);
        return true;
    }
    // What has come lies where it came, and has less than the weight before it, as what has stayed.
    void end_step()
    {
        auto before = runs_.size();
        if (step_ + 1 == by_.steps) return;
        for (int j = 1; j <= by_.most(step_); ++j) {
            auto* at = come(j).data();
            for (std::size_t i = 0; i < before; ++i) {
                int n = part_of(runs_[i], j);
                if (n == 0) continue;
                runs_.push_back({runs_[i].distance + j * w_, n, at});
                at += std::size_t(n) * each_;
            }
        }
        for (std::size_t i = 0; i < before; ++i) runs_[i].count = part_of(runs_[i], 0);
    }

    // Of message j: how many of a run it holds, and where it lies.
    int part_of(const blocks_under_way& run, int j) const { return std::clamp(run.count - j * w_, 0, w_); }
    bytes part(bytes all, int j) const
    {
        auto from = first_[std::size_t(j) - 1], to = first_[std::size_t(j)];
        return all.subspan(from * each_, (to - from) * each_);
    }
    bytes come(int j) const { return part(come_, j); }
    // One block, which then is where it is going.
    bool is_last(int j) const { return first_[std::size_t(j)] - first_[std::size_t(j) - 1] == 1; }

    task take()
    {
        group messages;
        for (int j = 1; j <= by_.most(step_); ++j) messages.add(is_last(j) ? take_block(j) : take_message(j));
        co_await messages.all();
    }
    task take_block(int j)
    {
        int from = on_.prev(j * w_), owner = on_.prev(distance_of_last(j));
        co_await move_pieces(on_, {from, true}, pieces_of(on_, *data_.in, owner, owner + 1), come(j));
    }
    int distance_of_last(int j) const
    {
        for (auto& run : runs_)
            if (part_of(run, j) > 0) return run.distance + j * w_;
        return 0;
    }
    // The first of each run has nothing more before it.
    task take_message(int j)
    {
        auto left = come(j);
        co_await on_.recv(on_.prev(j * w_), left);
        for (auto& run : runs_) {
            int n = part_of(run, j), owner = on_.prev(run.distance + j * w_);
            if (n == 0) continue;
            bytes one;
            auto list = pieces_of(on_, *data_.in, owner, one);
            if (list.size() == 1) co_await on_.copy(one, left.first(each_)); // without a frame for it
            else co_await copy_pieces(on_, list, left, false);
            left = left.subspan(std::size_t(n) * each_);
        }
    }

    task give(int sends)
    {
        int most = by_.most(step_), next = 1;
        group workers;
        for (int i = 0; i < (sends == 0 ? most : std::min(sends, most)); ++i) workers.add(give_next(&next));
        co_await workers.all();
    }
    task give_next(int* next)
    {
        while (*next <= by_.most(step_)) {
            int j = (*next)++;
            if (runs_.size() == 1) co_await move_pieces(on_, {on_.next(j * w_), false}, own(j));
            else co_await give_message(j);
        }
    }
    task give_message(int j)
    {
        auto message = part(packed_, j), left = message;
        co_await copy_pieces(on_, own(j), left, true);
        left = left.subspan(std::size_t(part_of(runs_[0], j)) * each_);
        for (std::size_t i = 1; i < runs_.size(); ++i) {
            auto n = std::size_t(part_of(runs_[i], j)) * each_;
            if (n == 0) continue;
            co_await on_.copy(left.first(n), {runs_[i].at + std::size_t(j * w_) * each_, n});
            left = left.subspan(n);
        }
        co_await on_.send(on_.next(j * w_), message);
    }
    // What message j takes from the caller's memory; only the first run lies there.
    pieces own(int j) const
    {
        int n = part_of(runs_[0], j);
        return n > 0 ? pieces_around(on_, *data_.out, on_.next(j * w_), n) : pieces{};
    }

    net on_;
    exchanged_blocks data_;
    hop_weights by_;
    std::size_t each_;
    int step_ = -1, w_ = 0;
    std::vector<blocks_under_way, frame_allocator<blocks_under_way>> runs_;
    std::vector<std::size_t, frame_allocator<std::size_t>> first_; // message j holds blocks first[j-1]..first[j]-1
    bytes come_, packed_;
};

} // namespace hocket::alltoall
