// SPDX-License-Identifier: BSD-3-Clause
// Every kernel of every instruction set that is here, against the definition, bit by bit.
#include "kernels/kernels.hpp"
#include "kernels/operands.hpp"
#include "kernels/parts.hpp"
#include "kernels/plain_loop.hpp"
#include "kernels/reference.hpp"
#include <algorithm>
#include <cstring>
#include <gtest/gtest.h>

namespace hocket {
namespace {

constexpr std::size_t most = 4099;
constexpr std::size_t sizes[] = {0, 1, 2, 3, 5, 7, 8, 13, 16, 17, 31, 33, 63, 64, 65, 127, 130, 257, 1000, most};

enum class place { apart, on_low, on_high };
struct layout {
    place where;
    std::size_t low, high, out; // offsets from aligned memory
};
constexpr layout layouts[] = {{place::apart, 0, 0, 0},   {place::apart, 1, 3, 5},  {place::apart, 32, 8, 16},
                              {place::on_low, 0, 4, 0},  {place::on_low, 7, 0, 0}, {place::on_high, 8, 0, 0},
                              {place::on_high, 3, 11, 0}};

struct wanted {
    operation what;
    element of;
    std::vector<std::byte> low, high, result;
};

wanted by_definition(operation what, element of, std::size_t n)
{
    wanted all{what, of, operands(of, n, 1), operands(of, n, 2), {}};
    const std::size_t size = reference::size_of(of);
    all.result.resize(n * size);
    for (std::size_t i = 0; i < n * size; i += size)
        reference::combine(what, of, &all.result[i], &all.low[i], &all.high[i]);
    return all;
}

// A piece of the heap that ends where the data end, so that sanitizers see a byte too much.
class buffer {
public:
    buffer(std::size_t offset, const std::vector<std::byte>& from, std::size_t bytes)
        : all_(offset + bytes), offset_(offset)
    {
        std::copy_n(from.begin(), bytes, all_.begin() + std::ptrdiff_t(offset));
    }
    std::byte* data() { return all_.data() + offset_; }

private:
    std::vector<std::byte> all_;
    std::size_t offset_;
};

// The first element that differs, or n.
std::size_t first_wrong(const wanted& by, const kernel& with, const layout& lies, std::size_t n)
{
    const std::size_t bytes = n * with.size;
    buffer low(lies.low, by.low, bytes), high(lies.high, by.high, bytes), apart(lies.out, by.low, bytes);
    auto* out = lies.where == place::apart ? apart.data() : lies.where == place::on_low ? low.data() : high.data();
    with.combine(out, low.data(), high.data(), n);
    for (std::size_t i = 0; i < n; ++i)
        if (!reference::same(by.what, by.of, out + i * with.size, &by.result[i * with.size])) return i;
    return n;
}

template <class Body> void for_each_kernel(Body body)
{
    for (int what = 0; what < operations; ++what)
        for (int of = 0; of < elements_known; ++of)
            if (reference::defined(operation(what), element(of))) body(operation(what), element(of));
}

std::string name(operation what, element of, instructions set)
{
    return "operation " + std::to_string(int(what)) + " on element " + std::to_string(int(of)) + " with instructions " +
           std::to_string(int(set));
}

std::vector<instructions> sets_here()
{
    std::vector<instructions> sets;
    for (int set = 0; set < instruction_sets; ++set)
        if (here(instructions(set))) sets.push_back(instructions(set));
    return sets;
}

std::vector<std::byte> repeated(const std::byte* one, std::size_t size, std::size_t n)
{
    std::vector<std::byte> all(n * size);
    for (std::size_t i = 0; i < all.size(); ++i) all[i] = one[i % size];
    return all;
}

TEST(kernels, are_there_where_the_operation_is_defined_and_nowhere_else)
{
    for (int what = 0; what < operations; ++what)
        for (int of = 0; of < elements_known; ++of) {
            const auto* found = find_kernel(operation(what), element(of));
            ASSERT_EQ(found != nullptr, reference::defined(operation(what), element(of))) << what << " on " << of;
            if (!found) continue;
            ASSERT_EQ(found->size, reference::size_of(element(of))) << of;
        }
}

TEST(kernels, leave_the_bits_of_the_definition)
{
    for_each_kernel([](operation what, element of) {
        const auto by = by_definition(what, of, most);
        for (auto set : sets_here())
            for (const auto& lies : layouts)
                for (std::size_t n : sizes) {
                    const auto* with = find_kernel(what, of, set);
                    ASSERT_EQ(first_wrong(by, *with, lies, n), n)
                        << name(what, of, set) << ", " << n << " elements, layout " << &lies - layouts;
                }
    });
}

TEST(kernels, write_nothing_beside_the_result)
{
    constexpr std::size_t margin = 300;
    const auto canary = std::byte(0x5a);
    for_each_kernel([&](operation what, element of) {
        const auto low = operands(of, 130, 1), high = operands(of, 130, 2);
        for (auto set : sets_here())
            for (std::size_t n : {0, 1, 5, 33, 130}) {
                const auto* with = find_kernel(what, of, set);
                std::vector<std::byte> out(n * with->size + 2 * margin, canary);
                with->combine(&out[margin], low.data(), high.data(), n);
                const auto after = out.end() - std::ptrdiff_t(margin);
                ASSERT_EQ(std::count(out.begin(), out.begin() + margin, canary), margin) << name(what, of, set);
                ASSERT_EQ(std::count(after, out.end(), canary), margin) << name(what, of, set) << ", " << n;
            }
    });
}

// Whatever was there before: all ranks have equal bytes.
TEST(kernels, fill_long_doubles_up_with_zeros)
{
    constexpr std::size_t n = 130, size = sizeof(long double);
    for (auto of : {element::f80, element::c80})
        for (auto what : {operation::sum, operation::product}) {
            const auto low = operands(of, n, 1), high = operands(of, n, 2);
            for (auto set : sets_here()) {
                std::vector<std::byte> out(low.size(), std::byte(0x5a));
                find_kernel(what, of, set)->combine(out.data(), low.data(), high.data(), n);
                for (std::size_t i = 0; i < out.size(); ++i)
                    ASSERT_TRUE(i % size < long_double_bytes || out[i] == std::byte(0)) << name(what, of, set) << i;
            }
        }
}

// The same two operands at every place of the vector and its rest.
TEST(kernels, do_not_depend_on_the_place_of_an_element)
{
    for_each_kernel([](operation what, element of) {
        constexpr std::size_t n = 331;
        const auto low = operands(of, 40, 3), high = operands(of, 40, 4);
        for (auto set : sets_here())
            for (std::size_t k = 0; k < 40; ++k) {
                const auto* with = find_kernel(what, of, set);
                const auto a = repeated(&low[k * with->size], with->size, n);
                const auto b = repeated(&high[k * with->size], with->size, n);
                std::vector<std::byte> out(a.size());
                with->combine(out.data(), a.data(), b.data(), n);
                for (std::size_t i = 0; i < out.size(); i += with->size)
                    ASSERT_TRUE(reference::same(what, of, &out[i], &out[0])) << name(what, of, set) << " at " << i;
            }
    });
}

// `by`, over and over.
std::vector<std::byte> tiled(std::size_t offset, const std::vector<std::byte>& by, std::size_t bytes)
{
    std::vector<std::byte> all(offset + bytes);
    for (std::size_t i = 0; i < bytes; i += by.size())
        std::memcpy(&all[offset + i], by.data(), std::min(by.size(), bytes - i));
    return all;
}

// The first element that differs, or n.
std::size_t first_wrong_of_tiles(const wanted& by, const std::byte* found, std::size_t size, std::size_t n)
{
    for (std::size_t i = 0, tile; i < n; i += tile) {
        tile = std::min(by.result.size() / size, n - i);
        if (std::memcmp(found + i * size, by.result.data(), tile * size) == 0) continue;
        for (std::size_t k = 0; k < tile; ++k)
            if (!reference::same(by.what, by.of, found + (i + k) * size, &by.result[k * size])) return i + k;
    }
    return n;
}

// Results that do not fit into the cache go past it.
TEST(kernels, leave_the_bits_of_the_definition_past_the_cache)
{
    if (cache_bytes() > std::size_t(256) << 20) GTEST_SKIP() << "a cache of " << cache_bytes() << " bytes";
    for (auto [what, of] : {std::pair(operation::sum, element::i32), std::pair(operation::product, element::c64),
                            std::pair(operation::minimum, element::bf16)}) {
        const auto by = by_definition(what, of, most);
        const std::size_t size = reference::size_of(of), n = cache_bytes() / size + 7;
        for (std::size_t offset : {std::size_t(0), size, std::size_t(5)}) {
            const auto low = tiled(offset, by.low, n * size), high = tiled(0, by.high, n * size);
            std::vector<std::byte> out(n * size + offset);
            for (auto set : sets_here()) {
                find_kernel(what, of, set)->combine(&out[offset], &low[offset], high.data(), n);
                ASSERT_EQ(first_wrong_of_tiles(by, &out[offset], size, n), n) << name(what, of, set) << ", " << offset;
            }
        }
    }
}

} // namespace
} // namespace hocket
