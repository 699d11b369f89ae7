// SPDX-License-Identifier: BSD-3-Clause
#include "drive/typed_room.hpp"
#include "interpose/compare_results.hpp"
#include "interpose/verify.hpp"
#include "interpose/verify_tools.hpp"

namespace hocket {

namespace {

using plain = std::vector<std::byte>;

// Elements in their own layout, apart from the user's.
class typed_copy {
public:
    typed_copy(const reduction_user& user, std::size_t n) : room_(room_for(user.how.type, n)), memory_(room_.size)
    {
        is = {room_.in(memory_), n, user.how.type, user.how.element};
    }
    user_data is;

private:
    typed_room room_;
    plain memory_;
};

// Those of this rank's part of the result.
std::vector<double> sums_of_magnitudes(const result_comparison& by, const plain& operand, const reduction_user& user,
                                       MPI_Comm comm)
{
    constexpr std::size_t piece = 1 << 24;
    auto mine = by.magnitudes(operand);
    std::vector<double> all(mine.size());
    for (std::size_t at = 0; at < mine.size(); at += piece)
        mpi.Allreduce(mine.data() + at, all.data() + at, int(std::min(piece, mine.size() - at)), MPI_DOUBLE, MPI_SUM,
                      comm);
    if (!user.scatters || all.empty()) return all;
    std::size_t before = 0, per_element = all.size() / user.count;
    for (int i = 0; i < user.rank; ++i) before += std::size_t(user.parts.count_of(i));
    auto first = all.begin() + std::ptrdiff_t(before * per_element);
    return {first, first + std::ptrdiff_t(user.result_count() * per_element)};
}

} // namespace

reduction_check::reduction_check(const reduction_call& call, const reduction_user& user)
    : call_(call), user_(user),
      operand_(packed_whole({const_cast<void*>(user.from), user.count, user.how.type, user.how.element}, call.comm))
{
}

void reduction_check::verify(const std::string& algorithm) const
{
    if (user_.count == 0) return;
    plain ours;
    if (user_.gets_result && !user_.result_is_void)
        ours = packed_whole({user_.to, user_.result_count(), user_.how.type, user_.how.element}, call_.comm);
    auto wrong = user_.how.is_comparable() ? wrong_result(ours) : std::string();
    if (call_.which == collective::allreduce && differs_from_first(ours)) wrong = "another result than rank 0";
    end_if_wrong(call_.comm, !wrong.empty(), algorithm + " brought rank " + std::to_string(user_.rank) + " " + wrong);
}

// Which of two NaNs goes on is the processor's choice, by the order of its operands: any one is as good as another.
bool reduction_check::differs_from_first(const plain& ours) const
{
    auto mine = user_.how.of ? result_comparison(user_.how, user_.ranks).with_one_nan(ours) : ours;
    return first_difference(mine, 0, call_.comm) < mine.size();
}

std::string reduction_check::wrong_result(const plain& ours) const
{
    result_comparison by(user_.how, user_.ranks);
    std::vector<double> sums;
    if (by.needs_magnitudes()) sums = sums_of_magnitudes(by, operand_, user_, call_.comm);
    auto theirs = library_result();
    if (ours.empty()) return {};
    auto n = ours.size() / user_.how.element, at = by.first_difference(ours, theirs, sums);
    if (at == n) return {};
    return "a wrong result: of " + std::to_string(n) + " elements the first that differs from the library's is " +
           std::to_string(at);
}

plain reduction_check::library_result() const
{
    typed_copy from(user_, user_.count), to(user_, user_.count);
    elements(from.is, call_.comm).unpack(0, from.is.count, const_cast<std::byte*>(operand_.data()));
    call_.native(from.is.at, to.is.at);
    to.is.count = user_.result_count();
    return packed_whole(to.is, call_.comm);
}

} // namespace hocket
