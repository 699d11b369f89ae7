// SPDX-License-Identifier: BSD-3-Clause
#include "interpose/handlers.hpp"
#include "interpose/door/table.h"
#include <string>

namespace {

template <class Function> hocket_function handler(Function* f)
{
    return reinterpret_cast<hocket_function>(f);
}

} // namespace

extern "C" const hocket_function* hocket_all_handlers()
{
    static const hocket_function all[] = {
#define X(name) handler(hocket::handle::name),
#define E(name) X(name)
#include "interpose/symbols.def"
#undef E
#undef X
    };
    static_assert(sizeof all / sizeof *all == hocket_symbols);
    return all;
}

extern "C" [[gnu::visibility("default")]] const hocket_function* hocket_handlers(const char* library,
                                                                                 const char** trouble)
{
    const char* missing = hocket::mpi.load(library);
    if (!missing) return hocket_all_handlers();
    static std::string text;
    text = std::string(library) + " has no " + missing;
    *trouble = text.c_str();
    return nullptr;
}
