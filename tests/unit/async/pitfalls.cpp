// SPDX-License-Identifier: BSD-3-Clause
// What the compiler at hand does with the coroutine constructs that an author may be tempted by. GCC 12 miscompiles
// several of them, hence the house rules: await only what a function returned or a named local; no co_await inside
// a condition or beside other temporaries. What the rules allow must work; what they forbid is tried and reported.
#include "async/pitfalls_stage.hpp"
#include <array>
#include <cstdint>
#include <gtest/gtest.h>
#include <string>
#include <utility>
#include <vector>

namespace hocket::pitfalls {
namespace {

// ---- allowed -------------------------------------------------------------------------------------------------------

task takes_value(owner o)
{
    co_await bell.later();
    expect(o.value() == 7);
}
task takes_reference(const owner& o)
{
    co_await bell.later();
    expect(o.value() == 7);
}
task argument_by_value()
{
    co_await takes_value(owner{});
}
task argument_by_reference()
{
    co_await takes_reference(owner{});
}
task returned_by_function()
{
    int v = co_await make_owning();
    expect(v == 7);
}
task returned_and_borrowing()
{
    int v = co_await borrow(owner{});
    expect(v == 7);
}
task constructed()
{
    int v = co_await owning(owner{});
    expect(v == 7);
}
task named_local()
{
    unmovable step;
    int v = co_await step;
    expect(v == 1);
}
task range_for()
{
    int sum = 0;
    for (int i : std::vector<int>{1, 2, 3}) {
        int one = co_await bell.later();
        sum += i * one;
    }
    expect(sum == 6);
}
task structured_binding()
{
    int one = co_await bell.later();
    auto [a, b] = std::pair<int, owner>{one, owner{}};
    co_await bell.later();
    expect(a == 1 && b.value() == 7);
}
task array_local()
{
    std::array<owner, 3> kept;
    co_await bell.later();
    expect(kept[2].value() == 7);
}
task captureless_lambda()
{
    auto inner = [](int n) -> task {
        for (int i = 0; i < n; ++i) co_await bell.later();
    };
    co_await inner(3);
}
task capturing_lambda_that_lives()
{
    owner kept;
    auto inner = [&](int n) -> task {
        for (int i = 0; i < n; ++i) {
            co_await bell.later();
            expect(kept.value() == 7);
        }
    };
    co_await inner(3);
}
task switch_with_local()
{
    switch (int one = co_await bell.later(); one) {
    case 1: {
        owner kept;
        co_await bell.later();
        expect(kept.value() == 7);
        break;
    }
    default: expect(false);
    }
}
task named_lambda_as_argument()
{
    owner kept;
    auto add = [kept](int n) { return kept.value() + n; };
    auto call = [](auto f, int n) { return f(n); };
    int one = co_await bell.later();
    expect(call(add, one) == 8);
}
task never_woken()
{
    owner a;
    std::string text(100, 'x');
    co_await std::suspend_always{};
    expect(false);
}

// ---- forbidden -----------------------------------------------------------------------------------------------------

task braced_aggregate()
{
    int v = co_await owning_aggregate{owner{}};
    expect(v == 7);
}
task in_if()
{
    bool entered = false;
    if (co_await owning_aggregate{owner{}} == 7) entered = true;
    expect(entered);
}
task in_conditional(bool taken)
{
    int v = taken ? co_await owning_aggregate{owner{}} : 0;
    expect(v == (taken ? 7 : 0));
}
task conditional_taken()
{
    return in_conditional(true);
}
task conditional_not_taken()
{
    return in_conditional(false);
}
task after_and(bool taken)
{
    bool entered = false;
    if (taken && co_await owning_aggregate{owner{}} == 7) entered = true;
    expect(entered == taken);
}
task and_taken()
{
    return after_and(true);
}
task and_not_taken()
{
    return after_and(false);
}
task in_while()
{
    int left = 3;
    while (left-- > 0 && co_await owning_aggregate{owner{}} == 7) {}
    expect(left == -1);
}
task plain_in_while()
{
    int left = 3;
    while (left-- > 0 && co_await plain{} == 1) {}
    expect(left == -1);
}
task temporary_lambda_beside()
{
    owner kept;
    auto call = [](auto f, int n) { return f(n); };
    int v = call([kept](int n) { return kept.value() + n; }, co_await bell.later());
    expect(v == 8);
}
task temporary_string_beside()
{
    auto length = [](std::string s, int n) { return int(s.size()) + n; };
    int v = length(std::string(40, 'x'), co_await bell.later());
    expect(v == 41);
}
task over_aligned_local()
{
    struct alignas(64) line {
        char c[64] = {};
    } here;
    co_await bell.later();
    volatile auto address = reinterpret_cast<std::uintptr_t>(&here);
    expect(address % 64 == 0);
}
task structured_from_await()
{
    auto [a, b] = std::pair<int, owner>{co_await bell.later(), owner{}};
    expect(a == 1 && b.value() == 7);
}

struct construct {
    const char* name;
    task (*make)();
};
std::string name_of(const ::testing::TestParamInfo<construct>& info)
{
    return info.param.name;
}

class allowed : public ::testing::TestWithParam<construct> {};
TEST_P(allowed, works)
{
    EXPECT_EQ(verdict(GetParam().make), "");
}

#define CONSTRUCT(f)                                                                                                   \
    construct                                                                                                          \
    {                                                                                                                  \
        #f, f                                                                                                          \
    }
const construct allowed_ones[] = {CONSTRUCT(argument_by_value),
                                  CONSTRUCT(argument_by_reference),
                                  CONSTRUCT(returned_by_function),
                                  CONSTRUCT(returned_and_borrowing),
                                  CONSTRUCT(constructed),
                                  CONSTRUCT(named_local),
                                  CONSTRUCT(range_for),
                                  CONSTRUCT(structured_binding),
                                  CONSTRUCT(array_local),
                                  CONSTRUCT(captureless_lambda),
                                  CONSTRUCT(capturing_lambda_that_lives),
                                  CONSTRUCT(switch_with_local),
                                  CONSTRUCT(named_lambda_as_argument)};
INSTANTIATE_TEST_SUITE_P(construct, allowed, ::testing::ValuesIn(allowed_ones), name_of);

TEST(allowed, destroyed_while_suspended)
{
    EXPECT_EQ(verdict(never_woken, false), "");
}

class forbidden : public ::testing::TestWithParam<construct> {};
TEST_P(forbidden, is_reported)
{
    auto found = verdict(GetParam().make);
    RecordProperty("verdict", found.empty() ? "works" : found);
    if (!found.empty()) GTEST_SKIP() << GetParam().name << " on this compiler: " << found;
}

const construct forbidden_ones[] = {CONSTRUCT(braced_aggregate),
                                    CONSTRUCT(in_if),
                                    CONSTRUCT(conditional_taken),
                                    CONSTRUCT(conditional_not_taken),
                                    CONSTRUCT(and_taken),
                                    CONSTRUCT(and_not_taken),
                                    CONSTRUCT(in_while),
                                    CONSTRUCT(plain_in_while),
                                    CONSTRUCT(temporary_lambda_beside),
                                    CONSTRUCT(temporary_string_beside),
                                    CONSTRUCT(structured_from_await),
                                    CONSTRUCT(over_aligned_local)};
INSTANTIATE_TEST_SUITE_P(construct, forbidden, ::testing::ValuesIn(forbidden_ones), name_of);

} // namespace
} // namespace hocket::pitfalls
