// SPDX-License-Identifier: BSD-3-Clause
// Reads what a file of native rules says about one collective.
#pragma once
#include "base/json_reader.hpp"
#include "choose/native_book.hpp"
#include <nlohmann/json_fwd.hpp>

namespace hocket {

native_part read_native_part(json_reader& in, const nlohmann::json& from, const std::string& collective);

} // namespace hocket
