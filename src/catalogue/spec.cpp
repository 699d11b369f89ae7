// SPDX-License-Identifier: BSD-3-Clause
#include "catalogue/spec.hpp"
#include "base/words.hpp"
#include <fmt/format.h>

namespace hocket {
namespace {

constexpr std::size_t longest = 4096;
constexpr int deepest = 8;

bool in_word(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-' || c == '_' ||
           c == '.';
}

class reader {
public:
    explicit reader(std::string_view text) : text_(text) {}

    result<spec> whole()
    {
        auto s = one(0);
        if (s && at_ != text_.size()) return wrong("the end");
        return s;
    }

private:
    result<spec> one(int depth)
    {
        if (depth > deepest) return mistake{fmt::format("SPEC \"{}\" is nested deeper than {}", text_, deepest)};
        spec s{std::string(word()), {}, {}};
        if (s.name.empty()) return wrong("the name of an algorithm");
        if (take('(')) {
            do {
                std::string key(word());
                if (key.empty()) return wrong("the name of a part");
                if (!take('=')) return wrong("'=' after the name of a part");
                auto inner = one(depth + 1);
                if (!inner) return inner;
                s.parts.push_back({key, *std::move(inner)});
            } while (take(','));
            if (!take(')')) return wrong("',' or ')'");
        }
        while (take(':')) {
            std::string key(word());
            if (key.empty()) return wrong("the name of a parameter");
            if (!take('=')) return wrong("'=' after the name of a parameter");
            std::string value(word());
            if (value.empty()) return wrong(fmt::format("a value for \"{}\"", key));
            s.parameters.emplace_back(key, value);
        }
        return s;
    }

    std::string_view word()
    {
        blanks();
        auto from = at_;
        while (at_ < text_.size() && in_word(text_[at_])) ++at_;
        return text_.substr(from, at_ - from);
    }
    bool take(char c)
    {
        blanks();
        if (at_ >= text_.size() || text_[at_] != c) return false;
        ++at_;
        return true;
    }
    void blanks()
    {
        while (at_ < text_.size() && text_[at_] == ' ') ++at_;
    }
    mistake wrong(std::string_view expected) const
    {
        auto rest = at_ < text_.size() ? fmt::format("\"{}\"", text_.substr(at_, 20)) : "the end";
        return {fmt::format("SPEC \"{}\": expected {} at character {}, found {}", text_, expected, at_ + 1, rest)};
    }

    std::string_view text_;
    std::size_t at_ = 0;
};

} // namespace

result<spec> parse_spec(std::string_view text)
{
    if (text.size() > longest)
        return mistake{fmt::format("a SPEC has at most {} characters, this one {}", longest, text.size())};
    return reader(text).whole();
}

std::string print(const spec& s)
{
    std::string text = s.name;
    const char* before = "(";
    for (auto& [key, inner] : s.parts) text += std::exchange(before, ",") + key + "=" + print(inner);
    if (!s.parts.empty()) text += ')';
    for (auto& [key, value] : s.parameters) text += ":" + key + "=" + value;
    return text;
}

std::string print_size(unsigned long long n)
{
    for (auto [unit, letter] : {std::pair{1ull << 30, 'G'}, {1ull << 20, 'M'}, {1ull << 10, 'K'}})
        if (n && n % unit == 0) return fmt::format("{}{}", n / unit, letter);
    return fmt::format("{}", n);
}

result<unsigned long long> parse_size(std::string_view text)
{
    auto digits = text.substr(0, text.find_first_not_of("0123456789"));
    auto letter = text.substr(digits.size());
    auto at = letter.empty()                   ? 0
              : letter == "K" || letter == "k" ? 10
              : letter == "M" || letter == "m" ? 20
              : letter == "G" || letter == "g" ? 30
                                               : -1;
    if (digits.empty() || at < 0)
        return mistake{fmt::format("\"{}\" is not a size: digits, then nothing, K, M or G", text)};
    if (digits.size() > 12) return mistake{fmt::format("\"{}\" is too large: a size has at most 12 digits", text)};
    unsigned long long n = 0;
    for (char c : digits) n = n * 10 + unsigned(c - '0');
    return n << at;
}

} // namespace hocket
