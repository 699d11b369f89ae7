// SPDX-License-Identifier: BSD-3-Clause
#include "bench/variant.hpp"
#include <algorithm>
#include <cstring>
#include <link.h>
#include <utility>

namespace hocket::bench {

variant::variant(std::string name, const std::string& spec, const std::string& collective)
    : name_(std::move(name)), spec_(spec)
{
    MPI_Info info;
    MPI_Info_create(&info);
    if (spec != "auto") MPI_Info_set(info, ("hocket_" + collective).c_str(), spec.c_str());
    MPI_Comm_dup_with_info(MPI_COMM_WORLD, info, &comm_);
    MPI_Info_free(&info);
}

variant::variant(variant&& other) noexcept
    : name_(std::move(other.name_)), spec_(std::move(other.spec_)), comm_(std::exchange(other.comm_, MPI_COMM_NULL))
{
}

variant::~variant()
{
    if (comm_ != MPI_COMM_NULL) MPI_Comm_free(&comm_);
}

std::vector<variant> make_variants(const std::vector<std::string>& specs, const std::string& collective, bool alone)
{
    std::vector<variant> all;
    if (!alone) {
        all.emplace_back("native", "native", collective);
        all.emplace_back("native'", "native", collective);
    }
    for (auto& spec : specs) {
        bool known = std::any_of(all.begin(), all.end(), [&](auto& v) { return v.spec() == spec; });
        if (!known) all.emplace_back(spec, spec, collective);
    }
    return all;
}

bool hocket_is_here()
{
    auto look = [](dl_phdr_info* library, std::size_t, void*) {
        return int(!!std::strstr(library->dlpi_name, "libhocket"));
    };
    return dl_iterate_phdr(look, nullptr) != 0;
}

} // namespace hocket::bench
