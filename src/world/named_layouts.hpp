// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "topology/layout.hpp"

namespace hocket {

// The placements that checks run on: "one" node; "regular": 4 equal nodes where 4 divides p, else blocks of
// ceil(p/4); "uneven": a random composition of p; "cyclic": over as many nodes as regular; "sockets": regular nodes,
// divided into sockets, NUMA and L3 domains in different ways. Only where it is named, "apart": a node for each rank.
struct named_layout {
    std::string name;
    layout where;
};

const std::vector<std::string>& layout_names();
std::vector<std::string> all_layout_names();
layout layout_by_name(const std::string& name, int p, unsigned seed);
// Each placement once: where two coincide (few ranks), the first name stands.
std::vector<named_layout> distinct_layouts(const std::vector<std::string>& names, int p, unsigned seed);

} // namespace hocket
