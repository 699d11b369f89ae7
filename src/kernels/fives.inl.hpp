// SPDX-License-Identifier: BSD-3-Clause
// Pairs of five words of 32 bits, one behind the other in memory: two words of each pair at a time become a lane of 64
// bits. As many pairs as there are such lanes lie in two and a half vectors, the third of which overlaps the second.
// Included anew for each instruction set; for those that look words up in a whole vector.
#if defined(HOCKET_FIVES_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef HOCKET_FIVES_INL
#undef HOCKET_FIVES_INL
#else
#define HOCKET_FIVES_INL
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
constexpr std::size_t five_starts[] = {0, word_lanes, word_lanes / 2 * 3}; // words before each vector

struct five_vectors {
    words part[3];
};
HWY_INLINE five_vectors load_fives(const std::byte* at)
{
    const auto* from = reinterpret_cast<const std::uint32_t*>(at);
    const word_tag d;
    return {hn::LoadU(d, from + five_starts[0]), hn::LoadU(d, from + five_starts[1]),
            hn::LoadU(d, from + five_starts[2])};
}

// For each lane of a vector, which word of all it gets.
constexpr word_list wanted_words(const std::size_t (&of_pair)[2])
{
    word_list all{};
    for (std::size_t i = 0; i < word_lanes; ++i) all[i] = std::uint32_t(i / 2 * 5 + of_pair[i % 2]);
    return all;
}
// Where that is in the third vector; nothing of interest for what lies before it.
constexpr word_list in_third(word_list of)
{
    for (auto& word : of) word = word < 2 * word_lanes ? 0 : word - std::uint32_t(five_starts[2]);
    return of;
}
constexpr word_list in_first_or_second(word_list of)
{
    for (auto& word : of) word %= word_lanes;
    return of;
}
// For each word of a vector of pairs, its pair's lane.
constexpr word_list lanes_of_pairs(std::size_t start)
{
    word_list all{};
    for (std::size_t i = 0; i < word_lanes; ++i) all[i] = std::uint32_t((start + i) / 5 * 2);
    return all;
}

template <class Op, bool second> struct gathered {
    static constexpr word_list wanted = wanted_words(second ? Op::second : Op::first);
    static constexpr word_list early = in_first_or_second(wanted), late = in_third(wanted);

    static HWY_INLINE auto from(const five_vectors& all)
    {
        const word_tag d;
        const auto word = hn::LoadU(d, wanted.data());
        const auto at = hn::SetTableIndices(d, early.data()), beyond = hn::SetTableIndices(d, late.data());
        const auto two = hn::IfThenElse(hn::Lt(word, hn::Set(d, std::uint32_t(word_lanes))),
                                        hn::TableLookupLanes(all.part[0], at), hn::TableLookupLanes(all.part[1], at));
        const auto three = hn::IfThenElse(hn::Lt(word, hn::Set(d, std::uint32_t(2 * word_lanes))), two,
                                          hn::TableLookupLanes(all.part[2], beyond));
        return hn::BitCast(hn::ScalableTag<std::int64_t>(), three);
    }
};

template <std::size_t part>
HWY_INLINE void store_five(std::byte* out, const five_vectors& low, const five_vectors& high, words take)
{
    static constexpr word_list lanes = lanes_of_pairs(five_starts[part]);
    const word_tag d;
    const auto here = hn::MaskFromVec(hn::TableLookupLanes(take, hn::SetTableIndices(d, lanes.data())));
    hn::StoreU(hn::IfThenElse(here, high.part[part], low.part[part]), d,
               reinterpret_cast<std::uint32_t*>(out) + five_starts[part]);
}

template <class Op> HWY_INLINE void combine_five(std::byte* out, const std::byte* low, const std::byte* high)
{
    const hn::ScalableTag<std::int64_t> wide;
    const auto a = load_fives(low), b = load_fives(high);
    const auto take = Op::takes_high(gathered<Op, false>::from(a), gathered<Op, true>::from(a),
                                     gathered<Op, false>::from(b), gathered<Op, true>::from(b));
    const auto lanes = hn::BitCast(word_tag(), hn::VecFromMask(wide, take));
    store_five<0>(out, a, b, lanes);
    store_five<1>(out, a, b, lanes);
    store_five<2>(out, a, b, lanes);
}

template <class Op> void combine_fives(std::byte* out, const std::byte* low, const std::byte* high, std::size_t n)
{
    constexpr std::size_t size = 5 * sizeof(std::uint32_t), step = word_lanes / 2 * size;
    const std::size_t bytes = n * size;
    std::size_t i = 0;
    for (; i + step <= bytes; i += step) combine_five<Op>(out + i, low + i, high + i);
    if (i < bytes) pair_kernel(Op::what, Op::of)(out + i, low + i, high + i, (bytes - i) / size);
}

} // namespace
} // namespace hocket::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif

#endif
