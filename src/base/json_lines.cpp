// SPDX-License-Identifier: BSD-3-Clause
#include "base/json_lines.hpp"
#include <nlohmann/json.hpp>

namespace hocket {
namespace {

constexpr std::size_t longest = 240; // it may quote what it could not read

class syntax_reader final : public nlohmann::json_sax<nlohmann::json> {
public:
    std::string said;

    bool null() override { return true; }
    bool boolean(bool) override { return true; }
    bool number_integer(number_integer_t) override { return true; }
    bool number_unsigned(number_unsigned_t) override { return true; }
    bool number_float(number_float_t, const string_t&) override { return true; }
    bool string(string_t&) override { return true; }
    bool binary(binary_t&) override { return true; }
    bool start_object(std::size_t) override { return true; }
    bool key(string_t&) override { return true; }
    bool end_object() override { return true; }
    bool start_array(std::size_t) override { return true; }
    bool end_array() override { return true; }
    bool parse_error(std::size_t, const std::string&, const nlohmann::detail::exception& found) override
    {
        said = found.what();
        return false;
    }
};

// Walks over the tokens of a text that is JSON.
class line_finder {
public:
    line_finder(std::string_view text, std::string_view member, int element)
        : text_(text), member_(member), element_(element)
    {
    }

    int find()
    {
        for (; at_ < text_.size() && !found_; ++at_) step(text_[at_]);
        return found_;
    }

private:
    void step(char c)
    {
        if (c == '\n') ++line_;
        if (c == ' ' || c == '\n' || c == '\t' || c == '\r') return;
        if (first_ && c != ']' && ++elements_ > element_ && inside_) found_ = line_;
        first_ = false;
        if (c == '"') take(quoted());
        else if (c == '[' || c == '{') first_ = ++depth_ == 2 && c == '[' && inside_ && element_ >= 0;
        else if (c == ']' || c == '}') inside_ = --depth_ > 1 && inside_;
        else if (c == ':') key_ = false;
        else if (c == ',') depth_ == 1 ? void(key_ = true) : void(first_ = depth_ == 2 && inside_ && element_ >= 0);
    }

    std::string_view quoted()
    {
        auto begin = at_ + 1;
        while (++at_ < text_.size() && text_[at_] != '"')
            if (text_[at_] == '\\') ++at_;
        return text_.substr(begin, at_ - begin);
    }

    void take(std::string_view word)
    {
        if (depth_ != 1 || !key_) return;
        inside_ = word == member_;
        if (inside_ && element_ < 0) found_ = line_;
    }

    std::string_view text_, member_;
    int element_, elements_ = 0, line_ = 1, depth_ = 0, found_ = 0;
    std::size_t at_ = 0;
    bool key_ = true, inside_ = false, first_ = false;
};

} // namespace

std::string syntax_mistake(std::string_view text)
{
    syntax_reader reader;
    if (nlohmann::json::sax_parse(text, &reader)) return {};
    auto place = reader.said.find("line ");
    return place == std::string::npos ? reader.said : reader.said.substr(place, longest);
}

int line_of(std::string_view text, std::string_view member, int element)
{
    return line_finder(text, member, element).find();
}

} // namespace hocket
