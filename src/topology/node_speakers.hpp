// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "shapes/neighborhood.hpp"
#include "topology/layout.hpp"
#include <map>

namespace hocket {

// The local number of the rank that stands for a node, by the other node.
using speakers_by_node = std::map<int, int>;

// Towards every node with which some link joins this one, shared out over its ranks by their number and by their links.
// `mates`: of all ranks of the node, by their local numbers. Where links only come in nobody can be told who was
// chosen, so there speaker_untold stands.
speakers_by_node speakers_of(const layout& where, int node, const std::vector<neighborhood>& mates);
int speaker_untold(const layout& where, int of, int towards);

// On both sides of this node's pairs.
struct node_speakers {
    speakers_by_node here, there;
};

} // namespace hocket
