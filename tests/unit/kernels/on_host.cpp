// SPDX-License-Identifier: BSD-3-Clause
#include "kernels/on_host.hpp"
#include <map>

namespace hocket {
namespace {

using namespace device_code;
using reduce_call = void(const outputs&, const inputs&, u64, u64, u64);

const std::map<std::string, reduce_call*>& all()
{
    static const std::map<std::string, reduce_call*> known{
#define HOCKET_HOST_KERNEL(name, ...) {"hocket_" #name, reduce<__VA_ARGS__>},
        HOCKET_KERNELS(HOCKET_HOST_KERNEL)
#undef HOCKET_HOST_KERNEL
    };
    return known;
}

} // namespace

bool run_on_host(const std::string& name, const std::vector<std::byte*>& out, const std::vector<const std::byte*>& in,
                 std::size_t n, unsigned threads)
{
    auto found = all().find(name);
    if (found == all().end()) return false;
    inputs from{{}, int(in.size())};
    outputs to{{}, int(out.size())};
    for (std::size_t j = 0; j < in.size(); ++j) from.at[j] = reinterpret_cast<const u8*>(in[j]);
    for (std::size_t j = 0; j < out.size(); ++j) to.at[j] = reinterpret_cast<u8*>(out[j]);
    for (u64 i = 0; i < threads; ++i) found->second(to, from, n, i, threads);
    return true;
}

std::vector<std::string> names_on_host()
{
    std::vector<std::string> names;
    for (auto& [name, call] : all()) names.push_back(name);
    return names;
}

} // namespace hocket
