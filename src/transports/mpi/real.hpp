// SPDX-License-Identifier: BSD-3-Clause
// The MPI underneath, by its PMPI_ names. They are looked up in the library that the program has loaded: calling
// PMPI_X by name would come back to the interposing library, which owns both names.
#pragma once

namespace hocket {

struct real_mpi {
#define NEEDED(name) decltype(&PMPI_##name) name = nullptr;
#define OPTIONAL(name, ...) decltype((__VA_ARGS__) nullptr) name = nullptr; // null where the library has none
#include "transports/mpi/real.def"
#undef NEEDED
#undef OPTIONAL

#if defined(HOCKET_ABI_OMPI)
    void *ompi_mpi_comm_world, *ompi_mpi_comm_self, *ompi_mpi_comm_null, *ompi_mpi_group_null, *ompi_request_null,
        *ompi_mpi_info_null, *ompi_mpi_errors_return, *ompi_mpi_datatype_null, *ompi_mpi_byte, *ompi_mpi_int,
        *ompi_mpi_uint64_t, *ompi_mpi_op_max, *ompi_mpi_op_min;
#endif

    // The name of what is missing, or null. `library` is the file that the program has mapped.
    const char* load(const char* library);
};

extern real_mpi mpi;

} // namespace hocket
