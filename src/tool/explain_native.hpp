// SPDX-License-Identifier: BSD-3-Clause
// What an MPI library would run by itself, priced, and the setting of its own that mends it.
#pragma once
#include "catalogue/catalogue.hpp"
#include <nlohmann/json_fwd.hpp>
#include <string>

namespace hocket {

// Microseconds of a SPEC. Every time that explain prints comes from here.
double predicted_us(const std::string& collective, const std::string& spec, const place& at);

// The part "native" of an answer. n: as the collective counts its bytes; best_us: the least time among the candidates.
nlohmann::ordered_json explain_native(const std::string& library, const std::string& collective, std::size_t n,
                                      const place& at, double best_us);

} // namespace hocket
