// SPDX-License-Identifier: BSD-3-Clause
#include "interpose/verify.hpp"
#include "interpose/verify_tools.hpp"
#include <numeric>

namespace hocket {

namespace {

using plain = std::vector<std::byte>;

// The blocks that travel, piece by piece since they may be large: all at the root, elsewhere the own one. The root's
// own is among them unless it is in place.
class comparison {
public:
    comparison(const rooted_call& call, const rooted_user& user)
        : call_(call), user_(user), piece_(std::max<std::size_t>(1, (std::size_t(64) << 20) / std::size_t(user.ranks)))
    {
        if (!in_place()) mine_ = packed_whole(user.own, call.comm);
        for (int i = 0; user.at_root() && i < user.ranks; ++i)
            blocks_.push_back(i == user.rank && in_place() ? plain()
                                                           : packed_whole(block_of(user.blocks, i), call.comm));
    }

    // Block and offset of the first difference on this rank, in words; empty: none.
    std::string run()
    {
        std::uint64_t here = mine_.size(), largest = 0;
        greatest_of_all(&here, &largest, 1, call_.comm);
        std::string found;
        for (std::size_t at = 0; at < largest; at += piece_) {
            auto one = call_.gathers() ? gather(at) : scatter(at);
            if (found.empty()) found = one;
        }
        return found;
    }

private:
    bool in_place() const { return user_.own.at == MPI_IN_PLACE; }
    std::size_t part(const plain& block, std::size_t at) const
    {
        return std::min(piece_, block.size() - std::min(block.size(), at));
    }
    // What the root's lists say about one piece of each block.
    void list_parts(std::size_t at)
    {
        counts_.clear();
        offsets_.assign(1, 0);
        for (auto& b : blocks_) {
            counts_.push_back(int(part(b, at)));
            offsets_.push_back(offsets_.back() + counts_.back());
        }
        library_.resize(std::size_t(offsets_.back()));
    }
    std::string gather(std::size_t at)
    {
        list_parts(at);
        mpi.Gatherv(mine_.data() + std::min(at, mine_.size()), int(part(mine_, at)), MPI_BYTE, library_.data(),
                    counts_.data(), offsets_.data(), MPI_BYTE, call_.root, call_.comm);
        for (std::size_t i = 0; i < blocks_.size(); ++i)
            if (auto same = compare(library_.data() + offsets_[i], blocks_[i], at); !same.empty())
                return "from rank " + std::to_string(i) + same;
        return {};
    }
    std::string scatter(std::size_t at)
    {
        list_parts(at);
        for (std::size_t i = 0; i < blocks_.size(); ++i)
            std::copy_n(blocks_[i].data() + std::min(at, blocks_[i].size()), counts_[i], library_.data() + offsets_[i]);
        plain theirs(part(mine_, at));
        mpi.Scatterv(library_.data(), counts_.data(), offsets_.data(), MPI_BYTE, theirs.data(), int(theirs.size()),
                     MPI_BYTE, call_.root, call_.comm);
        auto same = compare(theirs.data(), mine_, at);
        return same.empty() ? same : "from rank " + std::to_string(call_.root) + same;
    }
    std::string compare(const std::byte* library, const plain& ours, std::size_t at) const
    {
        auto n = part(ours, at);
        auto same =
            std::size_t(std::mismatch(library, library + n, ours.data() + std::min(at, ours.size())).first - library);
        if (same == n) return {};
        return ": of " + std::to_string(ours.size()) + " bytes the first that differs is at offset " +
               std::to_string(at + same);
    }

    const rooted_call& call_;
    const rooted_user& user_;
    std::size_t piece_;
    plain mine_, library_;
    std::vector<plain> blocks_;
    std::vector<int> counts_, offsets_;
};

} // namespace

void verify_sizes(const rooted_call& call, const rooted_user& user)
{
    bool in_place = user.own.at == MPI_IN_PLACE;
    std::uint64_t mine = in_place ? user.blocks.size_of(user.rank) : user.own.size();
    std::vector<std::uint64_t> all(user.at_root() ? std::size_t(user.ranks) : 0);
    mpi.Gather(&mine, 1, MPI_UINT64_T, all.data(), 1, MPI_UINT64_T, call.root, call.comm);
    std::string wrong;
    for (std::size_t i = 0; wrong.empty() && i < all.size(); ++i)
        if (auto expected = user.blocks.size_of(int(i)); all[i] != expected)
            wrong = call.disagreement({int(i), all[i], expected});
    end_if_wrong(call.comm, !wrong.empty(), wrong);
}

void verify_result(const rooted_call& call, const rooted_user& user, const std::string& algorithm)
{
    auto wrong = comparison(call, user).run();
    end_if_wrong(call.comm, !wrong.empty(),
                 algorithm + " brought rank " + std::to_string(user.rank) + " wrong data " + wrong);
}

} // namespace hocket
