// SPDX-License-Identifier: BSD-3-Clause
#pragma once

namespace hocket::bench {

// Does the MPI say that it reads memory of CUDA devices? One that says nothing of it is taken for one that does not:
// it would end in a segmentation fault.
bool library_reads_devices();

} // namespace hocket::bench
