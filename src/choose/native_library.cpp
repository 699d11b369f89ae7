// SPDX-License-Identifier: BSD-3-Clause
#include "base/embedded.hpp"
#include "base/words.hpp"
#include "catalogue/catalogue.hpp"
#include "choose/native_book.hpp"
#include <algorithm>
#include <cctype>
#include <fmt/format.h>
#include <stdexcept>

namespace hocket {
namespace {

native_library edition_of(const std::shared_ptr<const native_book>& book, const native_book::edition& e)
{
    return {book->library + "-" + e.version, e.source, e.start, book, e.version};
}

std::vector<native_library> all_libraries()
{
    std::vector<native_library> all;
    for (auto& book : native_books())
        for (auto& e : book->editions) all.push_back(edition_of(book, e));
    return all;
}

bool prints(const native_book& book, std::string_view text)
{
    return std::ranges::all_of(book.prints, [&](auto& part) { return text.find(part) != text.npos; });
}

// "5.0" of "   5.0.2\n...".
std::string_view version_at(std::string_view text)
{
    text.remove_prefix(std::min(text.find_first_of("0123456789"), text.size()));
    auto end = text.find_first_not_of("0123456789");
    if (end == text.npos || text[end] != '.') return {};
    return text.substr(0, text.find_first_not_of("0123456789", end + 1));
}

std::string upper(std::string text)
{
    for (auto& c : text) c = char(std::toupper(static_cast<unsigned char>(c)));
    return text;
}

// The collective whose variable this is: MPIR_CVAR_REDUCE_SCATTER_INTRA_ALGORITHM is none of reduce.
std::string_view variable_of_collective(std::string_view line)
{
    constexpr std::string_view prefix = "MPIR_CVAR_";
    if (!line.starts_with(prefix)) return {};
    line.remove_prefix(prefix.size());
    std::string_view longest;
    for (auto& one : ruled_collectives())
        if (one.size() > longest.size() && line.starts_with(upper(one) + "_")) longest = one;
    return longest;
}

// Whether it says what this collective is to run; without one, what any of ours is. One throttle holds for all three
// alltoalls.
bool is_about(std::string_view line, std::string_view collective)
{
    if (line.starts_with("MPIR_CVAR_ALLTOALL_THROTTLE="))
        return collective.empty() || collective.starts_with("alltoall");
    auto of = variable_of_collective(line);
    return collective.empty() ? std::ranges::count(own_collectives(), of) > 0 : !of.empty() && of == collective;
}

} // namespace

const std::vector<std::shared_ptr<const native_book>>& native_books()
{
    static const auto books = [] {
        std::vector<std::shared_ptr<const native_book>> all;
        for (auto& name : embedded_in("native-rules")) {
            auto read = parse_native_rules(*embedded("native-rules/" + name + ".json"));
            // These files are part of the program: a mistake in one is a mistake of ours, found by the tests.
            if (!read) throw std::logic_error("native-rules/" + name + ".json: " + read.error().what);
            all.push_back(std::make_shared<const native_book>(*std::move(read)));
        }
        return all;
    }();
    return books;
}

std::string tuned_by(const char* const* env, std::string_view collective)
{
    static constexpr std::string_view of_all[] = {"OMPI_MCA_coll", "MPIR_CVAR_DEVICE_COLLECTIVES", "MPIR_CVAR_COLL",
                                                  "MPIR_CVAR_CH4_COLL", "I_MPI_ADJUST"};
    for (; env && *env; ++env) {
        std::string_view line(*env);
        if (is_about(line, collective) ||
            std::ranges::any_of(of_all, [&](auto prefix) { return line.starts_with(prefix); }))
            return std::string(line.substr(0, line.find('=')));
    }
    return {};
}

std::vector<std::string> native_library_names()
{
    std::vector<std::string> names;
    for (auto& l : all_libraries()) names.push_back(l.name);
    return names;
}

result<native_library> find_native_library(std::string_view name)
{
    for (auto& l : all_libraries())
        if (l.name == name) return l;
    if (auto known = native_library_of(name)) return *known;
    return mistake{fmt::format("the rules of the MPI library \"{}\" are not known; valid: {}", name,
                               listed(native_library_names()))};
}

std::optional<native_library> native_library_of(std::string_view text)
{
    for (auto& book : native_books()) {
        if (!prints(*book, text)) continue;
        auto at = text.find(book->prints.front()) + book->prints.front().size();
        auto version = version_at(text.substr(at));
        for (auto& e : book->editions)
            if (e.version == version) return edition_of(book, e);
    }
    return {};
}

} // namespace hocket
