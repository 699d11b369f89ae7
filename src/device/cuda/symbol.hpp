// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <dlfcn.h>

namespace hocket::cuda {

template <class F> bool find_symbol(void* library, const char* name, F& into)
{
    into = reinterpret_cast<F>(dlsym(library, name));
    return into != nullptr;
}

} // namespace hocket::cuda
