// SPDX-License-Identifier: BSD-3-Clause
// Pairs of three or five words of 32 bits, one behind the other in memory: two words of each pair at a time become a
// lane of 64 bits. As many pairs as there are such lanes lie in one and a half or two and a half vectors, the last of
// which overlaps the one before. Included anew for each instruction set; for those that look words up in a whole
// vector.
#if defined(HOCKET_ODD_WORDS_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef HOCKET_ODD_WORDS_INL
#undef HOCKET_ODD_WORDS_INL
#else
#define HOCKET_ODD_WORDS_INL
#endif

#include "kernels/words.inl.hpp"
#include <array>

#if HWY_TARGET == HWY_AVX2 || HWY_TARGET == HWY_AVX3

HWY_BEFORE_NAMESPACE();
namespace hocket::HWY_NAMESPACE {
namespace {

using word_tag = hn::ScalableTag<std::uint32_t>;
using words = hn::Vec<word_tag>;
using word_list = std::array<std::uint32_t, HWY_LANES(std::uint32_t)>;
constexpr std::size_t word_lanes = HWY_LANES(std::uint32_t);

// Of pairs of so many words.
template <std::size_t pair> constexpr std::size_t vectors_of = pair / 2 + 1;
template <std::size_t pair> constexpr std::size_t step_words = word_lanes / 2 * pair;
template <std::size_t pair> constexpr std::size_t start_of(std::size_t part)
{
    return part + 1 < vectors_of<pair> ? part * word_lanes : step_words<pair> - word_lanes;
}

template <std::size_t pair> struct pair_vectors {
    words part[vectors_of<pair>];
};
template <std::size_t pair> HWY_INLINE pair_vectors<pair> load_pairs(const std::byte* at)
{
    const auto* from = reinterpret_cast<const std::uint32_t*>(at);
    const word_tag d;
    if constexpr (pair == 3) return {hn::LoadU(d, from), hn::LoadU(d, from + start_of<3>(1))};
    else return {hn::LoadU(d, from), hn::LoadU(d, from + start_of<5>(1)), hn::LoadU(d, from + start_of<5>(2))};
}

// For each lane of a vector, which word of all it gets.
constexpr word_list wanted_words(std::size_t pair, const std::size_t (&of_pair)[2])
{
    word_list all{};
    for (std::size_t i = 0; i < word_lanes; ++i) all[i] = std::uint32_t(i / 2 * pair + of_pair[i % 2]);
    return all;
}
// Where that is in a vector of those that start there; nothing of interest for what lies outside.
constexpr word_list within(word_list of, std::size_t start)
{
    for (auto& word : of) word = (word - std::uint32_t(start)) % word_lanes;
    return of;
}
// For each word of a vector of pairs, its pair's lane.
constexpr word_list lanes_of_pairs(std::size_t pair, std::size_t start)
{
    word_list all{};
    for (std::size_t i = 0; i < word_lanes; ++i) all[i] = std::uint32_t((start + i) / pair * 2);
    return all;
}

template <class Op, bool second> struct gathered {
    static constexpr word_list wanted = wanted_words(Op::pair, second ? Op::second : Op::first);

    static HWY_INLINE auto from(const pair_vectors<Op::pair>& all)
    {
        return hn::BitCast(hn::ScalableTag<std::int64_t>(), up_to<vectors_of<Op::pair> - 1>(all));
    }

private:
    // What lies in that vector or before it.
    template <std::size_t part> static HWY_INLINE words up_to(const pair_vectors<Op::pair>& all)
    {
        static constexpr word_list at = within(wanted, start_of<Op::pair>(part));
        const word_tag d;
        const auto here = hn::TableLookupLanes(all.part[part], hn::SetTableIndices(d, at.data()));
        if constexpr (part == 0) return here;
        else {
            const auto before = hn::Lt(hn::LoadU(d, wanted.data()), hn::Set(d, std::uint32_t(part * word_lanes)));
            return hn::IfThenElse(before, up_to<part - 1>(all), here);
        }
    }
};

// The vectors up to that one.
template <std::size_t part, std::size_t pair>
HWY_INLINE void store_pairs(std::byte* out, const pair_vectors<pair>& low, const pair_vectors<pair>& high, words take)
{
    static constexpr word_list lanes = lanes_of_pairs(pair, start_of<pair>(part));
    const word_tag d;
    if constexpr (part > 0) store_pairs<part - 1>(out, low, high, take);
    const auto here = hn::MaskFromVec(hn::TableLookupLanes(take, hn::SetTableIndices(d, lanes.data())));
    hn::StoreU(hn::IfThenElse(here, high.part[part], low.part[part]), d,
               reinterpret_cast<std::uint32_t*>(out) + start_of<pair>(part));
}

template <class Op> HWY_INLINE void combine_step(std::byte* out, const std::byte* low, const std::byte* high)
{
    const hn::ScalableTag<std::int64_t> wide;
    const auto a = load_pairs<Op::pair>(low), b = load_pairs<Op::pair>(high);
    const auto take = Op::takes_high(gathered<Op, false>::from(a), gathered<Op, true>::from(a),
                                     gathered<Op, false>::from(b), gathered<Op, true>::from(b));
    store_pairs<vectors_of<Op::pair> - 1>(out, a, b, hn::BitCast(word_tag(), hn::VecFromMask(wide, take)));
}

// As far as whole steps go; where they end.
template <class Op>
HWY_INLINE std::size_t combine_steps(std::byte* out, const std::byte* low, const std::byte* high, std::size_t bytes)
{
    constexpr std::size_t step = step_words<Op::pair> * sizeof(std::uint32_t);
    std::size_t i = 0;
    for (; i + step <= bytes; i += step) combine_step<Op>(out + i, low + i, high + i);
    return i;
}

} // namespace
} // namespace hocket::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#else

HWY_BEFORE_NAMESPACE();
namespace hocket::HWY_NAMESPACE {
namespace {

// None.
template <class Op> HWY_INLINE std::size_t combine_steps(std::byte*, const std::byte*, const std::byte*, std::size_t)
{
    return 0;
}

} // namespace
} // namespace hocket::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif

#endif
