// SPDX-License-Identifier: BSD-3-Clause
// make_row<A>("name", integer(...), size(...), part_of(...)): from pointers to A's members to a row.
#pragma once
#include "catalogue/row.hpp"

namespace hocket {

template <class A, class T> struct value_member {
    T A::* at;
    parameter is;
};
template <class A, class Data> struct part_member {
    const algorithm<Data>* A::* at;
    part is;
};
template <class A, class T> struct form_member {
    const T* A::* at;
    part is;
};

template <class A>
value_member<A, int> integer(const char* name, int A::* at, long long low, long long high,
                             std::vector<long long> values)
{
    return {at, {name, false, low, high, A{}.*at, std::move(values)}};
}
// In bytes; 0 stands for the whole vector.
template <class A>
value_member<A, std::size_t> size(const char* name, std::size_t A::* at, std::vector<long long> values)
{
    return {at, {name, true, 0, 1LL << 40, (long long)(A{}.*at), std::move(values)}};
}
template <class A, class Data>
part_member<A, Data> part_of(const char* collective, const char* name, const algorithm<Data>* A::* at,
                             std::vector<std::string> values, bool native_allowed = false)
{
    auto standard = values.front();
    return {at, {name, collective, standard, std::move(values), native_allowed}};
}
// A part that runs on all ranks of the whole.
template <class A, class Data>
part_member<A, Data> phase_of(const char* collective, const char* name, const algorithm<Data>* A::* at,
                              std::vector<std::string> values)
{
    auto made = part_of<A>(collective, name, at, std::move(values));
    made.is.same_ranks = true;
    return made;
}
// Null where the SPEC does not name it.
template <class A, class Data>
part_member<A, Data> optional_part(const char* collective, const char* name, const algorithm<Data>* A::* at,
                                   std::vector<std::string> values)
{
    return {at, {name, collective, "", std::move(values)}};
}
// A part that can only be `form`, whose own parts the whole uses one by one.
template <class A, class T>
form_member<A, T> form_of(const char* collective, const char* form, const char* name, const T* A::* at,
                          std::vector<std::string> values)
{
    auto standard = values.front();
    return {at, {name, collective, standard, std::move(values), false, form}};
}

namespace detail {

// What an algorithm's struct works on.
template <class T, class Data> Data data_of(task (*)(T, net, Data));

template <class A, class T> void describe(row& r, const value_member<A, T>& m)
{
    r.parameters.push_back(m.is);
}
template <class A, class D> void describe(row& r, const part_member<A, D>& m)
{
    r.parts.push_back(m.is);
}
template <class A, class T> void describe(row& r, const form_member<A, T>& m)
{
    r.parts.push_back(m.is);
}

struct position {
    std::size_t value = 0, part = 0;
};
template <class A, class T> void assign(A& a, const value_member<A, T>& m, const arguments& with, position& next)
{
    a.*m.at = T(with.values[next.value++]);
}
template <class A, class D> void assign(A& a, const part_member<A, D>& m, const arguments& with, position& next)
{
    if (next.part < with.parts.size())
        a.*m.at = std::get<std::shared_ptr<const algorithm<D>>>(with.parts[next.part++]).get();
}
template <class A, class T> void assign(A& a, const form_member<A, T>& m, const arguments& with, position& next)
{
    if (next.part >= with.parts.size()) return;
    using data = decltype(data_of(&T::run));
    auto& whole = std::get<std::shared_ptr<const algorithm<data>>>(with.parts[next.part++]);
    a.*m.at = &static_cast<const instance<T, data>&>(*whole).with();
}

} // namespace detail

template <class A, class Data, class... Members>
row make_row(const char* collective, const char* name, const Members&... members)
{
    row r;
    r.collective = collective;
    r.name = name;
    r.hands = any_algorithm(std::shared_ptr<const algorithm<Data>>()).index();
    r.over_layout = requires(A a) { a.where; };
    (detail::describe(r, members), ...);
    auto fill = [members...](const arguments& with) {
        A a;
        detail::position next;
        (detail::assign(a, members, with, next), ...);
        if constexpr (requires { a.where; }) a.where = with.where;
        return a;
    };
    r.make = [fill](const arguments& with) -> any_algorithm {
        return std::shared_ptr<const algorithm<Data>>(std::make_shared<instance<A, Data>>(fill(with), with.parts));
    };
    r.of_part = [fill](const arguments& with, int i, const problem& of) {
        [[maybe_unused]] auto asked = fill(with);
        if constexpr (requires { A::of_part(asked, i, of); }) return A::of_part(asked, i, of);
        else return of;
    };
    return r;
}

} // namespace hocket
