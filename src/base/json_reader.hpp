// SPDX-License-Identifier: BSD-3-Clause
// Reading a document of ours: every mistake names the place in it and what is valid there. The first one counts;
// after it every question gets a default, so that a reader checks for mistakes once, at the end.
#pragma once
#include "base/result.hpp"
#include <memory>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace hocket {

class json_reader {
public:
    // Parses text as one document of schema "hocket-<what>-1".
    json_reader(std::string_view text, std::string_view what);
    ~json_reader();

    const nlohmann::json& root() const { return *document_; }
    // All keys of `object` are among `valid`, or it is a mistake that names the nearest.
    void keys(const nlohmann::json& object, const std::string& place, const std::vector<std::string>& valid);
    // Member `key` of an object, if it is there.
    const nlohmann::json* find(const nlohmann::json& object, const char* key) const;
    // A number of at least `low`; `otherwise` where the key is missing.
    double number(const nlohmann::json& object, const std::string& place, const char* key, double otherwise,
                  double low = 0);
    std::string text(const nlohmann::json& object, const std::string& place, const char* key, bool required);

    void wrong(std::string what);
    const std::optional<mistake>& found() const { return mistake_; }

private:
    void open(std::string_view text, const std::string& family);

    std::unique_ptr<nlohmann::json> document_;
    std::optional<mistake> mistake_;
};

// The contents of a file, at most 64 MiB.
result<std::string> read_file(const std::string& path);

} // namespace hocket
