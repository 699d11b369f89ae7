// SPDX-License-Identifier: BSD-3-Clause
#include "device/loaded_libraries.hpp"
#include <dlfcn.h>
#include <string>

namespace hocket {

namespace {

// Under the loader's own lock, which the list itself would have to be read with.
std::string last_name()
{
    std::string name;
    auto keep = [](dl_phdr_info* file, std::size_t, void* into) -> int {
        static_cast<std::string*>(into)->assign(file->dlpi_name ? file->dlpi_name : "");
        return 0;
    };
    dl_iterate_phdr(keep, &name);
    return name;
}

// With a reference of ours, for ever: another thread may be looking at it.
link_map* held(const std::string& name)
{
    void* handle = name.empty() ? nullptr : dlopen(name.c_str(), RTLD_LAZY | RTLD_NOLOAD);
    link_map* found = nullptr;
    if (handle && dlinfo(handle, RTLD_DI_LINKMAP, &found) != 0) found = nullptr;
    return found;
}

} // namespace

// Where the last one cannot be held, every call looks: slower, and right.
void loaded_libraries::look()
{
    constexpr int attempts = 8; // others load and unload at the same time
    for (int i = 0; i < attempts; ++i) {
        auto* last = held(last_name());
        after_last_.store(last ? &last->l_next : &never_null_, std::memory_order_release);
        if (last && !__atomic_load_n(&last->l_next, __ATOMIC_ACQUIRE)) return;
    }
}

} // namespace hocket
