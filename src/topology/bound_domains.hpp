// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "topology/layout.hpp"

namespace hocket {

// The processors that this process may run on, ascending.
std::vector<int> own_processors();
// The socket, NUMA domain and L3 domain that hold all of these processors, each named by its lowest processor; -1 where
// no single one does or nothing is known. `system` is /sys/devices/system, or a picture of it.
domain_ids bound_domains(const std::vector<int>& processors, const std::string& system = "/sys/devices/system");

} // namespace hocket
