// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <string>
#include <utility>
#include <variant>

namespace hocket {

// What went wrong with something that a person wrote: one sentence that names the offending part and what is valid.
struct mistake {
    std::string what;
};

// A value, or the mistake that stands in its way.
template <class T> class [[nodiscard]] result {
public:
    result(T value) : is_(std::move(value)) {}
    result(mistake m) : is_(std::move(m)) {}
    explicit operator bool() const { return is_.index() == 0; }
    T& operator*() & { return std::get<0>(is_); }
    const T& operator*() const& { return std::get<0>(is_); }
    T&& operator*() && { return std::get<0>(std::move(is_)); }
    T* operator->() { return &std::get<0>(is_); }
    const T* operator->() const { return &std::get<0>(is_); }
    const mistake& error() const { return std::get<1>(is_); }

private:
    std::variant<T, mistake> is_;
};

} // namespace hocket
