// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "base/result.hpp"
#include <iostream>
#include <stdexcept>
#include <string>
#include <string_view>

namespace hocket {

// Ends a command with one sentence and exit status 2.
struct wrong_usage : std::runtime_error {
    using std::runtime_error::runtime_error;
};

template <class T> T need(result<T> r)
{
    if (!r) throw wrong_usage(r.error().what);
    return *std::move(r);
}

// What is wrong with a variable, under the name by which the command was given it.
inline std::string renamed(std::string what, std::string_view variable, std::string_view option)
{
    if (what.starts_with(variable)) what.replace(0, variable.size(), option);
    return what;
}

// Does a command's work; what was wrong with the question becomes its message and exit status.
template <class F> void carry_out(F work, int& exit_code)
{
    try {
        work();
    } catch (const wrong_usage& e) {
        std::cerr << "hocket: " << e.what() << '\n';
        exit_code = 2;
    }
}

// Prints answer() as the command's one document.
template <class F> void print_answer(F answer, int& exit_code)
{
    carry_out([&] { std::cout << answer().dump(1) << '\n'; }, exit_code);
}

} // namespace hocket
