// SPDX-License-Identifier: BSD-3-Clause
// The MPI underneath, by its PMPI_ names. They are looked up in the library that the program has loaded: calling
// PMPI_X by name would come back to the interposing library, which owns both names.
#pragma once

namespace hocket {

// A function that takes more.
template <class Function, class... More> struct longer;
template <class... Arguments, class... More> struct longer<int (*)(Arguments...), More...> {
    using type = int (*)(Arguments..., More...);
};

struct real_mpi {
#define NEEDED(name) decltype(&PMPI_##name) name = nullptr;
#define OPTIONAL(name, ...) decltype((__VA_ARGS__) nullptr) name = nullptr; // null where the library has none
#define LONGER(name, of, ...) longer<decltype(of), __VA_ARGS__>::type name = nullptr;
#define EXTENSION(name, symbol, ...) OPTIONAL(name, __VA_ARGS__)
#include "transports/mpi/real.def"
#undef EXTENSION
#undef LONGER
#undef NEEDED
#undef OPTIONAL

#if defined(HOCKET_ABI_OMPI)
#define OBJECT(name) void* name = nullptr;
#define POSSIBLE_OBJECT(name) void* name = nullptr;
#include "transports/mpi/objects.def"
#undef OBJECT
#undef POSSIBLE_OBJECT
#endif

    // The name of what is missing, or null. `library` is the file that the program has mapped.
    const char* load(const char* library);
};

extern real_mpi mpi;

} // namespace hocket
